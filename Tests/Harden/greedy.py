"""Clients over TLS that ask for much and do not read, or that do not end their handshake."""
import selectors
import socket
import ssl
import time

from table import megabytes
from wire import get

GREEDY = 1_000
HALF, SHAKEN = 500, 20
REQUEST = b"GET /big HTTP/1.1\r\nHost: localhost\r\n\r\n"


CONTEXT = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
CONTEXT.check_hostname, CONTEXT.verify_mode = False, ssl.CERT_NONE


def connect(port):
    return CONTEXT.wrap_socket(socket.create_connection(("127.0.0.1", port), timeout=30))


def secure(stage):
    return stage.serve("--https-port", "0", "--ca-directory", str(stage.folder / "ca"))


def tls(stage):
    """1,000 clients ask for 10 MB over TLS and do not read; others go on, over TLS too."""
    server = secure(stage)
    wires = [connect(server.secure_port) for _ in range(GREEDY)]
    before = server.resident
    for wire in wires:
        wire.sendall(REQUEST)
    begun, waits = time.monotonic(), []
    while time.monotonic() < begun + 5:
        start = time.monotonic()
        wire = connect(server.secure_port)
        wire.sendall(b"GET /good HTTP/1.1\r\nHost: localhost\r\n\r\n")
        stage.expect("a client over TLS is answered", wire.recv(100).startswith(b"HTTP/1.1 200 "))
        wire.close()
        waits.append(time.monotonic() - start)
        time.sleep(0.02)
    stage.expect("it is answered soon", max(waits) < 2, f"after {max(waits):.2f} s")
    grown = server.peak - before
    stage.expect("memory is bounded", grown < 300e6, megabytes(grown))
    stage.expect("an answer is whole", len(get(server.port, "/big").body) == 10_000_000)
    stage.measured(f"a new TLS client waits {max(waits):.2f} s at most; {megabytes(grown)} more memory")
    for wire in wires:
        wire.close()


def handshakes(stage):
    """500 handshakes that stand still are given up after 10 seconds; clients that have shaken hands are not."""
    server = secure(stage)
    before = server.resident
    shaken = [connect(server.secure_port) for _ in range(SHAKEN)]
    selector = selectors.DefaultSelector()
    begun = time.monotonic()
    for number in range(HALF):
        wire = socket.create_connection(("127.0.0.1", server.secure_port), timeout=30)
        # Nothing, or the start of a message of 512 bytes.
        wire.sendall([b"", b"\x16", b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"][number % 3])
        selector.register(wire, selectors.EVENT_READ)
    ends = []
    while len(ends) < HALF and time.monotonic() < begun + 20:
        for key, _ in selector.select(0.1):
            stage.expect("nothing is said", key.fileobj.recv(100) == b"")
            ends.append(time.monotonic() - begun)
            selector.unregister(key.fileobj)
            key.fileobj.close()
    stage.expect("all are given up", len(ends) == HALF, f"{len(ends)} of {HALF}")
    stage.expect("they have 10 s", ends and 9 < min(ends) and max(ends) < 13,
                 f"{min(ends, default=0):.1f} to {max(ends, default=0):.1f} s")
    for wire in shaken:
        wire.sendall(b"GET /good HTTP/1.1\r\nHost: localhost\r\n\r\n")
        stage.expect("a client that has shaken hands is served", wire.recv(100).startswith(b"HTTP/1.1 200 "))
        wire.close()
    stage.measured(f"{HALF} given up after {min(ends, default=0):.1f} to {max(ends, default=0):.1f} s; "
                   f"{(server.peak - before) / HALF / 1_000:,.1f} KB for each")


CHECKS = [("greedy-tls", tls), ("half-handshakes", handshakes)]
