"""Clients that send as much as they can of what costs the server more than themselves."""
import socket
import struct
import threading
import time

from frames import CONTINUATION, DATA, END_HEADERS, END_STREAM, GOAWAY, HEADERS, PRIORITY, Frames
from frames import code_name, fields, frame, ping, pseudo, request, reset, settings, window
from table import megabytes
from wire import get

#: How long each flood lasts, and how many clients it has.
SECONDS = 4
CLIENTS = 4
#: What a flood may add to the memory of the server.
MOST = 100e6

#: Streams that are opened in one piece of a flood.
STREAMS = range(1, 2_001, 2)

OPEN = request(1, method="POST", path="/echo", end=False)
#: One field of 4,000 bytes for the table, and then 16,000 references to it, which are a byte each.
BOMB = b"\x40\x01x\x7f\xa1\x1e" + b"a" * 4_000 + b"\xbe" * 12_000

#: What each connection begins with, and what is then sent again and again.
FLOODS = {
    "reset": (b"", b"".join(request(number, path="/slow") + reset(number) for number in STREAMS)),
    "broken-streams": (b"", b"".join(
        request(number, path="/slow") + window(number, 0) for number in STREAMS)),
    "settings": (b"", settings((4, 65_535)) * 1_000),
    "ping": (b"", ping() * 1_000),
    "continuation": (frame(HEADERS, END_STREAM, 1, fields(*pseudo())),
                     frame(CONTINUATION, 0, 1, fields(("x-a", "a" * 1_000))) * 1_000),
    "empty-continuation": (frame(HEADERS, END_STREAM, 1, fields(*pseudo())),
                           frame(CONTINUATION, 0, 1) * 1_000),
    "empty-data": (OPEN, frame(DATA, 0, 1) * 1_000),
    "windows": (OPEN, (window(0, 1) + window(1, 1)) * 1_000),
    "priority": (OPEN, frame(PRIORITY, 0, 1, struct.pack(">IB", 0, 1)) * 1_000),
    "fields": (b"", b"".join(
        frame(HEADERS, END_HEADERS | END_STREAM, number, fields(*pseudo()) + BOMB)
        for number in STREAMS[:100])),
}


class Tally:
    """What all clients of a flood have done."""

    def __init__(self):
        self.bytes = 0
        self.connections = 0
        self.calmed = 0


def client(port, begin, piece, tally, end):
    """Floods connections, one after the other, and reads what comes back in between."""
    while time.monotonic() < end:
        try:
            with Frames(port, limit=5) as frames:
                tally.connections += 1
                frames.send(begin)
                frames.socket.settimeout(1)
                while time.monotonic() < end:
                    frames.socket.sendall(piece)
                    tally.bytes += len(piece)
                    while found := frames.read(0.001):
                        if found.kind == GOAWAY:
                            tally.calmed += code_name(found.payload, 4) == "ENHANCE_YOUR_CALM"
        except (TimeoutError, OSError):
            continue


def flood(stage, begin, piece):
    server = stage.serve()
    before, tally = server.resident, Tally()
    end = time.monotonic() + SECONDS
    together(lambda _: client(server.port, begin, piece, tally, end))
    survives(stage, server, before)
    stage.measured(f"{megabytes(tally.bytes)} sent on {tally.connections:,} connections, "
                   f"{tally.calmed:,} ended with ENHANCE_YOUR_CALM")


def survives(stage, server, before):
    """The server lives, its memory has not grown much, and new clients are served."""
    stage.expect("the server lives", server.is_alive)
    grown = server.peak - before
    stage.expect("memory is bounded", grown < MOST, megabytes(grown))
    try:
        answer = get(server.port, "/good")
    except OSError:
        answer = None
    stage.expect("a new client is served", answer and answer.status == 200)
    stage.measured(f"{megabytes(grown)} more memory")


def tiny_windows(stage):
    """5,000 answers of 10 MB whose windows open byte by byte."""
    server = stage.serve()
    before = server.resident
    connections = []
    for _ in range(50):
        frames = Frames(server.port)
        frames.send(settings((4, 0)) + b"".join(request(number, path="/big") for number in range(1, 200, 2)))
        connections.append(frames)
    end, opened, came = time.monotonic() + SECONDS, 0, 0
    while time.monotonic() < end:
        for frames in connections:
            frames.send(b"".join(window(number, 1) for number in range(1, 200, 2)))
            opened += 100
            frames.socket.settimeout(0.001)
            try:
                came += len(frames.socket.recv(1 << 18))
            except TimeoutError:
                pass
    survives(stage, server, before)
    stage.expect("the windows have let bytes through", came > opened, f"{came} bytes")
    stage.measured(f"5,000 streams, {opened:,} windows of a byte")
    for frames in connections:
        frames.socket.close()


def churn(stage, path):
    """Connections that ask for a path, or do not even ask, and are closed or reset at once."""
    server = stage.serve()
    before, counts = server.resident, [0] * CLIENTS
    head = f"GET {path} HTTP/1.1\r\nHost: a\r\n\r\n".encode()
    end = time.monotonic() + SECONDS

    def open_and_close(place):
        while time.monotonic() < end:
            try:
                with socket.create_connection(("127.0.0.1", server.port), timeout=5) as connection:
                    if counts[place] % 3:
                        connection.sendall(head)
                    if counts[place] % 2:
                        # Closing is then a reset.
                        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                    counts[place] += 1
            except OSError as error:
                stage.expect("a connection is accepted", False, str(error))
                return

    together(open_and_close)
    survives(stage, server, before)
    stage.measured(f"{sum(counts):,} connections")


def together(client):
    """Runs the clients of a flood, each with its number, to their end."""
    threads = [threading.Thread(target=client, args=(place,)) for place in range(CLIENTS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def flooding(begin, piece):
    return lambda stage: flood(stage, begin, piece)


CHECKS = [*((f"flood-{name}", flooding(*parts)) for name, parts in FLOODS.items()),
          ("flood-tiny-windows", tiny_windows), ("flood-connections", lambda stage: churn(stage, "/good")),
          ("flood-downloads", lambda stage: churn(stage, "/big"))]
