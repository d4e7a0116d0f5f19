"""Conformance to HTTP/1 (RFC 9112, RFC 9110)."""
from http1_cases import CASES
from wire import Wire

PROBE = b"GET /good HTTP/1.1\r\nHost: probe\r\n\r\n"


def run_case(port, data, statuses, stays):
    """What is different from what was expected, or nothing."""
    with Wire(port) as wire:
        wire.send(data)
        found = []
        for method in methods(data, len(statuses)):
            answer = wire.answer(method)
            found.append(answer and answer.status)
        if any(status not in alternatives(wanted) for status, wanted in zip(found, statuses)):
            return f"expected {statuses}, got {found}"
        if stays is None:
            return ""
        if not stays:
            return "" if wire.is_closed() else "the connection stays open"
        wire.send(PROBE)
        answer = wire.answer()
        return "" if answer and answer.status == 200 else "the connection does not stay usable"


def alternatives(status):
    return status if isinstance(status, tuple) else (status,)


def methods(data, count):
    """The methods of the requests, to know which answers have no body; the last one repeats."""
    found = [line.split(b" ")[0] for line in data.split(b"\r\n") if b" HTTP/1." in line]
    return (found + [found[-1] if found else b"GET"] * count)[:count]


def conformance(stage):
    server = stage.serve()
    for name, data, statuses, stays in CASES:
        try:
            problem = run_case(server.port, data, statuses, stays)
        except (OSError, EOFError, ValueError) as error:
            problem = f"{type(error).__name__}: {error}"
        stage.expect(f"HTTP/1, {name}", not problem, problem)
    stage.expect("the server lives", server.is_alive)


CHECKS = [("http1", conformance)]
