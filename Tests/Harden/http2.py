"""Conformance to HTTP/2 (RFC 9113), with frames written by hand."""
import time

from expectations import Seen
from frames import ACK, DATA, END_STREAM, GOAWAY, HEADERS, PING, PREFACE, RST_STREAM, Frames, code_name
from frames import ping, settings
from http2_cases import CASES

#: How long what must come may take.
LIMIT = 2
MARK = b"harden!!"


def watch(frames, seen, holds):
    """Reads until the condition holds, the connection ends, or the time is over."""
    end = time.monotonic() + LIMIT
    while not holds(seen) and not seen.is_closed and (left := end - time.monotonic()) > 0:
        found = frames.read(left)
        if not found:
            seen.is_closed = time.monotonic() < end
            continue
        if found.kind == GOAWAY:
            seen.goaway = code_name(found.payload, 4)
        elif found.kind == RST_STREAM:
            seen.resets[found.stream] = code_name(found.payload)
        elif found.kind == HEADERS:
            status = frames.status(found)
            if status >= 200:
                seen.statuses[found.stream] = status
        elif found.kind == PING and found.flags & ACK and found.payload == MARK:
            seen.is_acknowledged = True
        if found.kind in (HEADERS, DATA) and found.flags & END_STREAM:
            seen.ended.add(found.stream)


def run_case(port, steps, holds, preface):
    """What was seen, and whether it is what must come."""
    seen = Seen()
    with Frames(port, preface=preface) as frames:
        for step in steps:
            if isinstance(step, int):
                watch(frames, seen, lambda seen: step in seen.ended)
            else:
                frames.send(step)
        if preface.endswith(settings()):
            frames.send(ping(MARK))
        watch(frames, seen, holds)
    return str(seen), holds(seen)


def conformance(stage):
    server = stage.serve()
    for name, steps, (words, holds), *preface in CASES:
        try:
            seen, result = run_case(server.port, steps, holds, *preface or [PREFACE + settings()])
        except Exception as error:  # What cannot be read was not as it must be.
            seen, result = f"{type(error).__name__}: {error}", False
        stage.expect(f"HTTP/2, {name}", result, f"expected {words}, got {seen}")
    stage.expect("the server lives", server.is_alive)


CHECKS = [("http2", conformance)]
