"""What a check looks at: worlds, where goals come from, decisions, and how a failure reads."""
