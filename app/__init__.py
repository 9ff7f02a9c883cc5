"""The service: HTTP edge, deterministic tokenizer, sealed store."""
