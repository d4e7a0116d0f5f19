"""Clients that send or read slowly, and many that do nothing."""
import selectors
import socket
import time

from server import BIG
from table import megabytes
from wire import Wire, get

HEADS = 500
STALLED, DRIPPING = 200, 100
READERS = 100
IDLE = 10_000


def kilobytes(count, number):
    return f"{count / number / 1_000:,.1f} KB for each connection"


def connect(port, count, first=b""):
    """So many connections, on which something has been sent."""
    wires = []
    for _ in range(count):
        wires.append(Wire(port, limit=10))
        wires[-1].send(first)
    return wires


def close(wires):
    for wire in wires:
        wire.socket.close()


def statuses(wires, limit, drip=()):
    """Status and time of the answer that comes on each connection; drips are sent every half second."""
    selector = selectors.DefaultSelector()
    begun = time.monotonic()
    for number, wire in enumerate(wires):
        wire.socket.setblocking(False)
        selector.register(wire.socket, selectors.EVENT_READ, number)
    found, next_drip = {}, begun
    while len(found) < len(wires) and (now := time.monotonic()) < begun + limit:
        if now >= next_drip:
            next_drip += 0.5
            for number in set(drip) - set(found):
                try:
                    wires[number].socket.send(b"a")
                except OSError:
                    pass
        for key, _ in selector.select(0.1):
            try:
                data = wires[key.data].socket.recv(65_536)
            except ConnectionResetError:
                data = b""
            selector.unregister(key.fileobj)
            found[key.data] = (int(data[9:12] or b"0"), time.monotonic() - begun, data)
    return found


def heads(stage):
    """Heads that come byte by byte are given up after 15 seconds."""
    server = stage.serve()
    before = server.resident
    wires = connect(server.port, HEADS, b"GET /good HTTP/1.1\r\nX-Slow: ")
    found = statuses(wires, 20, drip=range(HEADS))
    for number in range(HEADS):
        status, seconds, _ = found.get(number, (0, 0, b""))
        stage.expect("a slow head is answered 408 after 15 s", status == 408 and 13 < seconds < 18,
                     f"status {status} after {seconds:.1f} s")
    stage.measured(kilobytes(server.peak - before, HEADS))
    close(wires)


def bodies(stage):
    """Bodies that stand still are given up after 30 seconds; those that go on slowly are not."""
    server = stage.serve()
    before = server.resident
    head = b"POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: %d\r\n\r\n"
    wires = connect(server.port, STALLED, head % 1_000_000 + bytes(1_000))
    wires += connect(server.port, DRIPPING, head % 40)
    found = statuses(wires, 35, drip=range(STALLED, STALLED + DRIPPING))
    for number in range(STALLED + DRIPPING):
        status, seconds, data = found.get(number, (0, 0, b""))
        if number < STALLED:
            stage.expect("a body that stands still is answered 408 after 30 s",
                         status == 408 and 28 < seconds < 33, f"status {status} after {seconds:.1f} s")
        else:
            stage.expect("a slow body is answered", status == 200 and data.endswith(b"a" * 40),
                         f"status {status} after {seconds:.1f} s")
    stage.measured(kilobytes(server.peak - before, STALLED + DRIPPING))
    close(wires)


def readers(stage):
    """Answers of 10 MB that are read at 10 KB/s do not pile up in memory."""
    server = stage.serve()
    before = server.resident
    wires = []
    for _ in range(READERS):
        wire = Wire(server.port)
        wire.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
        wire.send(b"GET /big HTTP/1.1\r\nHost: a\r\n\r\n")
        wires.append(wire)
    read = 0
    for _ in range(50):
        time.sleep(0.1)
        for wire in wires:
            read += len(wire.socket.recv(1_024))
    grown = server.peak - before
    stage.expect("slow readers are served", read >= READERS * 50 * 1_000, f"{read} bytes")
    stage.expect("memory is bounded", grown < 50e6, megabytes(grown))
    answer = get(server.port, "/big")
    stage.expect("an answer of 10 MB is whole", answer.body == bytes(range(250)) * (BIG // 250))
    stage.measured(kilobytes(grown, READERS))
    close(wires)


def idle(stage):
    """10,000 connections that have asked once, and stay."""
    server = stage.serve("--max-connections", "20000")
    before = server.resident
    wires = []
    try:
        for _ in range(IDLE):
            wires.append(Wire(server.port, limit=10))
            wires[-1].send(b"GET /empty HTTP/1.1\r\nHost: a\r\n\r\n")
    except OSError as error:
        # What the system allows, which the figure tells.
        stage.expect("5,000 connections at least", len(wires) >= 5_000, str(error))
    answered = sum(wire.answer().status == 204 for wire in wires)
    stage.expect("all are answered", answered == len(wires), f"{answered} of {len(wires)}")
    grown = server.resident - before
    for wire in wires[::10]:
        wire.send(b"GET /empty HTTP/1.1\r\nHost: a\r\n\r\n")
        answer = wire.answer()
        stage.expect("a connection that was idle is served", answer and answer.status == 204)
    stage.expect("memory is bounded", grown / len(wires) < 20e3, megabytes(grown))
    stage.measured(f"{len(wires):,} connections, {kilobytes(grown, len(wires))}")
    close(wires)


CHECKS = [("slow-heads", heads), ("slow-bodies", bodies), ("slow-readers", readers), ("idle", idle)]
