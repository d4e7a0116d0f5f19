"""Clients that meet faults of responses and of TLS, and clients that send malformed requests."""
import ssl
import time

import faults
import http1
import http2
from answers import some_case
from traffic import Actor

#: Requests that no server may take, with the status of the answer after which the connection ends.
MALFORMED = [
    (b"GET\r\n\r\n", 400), (b"G T / HTTP/1.1\r\nHost: a\r\n\r\n", 400), (b"GET / HTTP/1.1\r\n\r\n", 400),
    (b"GET / HTTP/1.1\r\nHost : a\r\n\r\n", 400), (b"GET / HTTP/1.1\r\nHost: a\r\nX: a\0b\r\n\r\n", 400),
    (b"GET / HTTP/9.1\r\nHost: a\r\n\r\n", 505), (b"\x16\x03\x01\x02\x00\x01\x00", 400),
    (b"POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n"
     b"0\r\n\r\n", 400),
    (b"POST /echo HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", 400),
    (b"POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: -3\r\n\r\n", 400),
    (b"POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\nabc", 400),
    (b"GET / HTTP/1.1\r\nHost: a\r\nX: " + b"a" * 70_000 + b"\r\n\r\n", 431),
    (b"GET / HTTP/1.1\r\nHost: a\r\n" + b"A: b\r\n" * 200 + b"\r\n", 431),
]

#: What a TLS client that trusts the authority must meet, by the name it asks for.
HANDSHAKES = {
    "expired.test": "certificate has expired", "wrong-host.test": "Hostname mismatch",
    "untrusted.test": "self-signed certificate", "refused.test": "alert handshake failure",
    "closed.test": "EOF", "reset.test": "reset", "plain.test": "wrong version number",
    "abrupt.test": "answer, then no close_notify", "good.test": "answer, then close_notify",
}


class Faults(Actor):
    """Asks for faults over HTTP/1; every byte and the end must be those of the guide."""

    def step(self):
        name = self.random.choice(list(faults.FAULTS))
        connection = http1.Connection(self.soak.server.port)
        try:
            started = time.monotonic()
            # Only a fault that ends in silence may be left before its end.
            silent = faults.FAULTS[name].end == "silence"
            enough = faults.is_enough(faults.FAULTS[name]) if silent else lambda received: False
            received, end = connection.raw(faults.request(name), enough)
            seconds = time.monotonic() - started - (0.3 if end == "silence" else 0)
        finally:
            connection.close()
        self.soak.report.compared(f"fault over HTTP/1: {name}",
                                  faults.differences(name, received, end, seconds), seconds)


class StreamFaults(Actor):
    """Asks for faults over HTTP/2, with good requests beside them, which go on."""

    def step(self):
        name = self.random.choice(list(faults.FAULTS))
        fault, kind = faults.FAULTS[name], f"fault over HTTP/2: {name}"
        # What ends the whole connection is asked for alone.
        count = 0 if fault.ending in ("goaway", "malformed") else self.random.randint(1, 4)
        cases = [faults.case(name), *(some_case(self.random, self.soak.bodies) for _ in range(count))]
        silent = {0: len(fault.body)} if fault.ending == "silence" else None
        connection = http2.Connection(self.soak.server.port)
        try:
            broken, *good = connection.ask_all(cases, silent)
            if not silent and count:
                # The connection is still of use.
                cases.append(some_case(self.random, self.soak.bodies))
                good += connection.ask_all(cases[-1:])
        finally:
            connection.close()
        self.soak.report.compared(kind, faults.stream_differences(name, broken), broken.end_time)
        for case, answer in zip(cases[1:], good):
            self.compare(case, answer, "beside a fault")


class Handshakes(Actor):
    """Meets the faults of TLS, each by the name that it belongs to."""

    def step(self):
        name = self.random.choice(list(HANDSHAKES))
        found = self.meet(name)
        expected = HANDSHAKES[name]
        self.soak.report.compared(
            f"TLS: {name}", [] if expected in found else [f"expected {expected}, got {found}"])

    def meet(self, name):
        """What a client meets, in words."""
        try:
            connection = http1.Connection(self.soak.server.secure_port, self.soak.contexts[0], name)
        except ConnectionResetError:
            return "reset"
        except (ssl.SSLEOFError, ssl.SSLZeroReturnError):
            return "EOF"
        except ssl.SSLError as error:
            return str(error)
        try:
            case = some_case(self.random, self.soak.bodies)
            self.compare(case, connection.ask(case, is_last=True), "TLS")
            connection.socket.recv(1)
            return "answer, then close_notify"
        except ssl.SSLError as error:
            return "answer, then no close_notify" if "EOF" in str(error) else str(error)
        finally:
            connection.close()


class Malformed(Actor):
    """Sends requests that no server may take."""

    def step(self):
        data, status = self.random.choice(MALFORMED)
        connection = http1.Connection(self.soak.server.port)
        try:
            received, end = connection.raw(data)
        finally:
            connection.close()
        found = [] if end == "FIN" else [f"expected FIN, got {end}"]
        if not received.startswith(b"HTTP/1.1 %d " % status):
            found.append(f"expected status {status}, got {received[:60]!r}")
        self.soak.report.compared(f"malformed: {status}", found, about=repr(data[:60]))


def clients(soak):
    """The clients that meet or make what is broken."""
    return [Faults(soak, "faults over HTTP/1", 1.5), StreamFaults(soak, "faults over HTTP/2", 1),
            Handshakes(soak, "TLS handshakes", 0.7), Malformed(soak, "malformed requests", 1)]
