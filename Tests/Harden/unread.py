"""Responses that clients ask for and do not read: together they take no more than is given to large bodies."""
import json
import socket
import threading
import time

from budgets import is_within, post
from frames import HEADERS, Frames, request
from wire import Wire

CLIENTS = 80
#: Of a request; the template of /made and of /copy makes 15 MB.
SIZE = 15_000_000
#: How long clients are left alone with what they do not read, in seconds.
SECONDS = 3

STUBS = [
    {"match": {"path": "/copy"}, "respond": {"text": "{{request.body}}", "template": True}},
    {"match": {"path": "/made"}, "respond": {
        "text": "{{#each (range 1 1000)}}" + "0123456789" * 1_500 + "{{/each}}", "template": True}},
]


def serve(stage, *files):
    (stage.folder / "unread.json").write_text(json.dumps({"stubs": STUBS}), encoding="utf-8")
    return stage.serve(files=("stubs.yaml", "unread.json", *files))


def send(port, data, found):
    """Sends a request from a client that reads nothing before it is told to."""
    wire = Wire(port, limit=60)
    found.append(wire)
    try:
        wire.socket.sendall(data)
    except OSError:
        # One that waits too long for memory is refused.
        pass


def unread(path, body):
    def check(stage):
        server = serve(stage)
        data, wires = post(path, body), []
        threads = [threading.Thread(target=send, args=(server.port, data, wires)) for _ in range(CLIENTS)]
        for thread in threads:
            thread.start()
        time.sleep(SECONDS)
        is_within(stage, server)
        # Each reads now, so that those who wait have their turn.
        statuses = []
        readers = [threading.Thread(target=read, args=(wire, statuses)) for wire in wires]
        for thread in readers:
            thread.start()
        for thread in [*threads, *readers]:
            thread.join()
        for status in statuses:
            stage.expect("an answer is whole or refused", status in (200, 503), f"status {status}")
        stage.expect("all are answered", len(statuses) == CLIENTS, f"{len(statuses)} of {CLIENTS}")
        stage.measured(f"{statuses.count(200)} of {CLIENTS} whole, the others 503")
    return check


def read(wire, statuses):
    try:
        answer = wire.answer()
        statuses.append(answer and answer.status)
    except (OSError, EOFError) as error:
        statuses.append(type(error).__name__)
    wire.socket.close()


def streams(stage):
    """100 streams whose windows stay shut."""
    server = serve(stage)
    frames, statuses = Frames(server.port), []
    for number in range(100):
        frames.send(request(2 * number + 1, path="/made"))
    end = time.monotonic() + 60
    while len(statuses) < 100 and time.monotonic() < end:
        found = frames.read(1)
        if found and found.kind == HEADERS:
            statuses.append(found)
    stage.expect("all are answered", len(statuses) == 100, f"{len(statuses)} of 100")
    is_within(stage, server)
    frames.socket.close()


def forwarded(stage):
    """Bodies that are forwarded to a server which does not read them."""
    deaf = socket.create_server(("127.0.0.1", 0), backlog=CLIENTS)
    target = f"http://127.0.0.1:{deaf.getsockname()[1]}"
    (stage.folder / "deaf.json").write_text(json.dumps(
        {"request": {"urlPath": "/deaf"}, "response": {"proxyBaseUrl": target}}), encoding="utf-8")
    server = serve(stage, "deaf.json")
    data, wires = post("/deaf", bytes(SIZE)), []
    for _ in range(CLIENTS):
        threading.Thread(target=send, args=(server.port, data, wires), daemon=True).start()
    time.sleep(2 * SECONDS)
    is_within(stage, server)
    for wire in wires:
        wire.socket.close()
    deaf.close()


CHECKS = [
    ("unread-echo", unread("/echo", bytes(SIZE))), ("unread-copy", unread("/copy", b"a" * SIZE)),
    ("unread-made", unread("/made", b"")), ("unread-streams", streams), ("unread-forwarded", forwarded),
]
