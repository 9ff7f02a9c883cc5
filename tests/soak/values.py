"""Invented values and the other spellings of each that HARDENED must know. Nothing here is anybody's."""

import re
import string
from collections.abc import Callable
from itertools import accumulate, pairwise
from random import Random

SURNAMES = "김이박최정강조윤장임한오서신권"
SYLLABLES = "가상샘플모형예시본보기별하늘솔빛새봄온누리담"
LATIN = ("Alex", "Taylor", "Jordan", "Morgan", "Casey", "Bo", "Li", "Ann", "Dana", "Roe", "Quinn", "Vex", "Ulm")
FAMILY = ("Example", "Sample", "Test", "Fiction", "Model", "Placeholder", "Öberg", "Núñez", "Łoś", "O'Sample", "Ray-Test")
FOREIGN = ("Дана Пример", "Λίνα Δοκιμή", "دانا مثال", "דנה דוגמה", "例示太郎", "サンプル花子", "x\u0302ena Test")
RELATIONS = ("배우자", "자녀", "보호자", "부모", "아들", "딸", "이모", "spouse", "child", "guardian")
STREETS = ("샘플대로", "가상로", "예시길", "모형로")
DISTRICTS = ("가상구", "예시구", "샘플동", "견본동")
SHORT_NUMBERS = ("CVC", "PORT", "ZIPCODE")

ZERO_WIDTH = "\u200b\u200c\u200d\u2060\ufeff"
DASHES = "-\u2010\u2011\u2012\u2013\u2014\u2212\uff0d"
SEPARATORS = (*DASHES, " ", "\u00a0", ".", "/", "\u00b7", " - ")
GROUPS = {16: (4, 4, 4, 4), 15: (4, 6, 5), 13: (6, 7), 12: (3, 3, 6), 11: (3, 4, 4), 10: (2, 4, 4), 8: (4, 2, 2)}
FULL_WIDTH = str.maketrans("0123456789-", "０１２３４５６７８９－")


def digits(random: Random, count: int) -> str:
    """Return `count` decimal digits, the first of them not 0."""
    return str(random.randrange(10 ** (count - 1), 10**count))


def korean_name(random: Random) -> str:
    given = 1 if random.random() < 0.2 else 2
    return random.choice(SURNAMES) + "".join(random.choices(SYLLABLES, k=given))


def latin_name(random: Random) -> str:
    kind = random.random()
    if kind < 0.15:
        return random.choice(FOREIGN)
    if kind < 0.3:
        return random.choice(LATIN)
    return f"{random.choice(LATIN)} {random.choice(FAMILY)}"


def person(random: Random) -> str:
    return korean_name(random) if random.random() < 0.6 else latin_name(random)


def email(random: Random) -> str:
    name = random.choice(("synthetic", "kim.sample", "a", "first+tag"))
    return f"{name}.{random.randrange(100)}@{random.choice(('example.com', 'mail.example.org', 'example.net'))}"


def phone(random: Random) -> str:
    kind = random.random()
    if kind < 0.6:
        return plainly(f"010-0000-{random.randrange(10_000):04d}", random)
    if kind < 0.7:
        return plainly(f"02-0000-{random.randrange(10_000):04d}", random)
    if kind < 0.75:
        return f"02-000-{random.randrange(10_000):04d}"
    if kind < 0.8:
        return plainly(f"031-0000-{random.randrange(10_000):04d}", random)
    if kind < 0.9:
        return f"031-000-{random.randrange(10_000):04d}"
    return f"+1-555-01{random.randrange(100):02d}"


def rrn(random: Random) -> str:
    birth_date = f"{random.randrange(100):02d}{random.randrange(1, 13):02d}{random.randrange(1, 29):02d}"
    return plainly(f"{birth_date}-{random.randrange(1, 5)}{random.randrange(10**6):06d}", random)


def card(random: Random) -> str:
    if random.random() < 0.2:
        return plainly(f"3999-{digits(random, 6)}-{digits(random, 5)}", random)
    return plainly(f"9999-{digits(random, 4)}-{digits(random, 4)}-{digits(random, 4)}", random)


def account(random: Random) -> str:
    if random.random() < 0.7:
        return plainly(f"000-{digits(random, 3)}-{digits(random, 6)}", random)
    return plainly(f"{digits(random, 3)}-{digits(random, 2)}-{digits(random, 5)}", random)


def birth(random: Random) -> str:
    return plainly(f"19{random.randrange(40, 100)}-{random.randrange(1, 13):02d}-{random.randrange(1, 29):02d}", random)


def relation(random: Random) -> str:
    return random.choice(RELATIONS)


def address(random: Random) -> str:
    if random.random() < 0.3:
        return f"{random.randrange(100, 900)} Example Avenue, Fiction City, ZZ {digits(random, 5)}"
    return f"서울특별시 {random.choice(DISTRICTS)} {random.choice(STREETS)} {random.randrange(1, 900)}"


