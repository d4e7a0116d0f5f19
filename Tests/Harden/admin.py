"""Requests to the admin API that cost much: they have one limit, threads of their own, and end with their clients."""
import base64
import json
import subprocess
import threading
import time

from server import STUBBER
from table import LONGEST, milliseconds
from wire import Wire, ask

#: How many requests at once, how long one may take, and how long the work of a client that left, in seconds.
MANY = 8
LIMIT = 60
LEFT = 15
#: The slowest answer that health may have beside them, in seconds.
SLOWEST = 2 * LONGEST
#: A body on which the bad pattern backtracks at each of its places.
BODY = b"a" * 16_000 + b"b"
BAD = {"method": "POST", "bodyPatterns": [{"matches": "(a+)+$"}]}
RULE = {"match": {"path": "/a"}, "respond": {"GET": {"status": 204}}}


def unknown(count, also=None):
    """An object with so many members that mean nothing."""
    return {**(also or {}), **{f"unknown{number}": 1 for number in range(count)}}


def request(method, path, body=b"", *fields):
    lines = [f"{method} {path} HTTP/1.1", "Host: 127.0.0.1", f"Content-Length: {len(body)}", *fields, "", ""]
    return "\r\n".join(lines).encode() + body


def admin(method, path, document=b""):
    body = document if isinstance(document, bytes) else json.dumps(document).encode()
    return request(method, f"/__admin{path}", body)


class Health:
    """Asks for `/health` again and again; the slowest answer."""

    def __init__(self, port):
        self.port, self.slowest, self.count, self.isOver = port, 0, 0, False
        self.thread = threading.Thread(target=self.run)
        self.thread.start()

    def run(self):
        while not self.isOver:
            begun = time.monotonic()
            answer = ask(self.port, admin("GET", "/health"), limit=LIMIT)
            self.slowest = max(self.slowest, time.monotonic() - begun)
            self.count += bool(answer and answer.status == 200)
            time.sleep(0.02)

    def stop(self):
        self.isOver = True
        self.thread.join()


def processor(server):
    """The seconds that the server has taken of processors."""
    with open(f"/proc/{server.process.pid}/stat", encoding="ascii") as file:
        fields = file.read().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / 100


def rests(server):
    """How long it takes, in seconds, until the server takes next to no processor; `None` if too long."""
    begun = time.monotonic()
    while time.monotonic() - begun < LEFT:
        before = processor(server)
        time.sleep(0.5)
        # The good client takes some, too.
        if processor(server) - before < 0.15:
            return time.monotonic() - begun
    return None


def costly(data, status, bodies=0):
    """Eight requests at once: each is answered, `/health` does not wait, and none goes on for a client that left."""
    def check(stage):
        server = stage.serve()
        for _ in range(bodies):
            ask(server.port, request("POST", "/kept", BODY), limit=LIMIT)
        data_sent, times = data(), []

        def send():
            begun = time.monotonic()
            answer = ask(server.port, data_sent, limit=LIMIT)
            stage.expect("the request is answered", answer and answer.status == status,
                         answer and answer.status)
            times.append(time.monotonic() - begun)

        health = Health(server.port)
        threads = [threading.Thread(target=send) for _ in range(MANY)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        health.stop()
        stage.expect("health is answered", health.count)
        stage.expect("health does not wait", health.slowest < SLOWEST, milliseconds(health.slowest))
        for _ in range(MANY):
            with Wire(server.port) as wire:
                wire.send(data_sent)
        rest = rests(server)
        stage.expect("the work of clients that left ends", rest is not None)
        stage.expect("the server lives", server.is_alive)
        stage.measured(
            f"{min(times, default=0):.2f} to {max(times, default=0):.2f} s for {MANY} at once; "
            f"health in {milliseconds(health.slowest)} at most; idle {rest or LEFT:.1f} s after clients left")
    return check


def findings(stage):
    """`check` of a file with 300,000 unknown keys in one mapping."""
    (stage.folder / "unknown.json").write_text(
        json.dumps({"stubs": [{**RULE, "match": unknown(300_000)}]}), encoding="utf-8")
    begun = time.monotonic()
    found = subprocess.run([STUBBER, "check", "unknown.json"], cwd=stage.folder, capture_output=True,
                           timeout=LIMIT, check=False)
    stage.expect("the first hundred are told", found.stdout.count(b"unknown key") == 100)
    stage.expect("all are counted", b"300000 errors" in found.stdout, found.stdout[-200:])
    stage.measured(f"{time.monotonic() - begun:.2f} s")
    stage.serve()


def tokens(stage):
    """Empty tokens: no server starts with one, and none is let in without its own."""
    for option in ("--admin-token", "--admin-api-basic-auth"):
        for value in ("", " ", ":"):
            if option == "--admin-token" and value == ":":
                continue
            found = subprocess.run([STUBBER, "serve", "stubs.yaml", "--port", "0", option, value],
                                   cwd=stage.folder, capture_output=True, timeout=LIMIT, check=False)
            stage.expect(f"{option} {value!r} is refused", found.returncode == 2, found.stderr[-200:])
    server = stage.serve("--admin-token", "secret")
    basic = [base64.b64encode(text).decode() for text in (b":", b"admin:", b":secre", b"")]
    for field in ["Bearer", "Bearer ", "Basic", *(f"Basic {text}" for text in basic), ""]:
        answer = ask(server.port, request("GET", "/__admin/mappings", b"", f"Authorization: {field}"))
        stage.expect(f"{field!r} is refused", answer and answer.status == 401, answer and answer.status)
    stage.measured("no way in")


def mappings(count):
    return {"mappings": [{"request": unknown(1, {"url": "/"}), "response": {}} for _ in range(count)]}


CHECKS = [
    ("admin-unknown-members", costly(lambda: admin("POST", "/requests/count", unknown(30_000)), 422)),
    ("admin-unknown-rules", costly(
        lambda: admin("POST", "/check", {"stubs": [{**RULE, "match": unknown(30_000)}]}), 200)),
    ("admin-import", costly(lambda: admin("POST", "/mappings/import", mappings(2_000)), 422)),
    ("admin-count", costly(lambda: admin("POST", "/requests/count", BAD), 422, bodies=1_000)),
    ("admin-find", costly(lambda: admin("POST", "/requests/find", BAD), 422, bodies=1_000)),
    ("admin-near-misses", costly(
        lambda: admin("POST", "/near-misses/request-pattern", BAD), 422, bodies=1_000)),
    ("admin-draft", costly(
        lambda: admin("POST", "/explain/draft", {
            "rules": json.dumps({"stubs": [
                {"match": {"path": "/a", "body": {"regex": f"(a+)+{number}$"}},
                 "respond": {"POST": {"status": 204}}} for number in range(200)]}),
            "request": {"method": "POST", "url": "/a", "body": BODY.decode()}}), 200)),
    ("check-findings", findings), ("empty-tokens", tokens),
]
