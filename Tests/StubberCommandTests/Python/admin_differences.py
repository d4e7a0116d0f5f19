"""Where this server answers otherwise than WireMock 2.35.1, each with the reason."""

REASONS = {}

DIFFERENCES = {}
