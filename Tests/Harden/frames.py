"""HTTP/2 frame by frame: writes what no client library would, and keeps what comes back."""
import collections
import socket
import struct
import time

import hpack

from wire import Connection

PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"

DATA, HEADERS, PRIORITY, RST_STREAM, SETTINGS, PUSH_PROMISE, PING, GOAWAY, WINDOW_UPDATE, \
    CONTINUATION = range(10)
END_STREAM, ACK, END_HEADERS, PADDED, WITH_PRIORITY = 1, 1, 4, 8, 32

ERRORS = [
    "NO_ERROR", "PROTOCOL_ERROR", "INTERNAL_ERROR", "FLOW_CONTROL_ERROR", "SETTINGS_TIMEOUT",
    "STREAM_CLOSED", "FRAME_SIZE_ERROR", "REFUSED_STREAM", "CANCEL", "COMPRESSION_ERROR",
    "CONNECT_ERROR", "ENHANCE_YOUR_CALM", "INADEQUATE_SECURITY", "HTTP_1_1_REQUIRED"]

Frame = collections.namedtuple("Frame", "kind flags stream payload")


def frame(kind, flags, stream, payload=b"", length=None):
    """A frame, whose length may be a wrong one."""
    count = len(payload) if length is None else length
    return struct.pack(">I", count)[1:] + struct.pack(">BBI", kind, flags, stream) + payload


def _bytes(text):
    return text if isinstance(text, bytes) else text.encode("latin-1")


def _string(text):
    """A string literal of HPACK without Huffman coding (RFC 7541 §5.2)."""
    data = _bytes(text)
    if len(data) < 127:
        return bytes([len(data)]) + data
    rest, length = len(data) - 127, b"\x7f"
    while rest >= 128:
        length, rest = length + bytes([rest % 128 + 128]), rest >> 7
    return length + bytes([rest]) + data


def fields(*pairs):
    """A field block of literals without indexing: it stands for itself, and nothing is corrected."""
    return b"".join(b"\x00" + _string(name) + _string(value) for name, value in pairs)


def pseudo(method="GET", path="/good", scheme="http", authority="a.example"):
    return [(":method", method), (":scheme", scheme), (":path", path), (":authority", authority)]


def request(stream, *more, method="GET", path="/good", end=True):
    """HEADERS of a whole head."""
    return frame(
        HEADERS, END_HEADERS | (END_STREAM if end else 0), stream,
        fields(*pseudo(method, path), *more))


def settings(*pairs):
    return frame(SETTINGS, 0, 0, b"".join(struct.pack(">HI", *pair) for pair in pairs))


def window(stream, count):
    return frame(WINDOW_UPDATE, 0, stream, struct.pack(">I", count))


def reset(stream, code=8):
    return frame(RST_STREAM, 0, stream, struct.pack(">I", code))


def ping(data=b"12345678", flags=0):
    return frame(PING, flags, 0, data)


def code_name(payload, start=0):
    number = struct.unpack(">I", payload[start:start + 4])[0]
    return ERRORS[number] if number < len(ERRORS) else str(number)


class Frames(Connection):
    """A connection of HTTP/2."""

    def __init__(self, port, limit=5, preface=PREFACE + settings(), buffer=None):
        self.socket = socket.socket()
        if buffer:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
        self.socket.settimeout(limit)
        self.socket.connect(("127.0.0.1", port))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.input = b""
        self.decoder = hpack.Decoder()
        self.send(preface)

    def read(self, limit=None):
        """The next frame; `None` when the connection has ended or nothing came in time."""
        if limit is not None:
            self.socket.settimeout(max(0.001, limit))
        try:
            while len(self.input) < 9 or len(self.input) < 9 + self._length():
                piece = self.socket.recv(1 << 18)
                if not piece:
                    return None
                self.input += piece
        except (TimeoutError, ConnectionResetError, BrokenPipeError):
            return None
        end = 9 + self._length()
        kind, flags, stream = struct.unpack(">BBI", self.input[3:9])
        found = Frame(kind, flags, stream & 0x7FFFFFFF, self.input[9:end])
        self.input = self.input[end:]
        return found

    def _length(self):
        return int.from_bytes(self.input[:3], "big")

    def status(self, head):
        """The status of a HEADERS frame."""
        found = dict(self.decoder.decode(head.payload))
        return int(found[":status"])

    def is_closed(self, limit=2):
        """Whether the server ends the connection."""
        end = time.monotonic() + limit
        self.socket.settimeout(limit)
        try:
            while time.monotonic() < end:
                if not self.socket.recv(1 << 18):
                    return True
        except TimeoutError:
            return False
        except OSError:
            return True
        return False
