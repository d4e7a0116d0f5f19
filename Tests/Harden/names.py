"""Certificates for 1,000 names, and servers that race to make one authority."""
import concurrent.futures
import socket
import ssl
import time

from server import Server
from table import megabytes

NAMES = 1_000
#: Servers that start at once with a folder that is not there yet, and how often.
RACERS, RACES = 2, 5


def handshake(port, name, authority):
    """The names of the certificate that a client of this name trusts, and the answer to a request."""
    context = ssl.create_default_context(cafile=str(authority))
    with socket.create_connection(("127.0.0.1", port), timeout=10) as plain, \
            context.wrap_socket(plain, server_hostname=name) as secure:
        found = secure.getpeercert()
        secure.sendall(b"GET /empty HTTP/1.1\r\nHost: %b\r\nConnection: close\r\n\r\n" % name.encode())
        status = secure.recv(1_000)[9:12]
    return [value for kind, value in found["subjectAltName"] if kind == "DNS"], status


def names(stage):
    folder = stage.folder / "authority"
    server = stage.serve("--https-port", "0", "--ca-directory", str(folder))
    authority = folder / "certificate.pem"
    handshake(server.secure_port, "first.example", authority)
    before, begun = server.resident, time.monotonic()
    asked = [f"name-{number}.site-{number % 7}.example" for number in range(NAMES)]
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda name: handshake(server.secure_port, name, authority), asked))
    seconds = time.monotonic() - begun
    for name, (alternatives, status) in zip(asked, found):
        stage.expect("the certificate names the host", name in alternatives and status == b"204",
                     f"{name}: {alternatives}, {status}")
    grown = server.resident - before
    stage.expect("memory is bounded", grown < 50e6, megabytes(grown))
    stage.measured(f"{NAMES:,} names in {seconds:.1f} s, {grown / NAMES / 1_000:.1f} KB for each name")


def race(stage):
    """Servers that start at once with one new folder have the same authority."""
    stage.serve()
    for number in range(RACES):
        folder = stage.folder / f"race-{number}"
        arguments = ["serve", "stubs.yaml", "--quiet", "--port", "0", "--json", "--https-port", "0",
                     "--ca-directory", str(folder)]
        with concurrent.futures.ThreadPoolExecutor(RACERS) as pool:
            servers = list(pool.map(lambda _: Server(arguments, stage.folder), range(RACERS)))
        try:
            for server in servers:
                try:
                    alternatives, status = handshake(
                        server.secure_port, "race.example", folder / "certificate.pem")
                    holds, words = "race.example" in alternatives and status == b"204", f"{alternatives}"
                except ssl.SSLError as error:
                    holds, words = False, str(error)
                stage.expect("its certificate is trusted with the authority of the folder", holds, words)
        finally:
            for server in servers:
                server.stop()
        mode = (folder / "key.pem").stat().st_mode & 0o777 if (folder / "key.pem").exists() else None
        stage.expect("only the user can read the key", mode in (None, 0o600), oct(mode or 0))
    stage.measured(f"{RACES} races of {RACERS} servers")


CHECKS = [("names", names), ("authority-race", race)]
