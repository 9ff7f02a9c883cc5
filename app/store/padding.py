"""Padding, so that the length of a record tells little about what it holds.

Padmé: Nikitin et al., "Reducing Metadata Leakage from Encrypted Files and Communication with PURBs", PoPETs 2019(4), section 4.
A length keeps only as many leading bits as its exponent has digits: at most 12 % are added, and O(log log n) bits leak. Below
256 bytes, where one or two names would still differ in size, all contents look alike.
"""

_SMALLEST = 256  # bytes
_MARK = b"\x80"  # ISO/IEC 7816-4: one mark, then zeros, is unambiguous for every content


def padded_length(length: int) -> int:
    """Return the Padmé length in bytes for `length` bytes, at least 256."""
    if length <= _SMALLEST:
        return _SMALLEST
    exponent = length.bit_length() - 1
    dropped = exponent - exponent.bit_length()
    mask = (1 << dropped) - 1
    return (length + mask) & ~mask


def pad(content: bytes) -> bytes:
    """Return `content`, the mark, and zeros up to the padded length."""
    marked = content + _MARK
    return marked.ljust(padded_length(len(marked)), b"\0")


def unpad(padded: bytes) -> bytes:
    """Return what `pad` was given. Raises `ValueError` for what it did not make."""
    end = padded.rindex(_MARK)
    if len(padded) != padded_length(end + 1) or padded.count(0, end) != len(padded) - end - 1:
        raise ValueError("not padded content")
    return padded[:end]