def url(random: Random) -> str:
    return f"https://www.example.com/{''.join(random.choices(string.ascii_lowercase, k=4))}?id={random.randrange(1000)}"


def secret(random: Random) -> str:
    return "sk-test-" + "".join(random.choices(string.ascii_letters + string.digits, k=12))


def short_number(random: Random) -> str:
    return digits(random, 3)


MAKERS: dict[str, Callable[[Random], str]] = {
    "PERSON": person,
    "EMAIL": email,
    "PHONE": phone,
    "RRN": rrn,
    "CARD_NUMBER": card,
    "ACCOUNT_NUMBER": account,
    "DOB": birth,
    "REL": relation,
    "ADDRESS": address,
    "URL": url,
    "SECRET": secret,
    "CVC": short_number,
}
WEIGHTS = (24, 10, 14, 8, 8, 8, 7, 5, 8, 3, 2, 6)


def plainly(value: str, random: Random) -> str:
    """Return a number, now and then without its separators."""
    return value.replace("-", "") if random.random() < 0.15 else value


def respell(label: str, value: str, random: Random) -> str:
    """Return another spelling of `value` that stands for the same thing under HARDENED, or `value` where there is none."""
    shape, spelling = RESPELLERS.get(label, (NOTHING, None))
    return spelling(value, random) if spelling and shape.fullmatch(value) else value


def groups_of(value: str) -> list[str]:
    """Return a number in its groups: its own, or those in which such a number is usually written."""
    if "-" in value or len(value) not in GROUPS:
        return value.split("-")
    ends = list(accumulate(GROUPS[len(value)]))
    return [value[start:end] for start, end in pairwise([0, *ends])]


def respell_number(value: str, random: Random) -> str:
    groups = groups_of(value)
    kind = random.randrange(6)
    if kind == 0:
        return "".join(groups)
    if kind == 1:
        return value.translate(FULL_WIDTH)
    if kind == 2:
        return random.choice(SEPARATORS).join(groups)
    if kind == 3:
        return random.choice(("-", " ", ".", " - ", "- ")).join(groups)
    if kind == 4:
        place = random.randrange(2, len(value))
        return value[:place] + random.choice(ZERO_WIDTH) + value[place:]
    return groups[0] + "".join(random.choice(SEPARATORS) + group for group in groups[1:])


def respell_phone(value: str, random: Random) -> str:
    chance = random.random()
    if KOREAN_PHONE.fullmatch(value) and chance < 0.4:
        rest = value[1:]
        lead = random.choice(("+82-", "+82 ", "+82", "+82 (0)", "+82-0"))
        return lead + random.choice((rest, rest.replace("-", " "), rest.replace("-", "")))
    if KOREAN_PHONE.fullmatch(value) and chance < 0.6:
        area, _, rest = value.partition("-")
        return random.choice((f"({area}) {rest}", f"({area}){rest}", f"{area}) {rest}"))
    return respell_number(value, random)


def respell_birth(value: str, random: Random) -> str:
    plain = value.replace("-", "")
    year, month, day = plain[:4], plain[4:6], plain[6:]
    return random.choice(
        (
            plain,
            f"{year}-{month}-{day}",
            f"{year}.{month}.{day}",
            f"{year}/{month}/{day}",
            f"{year}. {month}. {day}",
            f"{year}년 {month}월 {day}일",
            f"{year}년 {int(month)}월 {int(day)}일",
            f"{year}년{month}월{day}일",
            value.translate(FULL_WIDTH),
        )
    )


def respell_email(value: str, random: Random) -> str:
    return random.choice((value.upper(), value.title(), value.swapcase()))


def respell_person(value: str, random: Random) -> str:
    if random.random() < 0.2:
        return value[0] + " " + value[1:]
    return random.choice((" ", "  ", "\t", "\n")).join(value)


NOTHING = re.compile(r"(?!)")
KOREAN_PHONE = re.compile(r"0[1-9]\d?-\d{3,4}-\d{4}", re.ASCII)
NUMBER = re.compile(r"(?:\+?\d-?){7,}(?<!-)", re.ASCII)
RESPELLERS: dict[str, tuple[re.Pattern[str], Callable[[str, Random], str]]] = {
    "PERSON": (re.compile("[가-힣]{2,6}"), respell_person),
    "EMAIL": (re.compile(r"[\w.+]+@[\w.]+", re.ASCII), respell_email),
    "PHONE": (NUMBER, respell_phone),
    "RRN": (NUMBER, respell_number),
    "CARD_NUMBER": (NUMBER, respell_number),
    "ACCOUNT_NUMBER": (NUMBER, respell_number),
    "DOB": (re.compile(r"\d{4}-\d\d-\d\d|\d{8}", re.ASCII), respell_birth),
}
