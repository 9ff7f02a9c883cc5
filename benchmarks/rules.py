"""How fast the rule extractor reads, in characters per CPU second of one core: the best of three runs.

    python -m benchmarks.rules

Prints Markdown. Prose has few values; forms and logs are made of them, which is the slow end. The bar is 100,000 characters/s.
"""

import random
import time
from collections.abc import Sequence

from model.rules import RuleExtractor

KOREAN = (
    "오후 회의는 장소만 바뀌고 안건은 그대로 진행하기로 했습니다.",
    "배송이 늦어져서 죄송하다는 안내를 받았지만 아직 물건은 오지 않았어요.",
    "이번 주에는 비가 온다고 하니 우산을 챙기는 편이 좋겠습니다.",
    "새로 산 의자가 생각보다 편해서 하나 더 주문하려고 합니다.",
    "담당자에게 다시 확인해 보고 내일 오전까지 답을 드리겠습니다.",
)
ENGLISH = (
    "The meeting moves to the small room, the agenda stays as it was.",
    "I was told the parcel is late, but nobody could say by how much.",
    "Please have a look at the draft and tell me what is missing.",
    "We will check with the warehouse and come back to you tomorrow morning.",
    "The new chair is better than expected, so we will order another one.",
)
DENSE = (
    "성명: 김가상 | 연락처: 010-{a:04}-{b:04} | 생년월일: 1990-01-{c:02}",
    "주소: 서울특별시 가상구 샘플대로 {a}, {c}동 {b}호",
    "환불 계좌 110-{d:03}-{e:06} (예금주 이샘플), 주문번호 {e:08}",
    "2024-01-{c:02} 10:{c:02}:00 login user={a} ip=192.0.2.{c} mac=02:00:5e:10:00:{c:02} status={d}",
    "Name: Jordan Test, phone +1-555-01{c:02}, card 9999-{a:04}-{b:04}-{a:04}, total {b},000",
    "문의: synthetic.{a}@example.com / https://example.com/orders/{e}",
)
SIZE = 200_000


def write(lines: Sequence[str], size: int) -> str:
    """Return about `size` characters of `lines` in a repeatable random order, their gaps filled with numbers."""
    draw = random.Random(42)
    parts = []
    while size > 0:
        line = draw.choice(lines).format(
            a=draw.randrange(1, 9999),
            b=draw.randrange(1, 9999),
            c=draw.randrange(10, 29),
            d=draw.randrange(999),
            e=draw.randrange(10**6),
        )
        parts.append(line)
        size -= len(line) + 1
    return "\n".join(parts)


def measure(extractor: RuleExtractor, text: str) -> tuple[float, int]:
    """Return characters per CPU second, the best of three runs, and how many candidates were found."""
    best = 0.0
    count = 0
    for _ in range(3):
        start = time.process_time()
        count = len(extractor.find(text))
        best = max(best, len(text) / (time.process_time() - start))
    return best, count


def main() -> None:
    """Print one row a text."""
    extractor = RuleExtractor()
    texts = {
        "korean prose": write(KOREAN, SIZE),
        "english prose": write(ENGLISH, SIZE),
        "mixed: one dense line in ten": write((*KOREAN * 6, *ENGLISH * 5, *DENSE), SIZE),
        "dense: forms and logs": write(DENSE, SIZE),
        "dense, five times as long": write(DENSE, 5 * SIZE),
    }
    print("| text | characters | candidates | characters/s |\n|---|---:|---:|---:|")
    for name, text in texts.items():
        speed, count = measure(extractor, text)
        print(f"| {name} | {len(text):,} | {count:,} | {speed:,.0f} |")


if __name__ == "__main__":
    main()
