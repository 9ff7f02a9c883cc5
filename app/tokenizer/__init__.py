"""The deterministic tokenizer: pure, no I/O. Text and candidates in; masked text, mapping and spans out; and back."""


class StreamReassembler:
    """Placeholder until `stream.py` lands in this change."""

    def feed(self, piece: str) -> str:
        return piece

    def close(self) -> str:
        return ""
