"""Extraction: source text in, candidates out. Imports neither `app` nor `trainer`."""
