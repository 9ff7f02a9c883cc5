"""State numbers and days of birth."""

import pytest


@pytest.mark.parametrize(
    ("source", "label", "value"),
    [
        ("주민등록번호 900101-1234567", "RRN", "900101-1234567"),  # B68
        ("주민번호는 900101-1234567이야", "RRN", "900101-1234567"),  # B46
        ("주민 번호\t850713 - 2000001", "RRN", "850713 - 2000001"),
        ("번호 850713-2000001 로 확인", "RRN", "850713-2000001"),
        ("주민번호 9001011234567", "RRN", "9001011234567"),
        ("주민번호는 901399-1234567입니다", "RRN", "901399-1234567"),
        ("외국인등록번호: 900101-5234567", "FRN", "900101-5234567"),
        ("RRN 900101-1234567", "RRN", "900101-1234567"),
        ("1\u030323-45-6789", "SSN", "1\u030323-45-6789"),  # B12
        ("SSN: 123-45-6789", "SSN", "123-45-6789"),
        ("social security number 900-12-3456", "SSN", "900-12-3456"),
        ("여권번호 M12345678", "PASSPORT", "M12345678"),
        ("Passport No: M123A4567", "PASSPORT", "M123A4567"),
        ("운전면허 11-20-123456-01", "DRIVER_LICENSE", "11-20-123456-01"),
        ("생년월일 1990-01-01", "DOB", "1990-01-01"),
        ("생년월일: 1990. 1. 1.", "DOB", "1990. 1. 1."),
        ("DOB: 1990/01/01", "DOB", "1990/01/01"),
        ("1990년 1월 1일생 고객", "DOB", "1990년 1월 1일"),
        ("900101생", "DOB", "900101"),
        ('"birth": "19900102"', "DOB", "19900102"),
        ("date of birth: 4 May 1990", "DOB", "4 May 1990"),
        ("born on January 2, 1990 in Busan", "DOB", "January 2, 1990"),
        ("Date of birth 02/01/1990", "DOB", "02/01/1990"),
    ],
)
def test_finds_exactly_the_value(found, source, label, value):
    """A state number or birthday is found whole, and nothing beside it."""
    assert found(source) == [(label, value)]


@pytest.mark.parametrize(
    "source",
    [
        "241399 1234567",  # B25: no such day
        "모델명은 900101-1234567-A입니다",  # B70
        "SKU A900101-1234567",
        "값 9001011234567 개",
        "1705123456789",
        "123-45-678901",
        "문의 000-12-3456 참고",
        "부품 M12345678",
        "접수일 1990-01-01",
        "2024년 1월 1일 생활비",
        "생산 2024-01-01 출고",
        "DOB: 1990-13-45",
        "1990-02-30생",
    ],
)
def test_leaves_numbers_that_are_none(found, source):
    """Impossible days, product codes and numbers without a cue are no state numbers and no birthdays."""
    assert found(source) == []


def test_only_the_birth_date_among_dates(found):
    """Of several dates, only the one with birth evidence is proposed (B58)."""
    assert found("Invoice date 2025-06-10, DOB 1990-01-02") == [("DOB", "1990-01-02")]


def test_a_wrong_checksum_is_still_found_and_a_right_one_counts_more(extractor):
    """A checksum is evidence, never a gate."""
    scores = {extractor.find(f"번호 850713-200000{last}")[0].score for last in range(10)}
    assert len(scores) == 2
