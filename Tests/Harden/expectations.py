"""What may come of frames, as words and a condition on what was seen."""


class Seen:
    """What the server has sent so far."""

    def __init__(self):
        self.goaway = None
        self.is_closed = False
        self.resets = {}
        self.statuses = {}
        self.ended = set()
        self.is_acknowledged = False

    def __str__(self):
        parts = [f"GOAWAY {self.goaway}" if self.goaway else "", "closed" if self.is_closed else ""]
        parts += [f"RST_STREAM {number} {code}" for number, code in list(self.resets.items())[:3]]
        parts += [f"{status} on {number}" for number, status in list(self.statuses.items())[:3]]
        return ", ".join(filter(None, parts)) or "nothing"


def connection(*codes):
    """A connection error (§5.4.1); `None` stands for a connection that just ends."""
    def holds(seen):
        return seen.is_closed and (seen.goaway in codes or None in codes)
    return f"a connection error {' or '.join(map(str, codes))}", holds


def stream(number, *codes):
    """A stream error (§5.4.2), or a connection error instead; `None` stands for any stream."""
    def holds(seen):
        resets = seen.resets.values() if number is None else [seen.resets.get(number)]
        return any(code in codes for code in resets) or seen.is_closed and seen.goaway in codes
    return f"a stream error {' or '.join(codes)}", holds


def malformed(number):
    """A malformed request (§8.1.1): a stream error, or an answer that says so."""
    _, is_error = stream(number, "PROTOCOL_ERROR")

    def holds(seen):
        return is_error(seen) or 400 <= seen.statuses.get(number, 0) < 500 and seen.statuses[number] != 404
    return "a stream error PROTOCOL_ERROR or a status 4xx", holds


def answer(number, status):
    def holds(seen):
        return seen.statuses.get(number) == status and number in seen.ended and not seen.goaway
    return f"status {status}", holds


def alive():
    def holds(seen):
        return seen.is_acknowledged and not (seen.resets or seen.goaway or seen.is_closed)
    return "no error", holds
