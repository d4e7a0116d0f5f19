"""Requests with the answers that they must get, made from a seed, and the comparison of both."""
import dataclasses
import json
import random

#: The files of bodies that stubs answer with, and their sizes.
SIZES = {"empty": 0, "one": 1, "small": 1_000, "medium": 40_000, "large": 400_000}

#: How much earlier than its delay an answer may be, in seconds: clocks are read on both sides.
TOLERANCE = 0.001


@dataclasses.dataclass
class Case:
    """A request and what its answer must be."""

    kind: str
    method: str
    target: str
    headers: dict = dataclasses.field(default_factory=dict)
    body: bytes = b""
    status: int = 200
    fields: dict = dataclasses.field(default_factory=dict)
    answer: bytes = b""
    #: The answer is only the start of the body; `{scheme}` in it is that of the connection.
    is_start: bool = False
    #: The body is sent with `Transfer-Encoding: chunked` over HTTP/1.
    is_chunked: bool = False
    #: Seconds from the request before which neither head nor end of the answer may come.
    head_after: float = 0
    end_after: float = 0


@dataclasses.dataclass
class Answer:
    """What a client got; times are seconds since the request was sent."""

    scheme: str
    status: int = 0
    headers: list = dataclasses.field(default_factory=list)
    body: bytes = b""
    head_time: float = 0
    end_time: float = 0
    #: Over HTTP/2, how the stream ended: complete, reset, silence, goaway or malformed.
    ending: str = "complete"
    code: int | None = None

    def field(self, name):
        """The values of a header field, joined by commas as RFC 9110 does; `None` if absent."""
        values = [value for key, value in self.headers if key.lower() == name.lower()]
        return ", ".join(values) if values else None


def differences(case, answer):
    """What is wrong with an answer, in words; an empty list if nothing is."""
    found = []
    if answer.ending != "complete":
        found.append(f"ended with {answer.ending} {answer.code}")
    if answer.status != case.status:
        found.append(f"expected status {case.status}, got {answer.status}")
    for name, value in case.fields.items():
        if answer.field(name) != value:
            found.append(f"expected {name}: {value}, got {answer.field(name)}")
    expected, body = case.answer, answer.body
    if case.is_start:
        expected = expected.replace(b"{scheme}", answer.scheme.encode())
        body = body[: len(expected)]
    if body != expected:
        found.append(f"expected {len(expected)} bytes, got {len(answer.body)}, which differ from "
                     f"byte {first_difference(expected, body)} on: {answer.body[:120]!r}")
    if answer.head_time < case.head_after - TOLERANCE:
        found.append(f"head after {answer.head_time:.4f} s, before {case.head_after:.4f} s")
    if answer.end_time < case.end_after - TOLERANCE:
        found.append(f"end after {answer.end_time:.4f} s, before {case.end_after:.4f} s")
    return found


def first_difference(expected, body):
    """The index of the first byte that differs."""
    for index, (one, other) in enumerate(zip(expected, body)):
        if one != other:
            return index
    return min(len(expected), len(body))


class Bodies:
    """Bytes that follow from the seed."""

    def __init__(self, seed):
        self.named = {name: random.Random(f"{seed}/{name}").randbytes(size)
                      for name, size in SIZES.items()}

    def some(self, random, longest):
        """Any part of the largest body."""
        length = int(longest * random.random() ** 3)
        start = random.randrange(SIZES["large"] - length)
        return self.named["large"][start : start + length]


def text(random, bodies):
    word = f"w{random.randrange(10**9)}"
    return Case("text", "GET", f"/text/{word}", answer=f"text {word}".encode(),
                fields={"X-Soak": f"<{word}>", "Content-Type": "text/plain; charset=utf-8"})


def whole_file(random, bodies):
    name = random.choice(["empty", "one", "small", "small", "medium", "medium", "large"])
    method = random.choice(["GET", "GET", "HEAD"])
    fields = {"Content-Type": "application/octet-stream"}
    # The length of an empty body may be left out of the answer to HEAD (RFC 9110 §9.3.2).
    if method == "GET" or SIZES[name]:
        fields["Content-Length"] = str(SIZES[name])
    return Case("file", method, f"/files/{name}", answer=bodies.named[name] if method == "GET" else b"",
                fields=fields)


