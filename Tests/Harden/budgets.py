"""Requests that cost much memory or work: the budgets answer for them, and others go on."""
import json
import threading
import time

from frames import DATA, HEADERS, RST_STREAM, SETTINGS, WINDOW_UPDATE, Frames, frame, request
from table import megabytes
from wire import ask

#: What the memory must stay below.
MOST = 600e6
LARGE = 60_000_000
#: How long streams are fed, and how long an answer may take, in seconds.
SECONDS = 4
LIMIT = 60

NESTED = "{{#each (range 1 1000)}}" * 3 + "{{/each}}" * 3


def stub(path, conditions, response):
    return {"match": {"path": path, **conditions}, "respond": response}


FOUND = {"text": "found"}
STUBS = [
    stub("/whole", {"body": {"contains": "the end"}}, FOUND),
    stub("/json", {"json": [1, 2, 3]}, FOUND),
    stub("/xpath", {"xpath": {'//*//*//*//*[.="x"]': {"present": True}}}, FOUND),
    stub("/json-path", {"jsonPath": {f"$..*..*..*[?@.n == {number}]": {"present": True}
                                     for number in range(20)}}, FOUND),
    stub("/template", {}, {"text": NESTED, "template": True}),
    stub("/glob", {"body": {"glob": "*a" * 30 + "b"}}, FOUND),
    *(stub("/miss", {"json": {"number": number}}, FOUND) for number in range(25)),
    *(stub("/miss", {"jsonPath": {f"$[{number}].a": {"equals": "1"}}}, FOUND) for number in range(24)),
]


def serve(stage):
    (stage.folder / "budgets.json").write_text(json.dumps({"stubs": STUBS}), encoding="utf-8")
    return stage.serve(files=("stubs.yaml", "budgets.json"))


def post(path, body):
    return f"POST {path} HTTP/1.1\r\nHost: a\r\nContent-Length: {len(body)}\r\n\r\n".encode() + body


def is_within(stage, server):
    stage.expect("the server lives", server.is_alive)
    stage.expect(f"memory stays below {megabytes(MOST)}", server.peak < MOST, megabytes(server.peak))
    stage.measured(f"{megabytes(server.peak)} at most")


def costly(path, body):
    """One request whose answer costs much; it comes, whatever its status."""
    def check(stage):
        server = serve(stage)
        begun = time.monotonic()
        answer = ask(server.port, post(path, body()), limit=LIMIT)
        stage.expect("an answer comes", answer)
        stage.measured(f"status {answer.status} after {time.monotonic() - begun:.2f} s")
        is_within(stage, server)
    return check


def whole_bodies(stage):
    """30 bodies of 60 MB at once, which a condition needs to their last byte."""
    server, found = serve(stage), []
    data = post("/whole", bytes(LARGE) + b"the end")

    def send():
        answer = ask(server.port, data, limit=LIMIT)
        found.append(answer and answer.status)

    threads = [threading.Thread(target=send) for _ in range(30)]
    begun = time.monotonic()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for status in found:
        stage.expect("a body is taken or refused", status in (200, 413, 503), f"status {status}")
    stage.expect("all are answered", len(found) == 30, f"{len(found)} of 30")
    stage.measured(f"{found.count(200)} of 30 taken in {time.monotonic() - begun:.1f} s")
    is_within(stage, server)


class Feeder:
    """A connection that sends bodies on 100 streams, as far as the windows are open."""

    def __init__(self, port):
        self.frames = Frames(port)
        self.streams = list(range(1, 200, 2))
        self.windows = dict.fromkeys(self.streams, 65_535)
        self.window = 65_535
        self.sent = 0
        self.answers = 0

    def read(self):
        """Takes note of what the server has sent; whether the connection goes on."""
        found = self.frames.read(0.001)
        while found:
            if found.kind == WINDOW_UPDATE:
                count = int.from_bytes(found.payload, "big")
                if found.stream:
                    self.windows[found.stream] += count
                else:
                    self.window += count
            elif found.kind == SETTINGS and not found.flags:
                for start in range(0, len(found.payload), 6):
                    if found.payload[start:start + 2] == b"\0\4":
                        more = int.from_bytes(found.payload[start + 2:start + 6], "big") - 65_535
                        self.windows = {number: size + more for number, size in self.windows.items()}
            elif found.kind in (HEADERS, RST_STREAM):
                self.answers += 1
                self.windows[found.stream] = -1 << 40
            found = self.frames.read(0.001)

    def feed(self, end):
        for number in self.streams:
            self.frames.send(request(
                number, ("content-length", str(LARGE)), method="POST", path="/whole", end=False))
        piece = bytes(16_384)
        while time.monotonic() < end:
            self.read()
            for number in self.streams:
                while self.windows[number] >= len(piece) and self.window >= len(piece):
                    if not self.frames.send(frame(DATA, 0, number, piece)):
                        return
                    self.windows[number] -= len(piece)
                    self.window -= len(piece)
                    self.sent += len(piece)


def stream_bodies(stage):
    """100 streams of a connection, each with a body of 60 MB, which a condition needs."""
    server = serve(stage)
    feeder = Feeder(server.port)
    feeder.feed(time.monotonic() + SECONDS)
    stage.expect("bodies are taken until memory is short", feeder.sent > LARGE, megabytes(feeder.sent))
    stage.measured(f"{megabytes(feeder.sent)} taken of 100 streams in {SECONDS} s")
    is_within(stage, server)
    feeder.frames.socket.close()


CHECKS = [
    ("bodies-http1", whole_bodies), ("bodies-http2", stream_bodies),
    ("budget-json", costly("/json", lambda: b"[" + b"1," * (LARGE // 2) + b"1]")),
    ("budget-json-30-MB", costly("/json", lambda: b"[" + b"1," * (LARGE // 4) + b"1]")),
    ("budget-misses", costly("/miss", lambda: b"[" + b"1," * (LARGE // 2) + b"1]")),
    ("budget-misses-30-MB", costly("/miss", lambda: b"[" + b"1," * (LARGE // 4) + b"1]")),
    ("budget-xpath", costly("/xpath", lambda: b"<a>" + b"<b><c>y</c></b>" * 36_000 + b"</a>")),
    ("budget-xpath-deep", costly("/xpath", lambda: b"<a>" * 200 + b"<b>y</b>" * 60_000 + b"</a>" * 200)),
    ("budget-json-path", costly(
        "/json-path", lambda: json.dumps([[[{"n": "x"}] * 10] * 100] * 400).encode())),
    ("budget-template", costly("/template", lambda: b"")),
    ("budget-glob", costly("/glob", lambda: b"a" * 100_000)),
]
