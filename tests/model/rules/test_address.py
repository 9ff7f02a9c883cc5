"""Postal addresses and postcodes."""

import pytest


@pytest.mark.parametrize(
    ("source", "value"),
    [
        ("서울 강남구 테헤란로 1", "서울 강남구 테헤란로 1"),  # B17
        ("주소: 서울특별시 모형구 보기대로 30 가상동 2호", "서울특별시 모형구 보기대로 30 가상동 2호"),
        ("경기도 가상시 예시구 샘플로 21, 102동 304호로 보내", "경기도 가상시 예시구 샘플로 21, 102동 304호"),
        ("부산 가상구 샘플로12번길 3-4 (예시동)", "부산 가상구 샘플로12번길 3-4 (예시동)"),
        ("가상시 예시구 샘플로 5, 지하 1층에서", "가상시 예시구 샘플로 5, 지하 1층"),
        ("서울 가상구 샘플길 7, 모형빌딩 3층 301호", "서울 가상구 샘플길 7, 모형빌딩 3층 301호"),
        ("샘플로 21, 102동 304호", "샘플로 21, 102동 304호"),
        ("서울 가상구 예시동 12-3", "서울 가상구 예시동 12-3"),
        ("경북 가상군 예시면 샘플리 산 12번지", "경북 가상군 예시면 샘플리 산 12번지"),
        ("집은 102동 304호예요", "102동 304호"),
        ("12 Example Street, Fiction City", "12 Example Street, Fiction City"),
        ("ship to 100 N Sample Ave, Apt 4B, Modeltown, CA", "100 N Sample Ave, Apt 4B, Modeltown, CA"),
        ("Flat 2, 7 Sample Close, Exampleton", "Flat 2, 7 Sample Close, Exampleton"),
        ("27 Sample-ro 8-gil, Gasang-gu, Seoul", "27 Sample-ro 8-gil, Gasang-gu, Seoul"),
    ],
)
def test_finds_the_whole_address_once(found, source, value):
    """An address is one candidate, from the province to the room, and no particle with it."""
    assert [name for name in found(source) if name[0] == "ADDRESS"] == [("ADDRESS", value)]


@pytest.mark.parametrize(
    ("source", "value"),
    [
        ("우편번호 06234", "06234"),
        ("(06234) 서울 가상구 샘플로 1", "06234"),
        ("12 Example Street, Fiction City, CA 90001", "90001"),
        ("zip: 90001-1234", "90001-1234"),
        ("Exampleton ZZ1 9ZZ", "ZZ1 9ZZ"),
    ],
)
def test_finds_postcodes(found, source, value):
    """A postcode beside a cue or an address, or in the British shape, is found."""
    assert ("ZIPCODE", value) in found(source)


@pytest.mark.parametrize(
    "source",
    [
        "앞으로 3일",
        "가로 30cm 세로 20cm",
        "다시 바로 3 정도",
        "잠시 후 새로 2개",
        "서울에 산다",
        "수원시 인구 120만",
        "경기 45분",
        "12345",
        "3호선 2번 출구",
        "그는 1호 2호를 샀다",
        "2 Way radio",
        "the 5 Road trips",
        "역시 프로 9단",
        "코드 12345",
    ],
)
def test_leaves_what_is_no_address(found, source):
    """Adverbs that end like roads, measures, stations and bare towns are no addresses."""
    assert found(source) == []
