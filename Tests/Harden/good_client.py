#!/usr/bin/env python3
"""A client that behaves: asks a server every few milliseconds and compares each answer.

  good_client.py PORT

It ends with its standard input, and prints how long each answer took and what went wrong. The time of
an answer counts from the moment that its request was due, so that a server that stands still for a
second is late for all requests of that second.
"""
import json
import os
import select
import socket
import sys
import time

PAUSE = 0.005
#: How long an answer may take before it counts as an error.
LIMIT = 10

REQUEST = b"GET /good HTTP/1.1\r\nHost: good.example\r\n\r\n"
BODY = b"All is well. " * 50


class Client:
    def __init__(self, port):
        self.port = port
        self.connection = None
        self.times = []
        self.errors = []

    def ask(self):
        """Sends one request and compares the answer, byte for byte."""
        if not self.connection:
            self.connection = socket.create_connection(("127.0.0.1", self.port), timeout=LIMIT)
            self.connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.connection.sendall(REQUEST)
        answer = b""
        while len(answer) < (end := answer.find(b"\r\n\r\n") + 4) + len(BODY) or end < 4:
            if end >= 4 and not answer.startswith(b"HTTP/1.1 200 OK\r\n"):
                break
            piece = self.connection.recv(65_536)
            if not piece:
                raise ConnectionError(f"closed after {len(answer)} bytes")
            answer += piece
        if not answer.startswith(b"HTTP/1.1 200 OK\r\n") or answer[end:] != BODY:
            raise ConnectionError(f"wrong answer: {answer[:80]!r}")

    def run(self):
        due = time.monotonic()
        while not select.select([sys.stdin], [], [], max(0, due - time.monotonic()))[0]:
            try:
                self.ask()
                self.times.append(round(time.monotonic() - due, 6))
            except OSError as error:
                self.errors.append(f"{type(error).__name__}: {error}")
                if self.connection:
                    self.connection.close()
                self.connection = None
                # What was due in the meantime is not asked for again.
                due = time.monotonic()
            due += PAUSE


def main():
    try:
        # Its own waiting for a processor says nothing about the server.
        os.nice(-10)
    except PermissionError:
        pass
    client = Client(int(sys.argv[1]))
    client.ask()
    print("ready", flush=True)
    client.run()
    json.dump({"times": client.times, "errors": client.errors}, sys.stdout)


if __name__ == "__main__":
    main()
