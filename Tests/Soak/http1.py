"""A client of HTTP/1.1 that takes nothing for granted: every byte of an answer is looked at."""
import socket
import time

from answers import Answer

#: Seconds without a byte after which an answer does not come any more.
PATIENCE = 60


class BrokenAnswer(Exception):
    """The bytes are no answer of HTTP/1.1, or end within one."""


def message(case, is_last=False):
    """The bytes of a request: its head, and its body."""
    headers = {"Host": "127.0.0.1", **case.headers}
    if is_last:
        headers["Connection"] = "close"
    if case.is_chunked:
        headers["Transfer-Encoding"] = "chunked"
        body = b"".join(b"%x\r\n%s\r\n" % (len(piece), piece) for piece in pieces(case.body)) + b"0\r\n\r\n"
    else:
        body = case.body
        if case.body or case.method in ("POST", "PUT"):
            headers["Content-Length"] = str(len(case.body))
    head = f"{case.method} {case.target} HTTP/1.1\r\n"
    return (head + "".join(f"{name}: {value}\r\n" for name, value in headers.items()) + "\r\n").encode(), body


def pieces(body, size=7_001):
    """The body in chunks."""
    return [body[start : start + size] for start in range(0, len(body), size)]


class Connection:
    """A connection, with TLS if there is a context for it."""

    def __init__(self, port, context=None, name="localhost"):
        self.scheme = "https" if context else "http"
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        try:
            if context:
                self.socket = context.wrap_socket(
                    self.socket, server_hostname=name, suppress_ragged_eofs=False)
        except BaseException:
            self.socket.close()
            raise
        self.buffer = b""
        self.is_open = True

    def ask(self, case, is_last=False):
        """The answer to one request."""
        return self.ask_all([case], is_last)[0]

    def ask_all(self, cases, is_last=False):
        """The answers to requests that are all sent before the first answer is read."""
        started = time.monotonic()
        for case in cases:
            head, body = message(case, is_last and case is cases[-1])
            # A head and a short body in one piece, as most clients send them.
            if len(body) < 10_000:
                self.socket.sendall(head + body)
            else:
                self.socket.sendall(head)
                self.socket.sendall(body)
        return [self.answer(case, started) for case in cases]

    def answer(self, case, started):
        """The next answer."""
        lines = self.until(b"\r\n\r\n").decode("latin-1").split("\r\n")
        head_time = time.monotonic() - started
        version, status, *_ = lines[0].split(" ")
        if version != "HTTP/1.1" or not status.isdigit():
            raise BrokenAnswer(f"status line {lines[0]!r}")
        headers = []
        for line in lines[1:]:
            name, colon, value = line.partition(":")
            if not colon or name != name.strip():
                raise BrokenAnswer(f"header field {line!r}")
            headers.append((name, value.strip()))
        answer = Answer(self.scheme, int(status), headers, head_time=head_time)
        answer.body = self.body(case, answer)
        answer.end_time = time.monotonic() - started
        self.is_open = self.is_open and (answer.field("Connection") or "").lower() != "close"
        return answer

    def body(self, case, answer):
        """The body, whose length follows from method, status and head (RFC 9112 §6.3)."""
        if case.method == "HEAD" or answer.status in (204, 304):
            return b""
        if (answer.field("Transfer-Encoding") or "").lower() == "chunked":
            body = []
            while size := int(self.until(b"\r\n"), 16):
                body.append(self.exactly(size))
                if self.exactly(2) != b"\r\n":
                    raise BrokenAnswer("a chunk is longer than its size")
            if self.until(b"\r\n"):
                raise BrokenAnswer("unexpected trailer fields")
            return b"".join(body)
        length = answer.field("Content-Length")
        if length is None or not length.isdigit():
            raise BrokenAnswer(f"Content-Length {length}")
        return self.exactly(int(length))

    def until(self, end):
        """The bytes before the next occurrence of `end`."""
        while end not in self.buffer:
            self.more()
        line, _, self.buffer = self.buffer.partition(end)
        return line

    def exactly(self, count):
        """So many bytes."""
        parts, missing = [self.buffer[:count]], count - len(self.buffer)
        self.buffer = self.buffer[count:]
        while missing > 0:
            piece = self.socket.recv(min(missing, 262_144))
            if not piece:
                raise BrokenAnswer(f"the connection ended {missing} bytes before the end of the body")
            parts.append(piece)
            missing -= len(piece)
        return b"".join(parts)

    def more(self):
        """Waits for more bytes."""
        piece = self.socket.recv(65_536)
        if not piece:
            raise BrokenAnswer(f"the connection ended after {self.buffer[:80]!r}")
        self.buffer += piece

    def raw(self, data, is_enough=lambda received: False, quiet=0.3):
        """All bytes that answer `data`, and how they end: FIN, RST or silence.

        Silence is what lasts for `quiet` seconds after bytes that are enough.
        """
        self.socket.sendall(data)
        received = b""
        while True:
            enough = is_enough(received)
            self.socket.settimeout(quiet if enough else PATIENCE)
            try:
                piece = self.socket.recv(65_536)
            except TimeoutError:
                if enough:
                    return received, "silence"
                raise
            except ConnectionResetError:
                return received, "RST"
            if not piece:
                return received, "FIN"
            received += piece

    def is_over(self):
        """Whether the server has ended the connection properly, with no byte after the last answer."""
        return not self.buffer and self.socket.recv(1) == b""

    def close(self):
        """Ends the connection."""
        self.is_open = False
        self.socket.close()
