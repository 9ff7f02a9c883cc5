"""Korean names."""

import pytest

from model.rules.korean_names import FullName


@pytest.mark.parametrize(
    ("source", "value"),
    [
        ("성명: 정예시", "정예시"),
        ("담당자: 최모형", "최모형"),
        ("성명: 박테스트", "박테스트"),
        ("성명(한글): 김가상", "김가상"),
        ("이름(한글) 김가상   (한자) 金", "김가상"),
        ("| 성명 | 김가상 | 부서 |", "김가상"),
        ('"이름": "김가상"', "김가상"),
        ("이름은 김 가 상", "김 가 상"),  # B69
        ("성 명\t김 가 상", "김 가 상"),
        ("성명: 남궁 가상", "남궁 가상"),
        ("수령인 박테스트\n수량 둘", "박테스트"),
        ("예금주 김가상 계좌로", "김가상"),
        ("김가상님은 갔다", "김가상"),
        ("박테스트씨", "박테스트"),
        ("이샘플 고객님 안녕하세요", "이샘플"),
        ("남궁가상 선생님께서", "남궁가상"),
        ("김가상 과장이 말했다", "김가상"),
        ("김가상 대표이사", "김가상"),
        ("박 과장님 회의", "박"),
        ("김대리가 왔다", "김"),
        ("방 씨가 왔다", "방"),
        ("가온 씨는 웃었다", "가온"),
        ("감사합니다.\n김가상 드림", "김가상"),
        ("김가상에게 전해 주세요", "김가상"),
        ("김가상 어머님께", "김가상"),
        ("보낸사람: 김가상 <a@example.com>", "김가상"),
    ],
)
def test_finds_exactly_the_name(found, source, value):
    """A name beside its evidence is found, without particle, ending, honorific or title."""
    assert [name for name in found(source) if name[0] == "PERSON"] == [("PERSON", value)]


@pytest.mark.parametrize(
    "source",
    [
        "6033391",  # B23
        "고객님 안녕하세요",
        "이모님과 사장님",
        "선생님, 부모님, 형님",
        "날씨가 좋다",
        "아저씨 아가씨 글씨 솜씨",
        "이번 대표 선출",
        "정부 대변인",
        "신임 팀장 선임",
        "전 대표, 현 대표, 이 과장",
        "정의당 대표",
        "인사팀 팀장",
        "고객: 안녕하세요, 문의드려요",
        "상담사: 조회됩니다.",
        "담당자: 총무팀",
        "파일 이름: 보고서",
        "이름이 어떻게 되세요",
        "성함이 뭐예요",
        "담당자 이메일 주소",
        "고객 전화번호를 적어",
        "이름: 없음",
        "수박 씨를 뱉다",
        "여자애한테 주었다",
        "전문가에게 물었다",
        "문의에서 고객이 읽은",
        "지금은 과장 광고가 많다",
        "장기자랑을 했다",
        "가상 시나리오",
    ],
)
def test_leaves_words_that_are_no_name(found, source):
    """Roles, relations, nouns with a surname's first syllable, speakers' turns and bare words are no names."""
    assert found(source) == []


@pytest.mark.parametrize(
    ("run", "length"),
    [
        ("김가상", 3),
        ("김가상은", 3),
        ("김가상입니다", 3),
        ("김가", 2),
        ("박테스트와", 4),
        ("남궁가상이", 4),
        ("고객센터", 0),
        ("보고서는", 0),
    ],
)
def test_measures_the_name_in_a_run(run, length):
    """A run of Hangul is measured up to its particles; nouns measure nothing."""
    assert FullName().measure(run) == length
