"""HTTP/1 byte for byte: sends what no client library would, and reads the answers strictly."""
import socket


class Answer:
    def __init__(self, status, fields, body, version):
        self.status = status
        self.fields = fields
        self.body = body
        self.version = version


class Connection:
    """A socket that is closed with its block."""

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.socket.close()

    def send(self, data):
        """Sends bytes; whether the server still took them, which its answers show, too."""
        try:
            self.socket.sendall(data)
            return True
        except (BrokenPipeError, ConnectionResetError):
            return False


class Wire(Connection):
    """One connection; everything that waits ends with a timeout."""

    def __init__(self, port, limit=5):
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=limit)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.input = b""

    def _more(self):
        try:
            piece = self.socket.recv(1 << 20)
        except ConnectionResetError:
            piece = b""
        self.input += piece
        return bool(piece)

    def _take(self, count):
        while len(self.input) < count:
            if not self._more():
                raise EOFError
        taken, self.input = self.input[:count], self.input[count:]
        return taken

    def _line(self):
        while b"\r\n" not in self.input:
            if not self._more():
                raise EOFError
        line, _, self.input = self.input.partition(b"\r\n")
        return line

    def _chunks(self):
        body = b""
        while size := int(self._line(), 16):
            body += self._take(size)
            if self._take(2) != b"\r\n":
                raise ValueError("a chunk without its end")
        while self._line():
            pass
        return body

    def answer(self, method=b"GET"):
        """The next answer; `None` if the connection ends before it, `EOFError` within it."""
        if not self.input and not self._more():
            return None
        version, _, rest = self._line().partition(b" ")
        status = int(rest[:3])
        fields = {}
        while line := self._line():
            name, _, value = line.partition(b":")
            fields[name.lower()] = value.strip()
        if method == b"HEAD" or status < 200 or status in (204, 304):
            body = b""
        elif fields.get(b"transfer-encoding") == b"chunked":
            body = self._chunks()
        elif b"content-length" in fields:
            body = self._take(int(fields[b"content-length"]))
        else:
            while self._more():
                pass
            body, self.input = self.input, b""
        return Answer(status, fields, body, version)

    def is_closed(self, limit=3):
        """Whether the server ends the connection, with nothing more to read."""
        self.socket.settimeout(limit)
        try:
            return not self.input and not self._more()
        except TimeoutError:
            return False


def ask(port, data, method=b"GET", limit=10):
    """One answer on a connection of its own."""
    with Wire(port, limit) as wire:
        wire.send(data)
        return wire.answer(method)


def get(port, path, limit=10):
    return ask(port, f"GET {path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n".encode(), limit=limit)
