"""Faults of responses: how stubs make them, and what clients of HTTP/1 and HTTP/2 must see."""
import dataclasses

from answers import Answer, Case, TOLERANCE
from http1 import message

#: The body of every answer with a fault.
BODY = b"0123456789abcdef"
GARBAGE = bytes.fromhex("80a5caef14395e83a8cdf2173c6186abd0f51a3f6489aed3f81d42678cb1d6fb")
STATUS_LINE = b"HTTP/1.1 200 OK\r\n"
#: Time between two bytes of a slow head, in seconds.
PACE = 0.002

INTERNAL_ERROR, ENHANCE_YOUR_CALM = 2, 11


@dataclasses.dataclass
class Fault:
    """A fault, and what comes of it: parts of the answer and its end."""

    key: dict | str
    #: Over HTTP/1: whether the whole head comes, or so many bytes of it; what comes after it; whether FIN, RST
    #: or silence ends it.
    head: bool | int
    rest: bytes
    end: str
    #: Over HTTP/2: whether HEADERS come; the bytes of the body; how the stream ends.
    has_headers: bool
    body: bytes
    ending: str
    code: int | None = None
    #: A line that the head over HTTP/1 has to contain.
    line: bytes = b""
    #: The values of Content-Length over HTTP/2, where the library does not look at all of them.
    lengths: str | None = None


FAULTS = {
    "never-answer": Fault("neverAnswer", False, b"", "silence", False, b"", "silence"),
    "empty": Fault("emptyResponse", False, b"", "FIN", False, b"", "reset", INTERNAL_ERROR),
    "reset": Fault("reset", False, b"", "RST", False, b"", "reset", INTERNAL_ERROR),
    "reset-in-head": Fault({"type": "reset", "insideHead": 20}, 20, b"", "RST", False, b"", "reset",
                           INTERNAL_ERROR),
    "reset-in-body": Fault({"type": "reset", "after": 4}, True, BODY[:4], "RST", True, BODY[:4], "reset",
                           INTERNAL_ERROR),
    "reset-half": Fault({"type": "reset", "after": "50%"}, True, BODY[:8], "RST", True, BODY[:8], "reset",
                        INTERNAL_ERROR),
    "close-in-body": Fault({"type": "close", "after": 4}, True, BODY[:4], "FIN", True, BODY[:4], "reset",
                           INTERNAL_ERROR),
    "half-close": Fault({"type": "halfClose", "after": 4}, True, BODY[:4], "FIN", True, BODY[:4], "reset",
                        INTERNAL_ERROR),
    "garbage": Fault("garbage", False, GARBAGE, "FIN", False, b"", "reset", INTERNAL_ERROR),
    "chunk": Fault("malformedChunk", True, b"not a chunk size\r\n", "FIN", True, b"", "reset",
                   INTERNAL_ERROR, b"Transfer-Encoding: chunked\r\n"),
    "longer": Fault({"type": "wrongLength", "by": 3}, True, BODY, "FIN", True, BODY, "malformed", None,
                    b"Content-Length: 19\r\n"),
    "shorter": Fault({"type": "wrongLength", "by": -3}, True, BODY, "FIN", True, BODY, "malformed", None,
                     b"Content-Length: 13\r\n"),
    "slow-head": Fault({"type": "slowHead", "every": "2ms"}, True, BODY, "FIN", True, BODY, "complete"),
    "stall-in-head": Fault({"type": "stall", "insideHead": 20}, 20, b"", "silence", False, b"", "silence"),
    "stall-in-body": Fault({"type": "stall", "after": 4}, True, BODY[:4], "silence", True, BODY[:4],
                           "silence"),
    "two-lengths": Fault("duplicateLength", True, BODY, "FIN", True, BODY, "complete", None,
                         b"Content-Length: 1\r\n", "16, 1"),
    "no-field": Fault("invalidHeader", True, BODY, "FIN", True, BODY, "malformed", None,
                      b"this is no header field\r\n"),
    "reset-stream": Fault({"type": "resetStream", "code": "ENHANCE_YOUR_CALM", "after": 4}, True, BODY[:4],
                          "RST", True, BODY[:4], "reset", ENHANCE_YOUR_CALM),
    "go-away": Fault({"type": "goAway", "code": "INTERNAL_ERROR"}, False, b"", "FIN", False, b"", "goaway",
                     INTERNAL_ERROR),
}


def rules():
    """The stubs of all faults."""
    return {"stubs": [
        {"match": {"path": f"/fault/{name}"}, "respond": {"text": BODY.decode(), "fault": fault.key}}
        for name, fault in FAULTS.items()]}


def case(name):
    """The request that gets a fault."""
    return Case("fault", "GET", f"/fault/{name}")


def is_enough(fault):
    """Whether bytes over HTTP/1 are all that comes before silence."""
    def check(received):
        if fault.head is True:
            head, end, rest = received.partition(b"\r\n\r\n")
            return bool(end) and len(rest) >= len(fault.rest)
        return len(received) >= int(fault.head)
    return check


def differences(name, received, end, seconds):
    """What is wrong with the bytes over HTTP/1, in words."""
    fault, found = FAULTS[name], []
    if end != fault.end:
        found.append(f"expected {fault.end}, got {end}")
    head, blank, rest = received.partition(b"\r\n\r\n")
    if fault.head is True:
        if not received.startswith(STATUS_LINE) or not blank:
            found.append(f"expected a head, got {received[:80]!r}")
        if fault.line not in head + b"\r\n":
            found.append(f"expected the line {fault.line!r} in {head!r}")
        if name == "slow-head" and seconds < (len(head) + 3) * PACE - TOLERANCE:
            found.append(f"a slow head of {len(head) + 4} bytes came within {seconds:.3f} s")
    elif fault.head:
        rest = b""
        if len(received) != fault.head or not received.startswith(STATUS_LINE):
            found.append(f"expected {fault.head} bytes of a head, got {received!r}")
    else:
        rest = received
    if rest != fault.rest:
        found.append(f"expected {fault.rest!r}, got {rest[:80]!r}")
    return found


def stream_differences(name, answer: Answer):
    """What is wrong with a stream of HTTP/2, in words."""
    fault, found = FAULTS[name], []
    if answer.ending != fault.ending or (fault.code is not None and answer.code != fault.code):
        found.append(f"expected {fault.ending} {fault.code}, got {answer.ending} {answer.code}")
    # The library tells nothing of what comes with a malformed message.
    if fault.ending == "malformed":
        return found
    if bool(answer.status) != fault.has_headers:
        found.append(f"expected HEADERS: {fault.has_headers}, got status {answer.status}")
    if fault.lengths and answer.field("content-length") != fault.lengths:
        found.append(f"expected content-length {fault.lengths}, got {answer.field('content-length')}")
    if answer.body != fault.body:
        found.append(f"expected {fault.body!r}, got {answer.body[:80]!r}")
    return found


def request(name):
    """The bytes that ask for a fault over HTTP/1."""
    return b"".join(message(case(name)))
