"""Addresses of machines."""

import pytest


@pytest.mark.parametrize(
    ("source", "label", "value"),
    [
        ("접속 192.0.2.10에서", "IPADDRESS", "192.0.2.10"),
        ("192.0.2.10:8080", "IPADDRESS", "192.0.2.10"),
        ("from 198.51.100.7.", "IPADDRESS", "198.51.100.7"),
        ("ip 1.2.3.4", "IPADDRESS", "1.2.3.4"),
        ("2001:db8::1:2 up", "IPADDRESS", "2001:db8::1:2"),
        ("2001:0db8:0000:0000:0000:ff00:0042:8329", "IPADDRESS", "2001:0db8:0000:0000:0000:ff00:0042:8329"),
        ("mac 02:00:5e:10:00:01 ok", "MACADDRESS", "02:00:5e:10:00:01"),
        ("02-00-5E-10-00-01", "MACADDRESS", "02-00-5E-10-00-01"),
        ("0200.5e10.0001", "MACADDRESS", "0200.5e10.0001"),
        ("https://example.com/a?b=1에서 확인", "URL", "https://example.com/a?b=1"),
        ("(https://example.com/a_(b)).", "URL", "https://example.com/a_(b)"),
        ("https://example.com/문서/목록을", "URL", "https://example.com/문서/목록을"),
        ("www.example.org, 그리고", "URL", "www.example.org"),
        ("https://example.com에서", "URL", "https://example.com"),
        ("주소https://example.com/a, 또", "URL", "https://example.com/a"),
        (f"see https://example.com/{'a' * 5000}.", "URL", f"https://example.com/{'a' * 5000}"),
        ("postgres://user:pw@db.example.com/x", "URL", "postgres://user:pw@db.example.com/x"),
    ],
)
def test_finds_exactly_the_address(found, source, label, value):
    """A network address is found whole, without port, particle or closing mark."""
    assert (label, value) in found(source)
    assert [name for name, _ in found(source)].count(label) == 1


@pytest.mark.parametrize(
    "source",
    [
        "run rpc.py then os.system(cmd)",  # B44
        "version 10.20.30.40",
        "버전 192.168.0.1",
        "1.2.3.4",
        "1.2.3.4.5",
        "999.1.1.1",
        "v10.0.0.1",
        "10:30:45",
        "std::vector::size",
        "::1",
        "a::b",
        "1234.5678.9012",
        "https://",
        "README.md",
        "example.com",
    ],
)
def test_leaves_what_looks_like_one(found, source):
    """File and module names, versions, times and code are no network addresses."""
    assert found(source) == []


def test_what_stands_in_a_url_is_found_too(found):
    """A policy may keep URLs, so an e-mail address in one is a candidate of its own."""
    assert ("EMAIL", "alice@example.com") in found("https://example.org/?to=/alice@example.com")
