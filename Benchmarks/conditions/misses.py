#!/usr/bin/env python3
"""Measures what an unmatched request costs `stubber serve`, for each format and number of stubs.

  misses.py STUBBER [--sizes 10,1000,10000] [--formats own,wiremock] [--only TEXT]...
            [--markdown FILE]

Figures are microseconds of processor time, user and system, of the fastest round. The first row is a
request that a stub of the same format answers by its exact path; behind the others is their multiple
of it. Marked are multiples above the limit.
"""
import argparse
import pathlib
import re
import signal
import socket
import subprocess
import tempfile
import time

from bodies import BODIES
from formats import DOCUMENTS
from heads import HEADS

#: Rounds, the requests in each of them, and the connections that send at the same time.
ROUNDS, REQUESTS, CONNECTIONS = 6, 640, 32
#: The most that a miss may cost, as a multiple of a request that is answered.
LIMIT = 4

HIT = next(condition for condition in HEADS if condition.name == "exact path")
MISSES = [condition for condition in BODIES if condition.status == 404]


class Server:
    """`stubber serve` with its default options and its log in a file, while requests are sent."""

    def __init__(self, program, condition, name, count):
        self.folder = tempfile.TemporaryDirectory()
        document = pathlib.Path(self.folder.name, "stubs.json")
        document.write_text(condition.document(name, count), encoding="utf-8")
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.log = open(pathlib.Path(self.folder.name, "log"), "wb")
        self.process = subprocess.Popen(
            [program, "serve", document, "--port", str(self.port)], stdin=subprocess.DEVNULL,
            stdout=self.log, stderr=self.log)

    def __enter__(self):
        deadline = time.monotonic() + 120
        while time.monotonic() < deadline and self.process.poll() is None:
            try:
                socket.create_connection(("127.0.0.1", self.port)).close()
                return self
            except OSError:
                time.sleep(0.05)
        self.__exit__()
        raise SystemExit("error: stubber did not start")

    def __exit__(self, *_):
        self.process.send_signal(signal.SIGINT)
        self.process.wait()
        self.log.close()
        self.folder.cleanup()

    def busy(self):
        """The nanoseconds that processors were busy for it so far."""
        tasks = pathlib.Path(f"/proc/{self.process.pid}/task")
        return sum(int((task / "schedstat").read_text().split()[0]) for task in tasks.iterdir())

    def cost(self, condition, count):
        """The microseconds of a request, of the fastest round."""
        numbers = range(0, count, max(1, count // REQUESTS))
        messages = [encoded(condition.message(i)) for i in numbers]
        clients = [socket.create_connection(("127.0.0.1", self.port)) for _ in range(CONNECTIONS)]
        taken = []
        for _ in range(ROUNDS + 1):
            start = self.busy()
            for place in range(0, REQUESTS, CONNECTIONS):
                for number, client in enumerate(clients):
                    client.sendall(messages[(place + number) % len(messages)])
                for client in clients:
                    status = answered(client)
                    if status != condition.status:
                        raise SystemExit(f"error: expected {condition.status}, got {status}")
            taken.append((self.busy() - start) / REQUESTS / 1000)
        for client in clients:
            client.close()
        # The first round makes what is made once.
        return min(taken[1:])


def encoded(message):
    """The bytes of a request."""
    fields = {"Host": "127.0.0.1", **message["headers"]}
    body = message.get("body", "").encode()
    if body:
        fields["Content-Length"] = len(body)
    lines = [f"{message['method']} {message['path']} HTTP/1.1",
             *(f"{name}: {text}" for name, text in fields.items()), "", ""]
    return "\r\n".join(lines).encode() + body


def answered(client):
    """The status of the next response, which is read to its end."""
    received = b""
    while b"\r\n\r\n" not in received:
        received += client.recv(65536)
    head, _, body = received.partition(b"\r\n\r\n")
    length = int(re.search(rb"(?i)content-length: (\d+)", head)[1])
    while len(body) < length:
        body += client.recv(65536)
    return int(head.split()[1])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--sizes", default="10,1000,10000")
    parser.add_argument("--formats", default=",".join(DOCUMENTS))
    parser.add_argument("--only", action="append", default=[])
    parser.add_argument("--markdown", type=pathlib.Path)
    options = parser.parse_args()
    names = options.formats.split(",")
    lines, marked = [], 0

    def put(line):
        lines.append(line)
        print(line, flush=True)

    def cost(condition, name, count):
        with Server(options.program, condition, name, count) as server:
            return server.cost(condition, count)

    for count in map(int, options.sizes.split(",")):
        put(f"\nMicroseconds of a request among {count:,} stubs, and misses as multiples:\n")
        put("| request | " + " | ".join(names) + " |")
        put("|---|" + "--:|" * len(names))
        hits = {name: cost(HIT, name, count) for name in names}
        put(f"| {HIT.name} | " + " | ".join(f"{hits[name]:.0f}" for name in names) + " |")
        for condition in MISSES:
            if options.only and not any(text in condition.name for text in options.only):
                continue
            row = []
            for name in names:
                if not getattr(condition, name):
                    row.append("")
                    continue
                found = cost(condition, name, count)
                multiple = f"{found / hits[name]:.1f}"
                if found > LIMIT * hits[name]:
                    marked += 1
                    multiple = f"**{multiple}**"
                row.append(f"{found:.0f} · {multiple}")
            put(f"| {condition.name} | " + " | ".join(row) + " |")
    put(f"\n{marked} misses cost more than {LIMIT} hits.")
    if options.markdown:
        options.markdown.write_text("\n".join(lines) + "\n", encoding="utf-8")


main()