def part_of_file(random, bodies):
    name = random.choice(["small", "medium", "large"])
    first = random.randrange(SIZES[name])
    last = min(SIZES[name] - 1, first + random.randrange(20_000))
    return Case("range", "GET", f"/files/{name}", {"Range": f"bytes={first}-{last}"}, status=206,
                answer=bodies.named[name][first : last + 1],
                fields={"Content-Range": f"bytes {first}-{last}/{SIZES[name]}"})


def echo(random, bodies):
    body = bodies.some(random, 200_000)
    mark = f"m{random.randrange(10**9)}"
    return Case("echo", random.choice(["POST", "PUT"]), "/echo", {"X-Mark": mark}, body, answer=body,
                fields={"X-Mark": mark}, is_chunked=random.random() < 0.3)


def order(random, bodies):
    number = random.randrange(1, 10**6)
    tags = [f"t{random.randrange(1000)}" for _ in range(random.randrange(1, 50))]
    body = json.dumps({"item": {"id": number, "tags": tags}, "note": "x" * random.randrange(5000)})
    answer = json.dumps({"order": str(number), "first": tags[0]}, separators=(",", ":"))
    return Case("JSON", "POST", "/orders", {"Content-Type": "application/json"}, body.encode(), 201,
                {"Content-Type": "application/json"}, answer.encode())


def refused_order(random, bodies):
    body = json.dumps({"item": {"id": -random.randrange(1, 10**6), "tags": []}})
    return Case("JSON", "POST", "/orders", {"Content-Type": "application/json"}, body.encode(), 422)


def feed(random, bodies):
    title = f"News {random.randrange(10**6)}"
    body = f'<feed xmlns="urn:f"><title>{title}</title>{"<entry/>" * random.randrange(100)}</feed>'
    return Case("XML", "POST", "/feeds", {"Content-Type": "text/xml"}, body.encode(), 202)


def form(random, bodies):
    number = random.randrange(10**6)
    return Case("form", "POST", "/login", {"Content-Type": "application/x-www-form-urlencoded"},
                f"user=ann%20{number}&kind=a%2Bb".encode(), answer=f"hello ann {number}".encode())


def search(random, bodies):
    page = random.randrange(1, 40)
    answer = f"page {page}" if page >= 10 else "first pages"
    return Case("query", "GET", f"/search?debug=%20&page={page}", answer=answer.encode(),
                headers={"Accept-Encoding": "br, gzip"})


def chunks(random, bodies):
    return Case("chunks", "GET", "/chunks", answer=b"onetwothree")


def events(random, bodies):
    return Case("events", "GET", "/events", fields={"Content-Type": "text/event-stream"},
                answer=b'data: one\n\nevent: stock\nid: 7\ndata: {"left":3}\n\n')


def redirect(random, bodies):
    return Case("redirect", "GET", "/old", status=301, fields={"Location": "/text/new"})


def nothing(random, bodies):
    return Case("no content", "DELETE", "/text/gone", status=204)


def unmatched(random, bodies):
    target = f"/nothing/{random.randrange(10**6)}"
    return Case("unmatched", "GET", target, {"Host": "soak.test"}, status=404, is_start=True,
                answer=f"No stub matches GET {{scheme}}://soak.test{target}\n".encode())


#: Makers of cases, each as often as it is listed.
MAKERS = [text, text, text, whole_file, whole_file, part_of_file, echo, echo, order, order, refused_order,
          feed, form, search, chunks, events, redirect, nothing, unmatched]
#: Those whose answers a recording keeps byte by byte, and that are not large.
RECORDED = [text, text, order, refused_order, form, search, redirect, nothing, feed]


def some_case(random, bodies, makers=MAKERS):
    """Any case."""
    return random.choice(makers)(random, bodies)
