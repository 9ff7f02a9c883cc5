"""What the service tells about itself: logs, the audit line, metrics. None of it ever holds content."""
