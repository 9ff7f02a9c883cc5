"""The rule extractor: hand-written recognizers, one file a family, that share cues, scores and one folded copy of the text."""

from model.rules.extractor import RuleExtractor

__all__ = ["RuleExtractor"]
