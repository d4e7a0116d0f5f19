"""Clients that ask at their pace and compare every answer, and what they report."""
import collections
import random
import shutil
import subprocess
import sys
import threading
import time

import answers
import http1
import http2

#: Names that TLS clients ask for; each gets a certificate of its own.
NAMES = ["localhost", *(f"host-{number}.test" for number in range(20))]


class Report:
    """Counts by kind of request, and the words of what was wrong."""

    def __init__(self, path):
        self.lock = threading.Lock()
        self.requests, self.wrong, self.errors = (collections.Counter() for _ in range(3))
        self.slowest, self.reloads = collections.defaultdict(float), []
        self.file = open(path, "w")

    def compared(self, kind, differences, seconds=0.0, about=""):
        """Counts an answer that was compared."""
        with self.lock:
            self.requests[kind] += 1
            self.slowest[kind] = max(self.slowest[kind], seconds)
            if differences:
                self.wrong[kind] += 1
                self.note("wrong", kind, about, "; ".join(differences))

    def failed(self, kind, about, error):
        """Counts a request that got no answer where one was due."""
        with self.lock:
            self.errors[kind] += 1
            self.note("error", kind, about, f"{type(error).__name__}: {error}")

    def note(self, *words):
        """Keeps the words of the first thousand."""
        if self.wrong.total() + self.errors.total() <= 1000:
            print(time.strftime("%H:%M:%S"), *words, sep="\t", file=self.file, flush=True)


class Actor(threading.Thread):
    """A thread that takes a step so many times a second, at random times that follow from the seed."""

    def __init__(self, soak, name, per_second):
        super().__init__(name=name, daemon=True)
        self.soak, self.per_second = soak, per_second
        self.random = random.Random(f"{soak.seed}/{name}")

    def run(self):
        due = time.monotonic() + self.random.random()
        while not self.soak.stop.wait(max(0, due - time.monotonic())):
            self.attempt(self.step) or self.attempt(self.close)
            # One that is late does not catch up, so that a busy machine is not made busier.
            due = max(due, time.monotonic() - 1) + self.random.expovariate(self.per_second)
        self.attempt(self.close)

    def attempt(self, action):
        """Whether it succeeded; whatever goes wrong, also in the client itself, is an error of the run."""
        try:
            action()
            return True
        except Exception as error:
            self.soak.report.failed(self.name, "", error)
            return False

    def step(self):
        """One request or a few, compared."""
        raise NotImplementedError

    def close(self):
        """Lets go of connections."""

    def case(self):
        """Any request."""
        return answers.some_case(self.random, self.soak.bodies)

    def compare(self, case, answer, kind=None):
        """Compares an answer and counts it."""
        self.soak.report.compared(f"{kind or self.name}: {case.kind}", answers.differences(case, answer),
                                  answer.end_time, f"{case.method} {case.target}")


class Clients(Actor):
    """Asks `batch` requests at once, on connections for up to `lives` batches."""

    def __init__(self, soak, name, per_second, protocol=http1, lives=1, batch=1, secure=False):
        super().__init__(soak, name, per_second)
        self.protocol, self.lives, self.batch, self.secure = protocol, lives, batch, secure
        self.connection, self.left = None, 0

    def step(self):
        if not (self.connection and self.connection.is_open and self.left):
            self.close()
            self.connection = self.connect()
            self.left = self.random.randint(1, self.lives)
        self.left -= 1
        cases = [self.case() for _ in range(self.random.randint(1, self.batch))]
        if self.protocol is http1:
            found = self.connection.ask_all(cases, is_last=not self.left)
        else:
            found = self.connection.ask_all(cases)
        for case, answer in zip(cases, found):
            self.compare(case, answer)
        if not self.left:
            if self.protocol is http1 and not self.connection.is_over():
                self.soak.report.compared(self.name, ["bytes after the last answer"])
            self.close()

    def connect(self):
        server = self.soak.server
        if not self.secure:
            return self.protocol.Connection(server.port)
        context = self.soak.contexts[self.protocol is http2]
        return self.protocol.Connection(server.secure_port, context, self.random.choice(NAMES))

    def close(self):
        if self.connection:
            self.connection.close()
        self.connection = None


class Leavers(Actor):
    """Clients that leave in the middle of a request or of an answer; nothing is to be left of them."""

    def step(self):
        case = answers.Case("", "GET", self.random.choice(["/files/large", "/late/dribble", "/late/speed"]))
        if self.random.random() < 0.3:
            connection = http2.Connection(self.soak.server.port)
            connection.state.send_headers(1, [(":method", "GET"), (":scheme", "http"), (":path", case.target),
                                              (":authority", "localhost")], end_stream=True)
            connection.flush()
        else:
            connection = http1.Connection(self.soak.server.port)
            head = http1.message(case)[0]
            whole = self.random.random() < 0.6
            connection.socket.sendall(head if whole else head[: self.random.randrange(1, len(head))])
            if whole:
                connection.socket.recv(self.random.randrange(1, 10_000))
        connection.socket.close()
        self.soak.report.compared(self.name, [])


class Volume(Actor):
    """Many small requests at once by h2load, whose statuses are counted."""

    COUNT = 500

    def step(self):
        extra = self.random.choice([["--h1"], []])
        url = f"http://127.0.0.1:{self.soak.server.port}/text/volume"
        text = subprocess.run(["h2load", *extra, "-n", str(self.COUNT), "-c", "4", "-m", "10", url],
                              capture_output=True, text=True, timeout=http1.PATIENCE).stdout
        expected = f"{self.COUNT} succeeded, 0 failed, 0 errored, 0 timeout"
        with self.soak.report.lock:
            self.soak.report.requests[f"{self.name}: status only"] += self.COUNT - 1
        self.soak.report.compared(f"{self.name}: status only",
                                  [] if expected in text else [f"expected {expected}, got {text[-600:]}"])


def clients(soak):
    """The clients of ordinary requests, with how often each asks in a second."""
    found = [
        Clients(soak, "keep-alive 1", 35, lives=200), Clients(soak, "keep-alive 2", 35, lives=1000),
        Clients(soak, "new connections", 8), Clients(soak, "pipelined", 2, lives=20, batch=5),
        Clients(soak, "HTTP/2", 5, http2, lives=100, batch=10),
        Clients(soak, "TLS", 10, lives=100, secure=True),
        Clients(soak, "TLS, new connections", 1, secure=True),
        Clients(soak, "TLS, HTTP/2", 1, http2, lives=20, batch=10, secure=True),
        Leavers(soak, "leaving clients", 1),
    ]
    if shutil.which("h2load"):
        found.append(Volume(soak, "h2load", 0.15))
    else:
        print("h2load is not installed: its requests are left out", file=sys.stderr)
    return found
