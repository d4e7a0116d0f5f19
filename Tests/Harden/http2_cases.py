"""The cases of HTTP/2 (RFC 9113): what is sent, and what must come of it.

What is sent is a list of bytes and of numbers; a number waits until that stream has been answered.
"""
import struct

from expectations import alive, answer, connection, malformed, stream
from frames import (
    ACK, CONTINUATION, DATA, END_HEADERS, END_STREAM, GOAWAY, HEADERS, PADDED, PING, PREFACE,
    PRIORITY, PUSH_PROMISE, RST_STREAM, SETTINGS, WINDOW_UPDATE, WITH_PRIORITY, fields, frame, ping,
    pseudo, request, reset, settings, window)

PROTOCOL, FLOW, SIZE, CLOSED, COMPRESSION = (
    "PROTOCOL_ERROR", "FLOW_CONTROL_ERROR", "FRAME_SIZE_ERROR", "STREAM_CLOSED", "COMPRESSION_ERROR")

#: A request that is not answered while the case lasts.
SLOW = request(1, path="/slow")
OPEN = request(1, method="POST", path="/echo", end=False)
HEAD = fields(*pseudo())
END = END_HEADERS | END_STREAM
MOST = (1 << 31) - 1


def data(number, payload=b"abc", flags=END_STREAM):
    return frame(DATA, flags, number, payload)


def priority(number, depends, length=5):
    return frame(PRIORITY, 0, number, struct.pack(">IB", depends, 16)[:length])


STATES = [
    ("a request", [request(1)], answer(1, 200)),
    ("a request with a body", [OPEN, data(1)], answer(1, 200)),
    ("a stream with an even number", [request(2)], connection(PROTOCOL)),
    ("HEADERS on stream 0", [frame(HEADERS, END, 0, HEAD)], connection(PROTOCOL)),
    ("a stream below the last one", [request(5), 5, request(3)], connection(PROTOCOL, CLOSED)),
    ("streams that are left out", [request(1), request(9)], answer(9, 200)),
    ("DATA on an idle stream", [data(1)], connection(PROTOCOL)),
    ("DATA on stream 0", [data(0)], connection(PROTOCOL)),
    ("RST_STREAM on an idle stream", [reset(1)], connection(PROTOCOL)),
    ("WINDOW_UPDATE on an idle stream", [window(1, 1)], connection(PROTOCOL)),
    ("CONTINUATION on an idle stream", [frame(CONTINUATION, END_HEADERS, 1, HEAD)], connection(PROTOCOL)),
    ("PRIORITY on an idle stream", [priority(1, 0)], alive()),
    ("DATA after END_STREAM", [SLOW, data(1)], stream(1, CLOSED)),
    ("HEADERS after END_STREAM", [SLOW, SLOW], stream(1, CLOSED)),
    ("CONTINUATION after END_STREAM", [SLOW, frame(CONTINUATION, END_HEADERS, 1, HEAD)],
     connection(PROTOCOL, CLOSED)),
    ("DATA after RST_STREAM", [OPEN, reset(1), data(1)], stream(1, CLOSED)),
    ("HEADERS after RST_STREAM", [OPEN, reset(1), request(1)], stream(1, CLOSED)),
    ("CONTINUATION after RST_STREAM", [OPEN, reset(1), frame(CONTINUATION, END_HEADERS, 1, HEAD)],
     connection(PROTOCOL, CLOSED)),
    ("DATA on a closed stream", [request(1), 1, data(1)], stream(1, CLOSED)),
    ("HEADERS on a closed stream", [request(1), 1, request(1)], stream(1, CLOSED)),
    ("WINDOW_UPDATE on a closed stream", [request(1), 1, window(1, 1)], alive()),
    ("RST_STREAM on a closed stream", [request(1), 1, reset(1)], alive()),
    ("PRIORITY on a closed stream", [request(1), 1, priority(1, 0)], alive()),
    ("PRIORITY on stream 0", [priority(0, 1)], connection(PROTOCOL)),
    ("PRIORITY of 4 bytes", [SLOW, priority(1, 0, length=4)], stream(1, SIZE)),
    # RFC 7540 §5.3.1 asked for an error; RFC 9113 has done away with dependencies.
    ("PRIORITY of a stream on itself (RFC 7540)", [SLOW, priority(1, 1)], stream(1, PROTOCOL)),
    ("HEADERS of a stream that depends on itself",
     [frame(HEADERS, END | WITH_PRIORITY, 1, struct.pack(">IB", 1, 16) + HEAD)], stream(1, PROTOCOL)),
    ("HEADERS with a priority", [frame(HEADERS, END | WITH_PRIORITY, 1, struct.pack(">IB", 0, 16) + HEAD)],
     answer(1, 200)),
    ("more streams than are allowed",
     [frame(SETTINGS, ACK, 0), *(request(number, path="/slow") for number in range(1, 1_025, 2))],
     stream(None, "REFUSED_STREAM", PROTOCOL)),
]

CONTROL = [
    ("SETTINGS on a stream", [frame(SETTINGS, 0, 1)], connection(PROTOCOL)),
    ("SETTINGS of 5 bytes", [frame(SETTINGS, 0, 0, bytes(5))], connection(SIZE)),
    ("an acknowledgment with settings", [frame(SETTINGS, ACK, 0, bytes(6))], connection(SIZE)),
    ("ENABLE_PUSH of 2", [settings((2, 2))], connection(PROTOCOL)),
    ("INITIAL_WINDOW_SIZE of 2^31", [settings((4, 1 << 31))], connection(FLOW)),
    ("MAX_FRAME_SIZE of 16383", [settings((5, 16_383))], connection(PROTOCOL)),
    ("MAX_FRAME_SIZE of 2^24", [settings((5, 1 << 24))], connection(PROTOCOL)),
    ("a setting that is not known", [settings((0x7A7A, 1)), request(1)], answer(1, 200)),
    ("a setting twice: the last one counts", [settings((4, 0), (4, 65_535)), request(1)], answer(1, 200)),
    ("HEADER_TABLE_SIZE of 0", [settings((1, 0)), request(1), 1, request(3)], answer(3, 200)),
    ("PING on a stream", [frame(PING, 0, 1, bytes(8))], connection(PROTOCOL)),
    ("PING of 7 bytes", [frame(PING, 0, 0, bytes(7))], connection(SIZE)),
    ("an answer to no PING", [ping(flags=ACK)], alive()),
    ("GOAWAY on a stream", [frame(GOAWAY, 0, 1, bytes(8))], connection(PROTOCOL)),
    ("GOAWAY of 7 bytes", [frame(GOAWAY, 0, 0, bytes(7))], connection(SIZE)),
    ("RST_STREAM on stream 0", [reset(0)], connection(PROTOCOL)),
    ("RST_STREAM of 3 bytes", [SLOW, frame(RST_STREAM, 0, 1, bytes(3))], connection(SIZE)),
    ("PUSH_PROMISE of a client", [SLOW, frame(PUSH_PROMISE, END_HEADERS, 1, struct.pack(">I", 2) + HEAD)],
     connection(PROTOCOL)),
    ("WINDOW_UPDATE by 0", [window(0, 0)], connection(PROTOCOL)),
    ("WINDOW_UPDATE of a stream by 0", [SLOW, window(1, 0)], stream(1, PROTOCOL)),
    ("WINDOW_UPDATE of 3 bytes", [frame(WINDOW_UPDATE, 0, 0, bytes(3))], connection(SIZE)),
    ("a window above 2^31-1", [window(0, MOST), window(0, 1)], connection(FLOW)),
    ("a stream's window above 2^31-1", [SLOW, window(1, MOST), window(1, MOST)], stream(1, FLOW)),
    ("a setting that takes a window above 2^31-1",
     [SLOW, window(1, MOST - 65_535), settings((4, 65_536))], connection(FLOW)),
    ("a frame of a kind that is not known", [frame(0x7A, 0xFF, 0, b"abc"), request(1)], answer(1, 200)),
    ("such a frame on an idle stream", [frame(0x7A, 0, 7, b"abc"), request(1)], answer(1, 200)),
    ("flags that are not known", [ping(flags=0xFE)], alive()),
    ("the reserved bit of a stream", [request(1 | 1 << 31)], answer(1, 200)),
    ("DATA above the frame size", [OPEN, data(1, bytes(16_385))], stream(1, SIZE)),
    ("HEADERS above the frame size", [frame(HEADERS, END, 1, HEAD + bytes(16_385))], connection(SIZE)),
    ("a frame of 2^24-1 bytes", [frame(DATA, 0, 1, b"", length=(1 << 24) - 1)], connection(SIZE, PROTOCOL)),
    ("padding", [OPEN, frame(DATA, PADDED | END_STREAM, 1, b"\x02abc\0\0")], answer(1, 200)),
    ("padding that is all", [OPEN, frame(DATA, PADDED | END_STREAM, 1, b"\x03\0\0\0")], answer(1, 200)),
    ("padding as long as the frame", [OPEN, frame(DATA, PADDED | END_STREAM, 1, b"\x04abc")],
     connection(PROTOCOL)),
    ("padding of no bytes at all", [OPEN, frame(DATA, PADDED | END_STREAM, 1)], connection(SIZE, PROTOCOL)),
    ("padding of HEADERS that is too long", [frame(HEADERS, END | PADDED, 1, b"\xff" + HEAD)],
     connection(PROTOCOL)),
    ("another start than the preface's end", [], connection(None), PREFACE[:-6] + b"XX\r\n\r\n"),
    ("a first frame that is not SETTINGS", [], connection(PROTOCOL), PREFACE + ping()),
    ("a first frame that acknowledges", [], connection(PROTOCOL), PREFACE + frame(SETTINGS, ACK, 0)),
]

CONTINUATIONS = [
    ("a head in three frames", [
        frame(HEADERS, END_STREAM, 1, HEAD[:9]), frame(CONTINUATION, 0, 1, HEAD[9:20]),
        frame(CONTINUATION, END_HEADERS, 1, HEAD[20:])], answer(1, 200)),
    ("an empty CONTINUATION at the end", [
        frame(HEADERS, END_STREAM, 1, HEAD), frame(CONTINUATION, END_HEADERS, 1)], answer(1, 200)),
    ("PING within a head", [frame(HEADERS, END_STREAM, 1, HEAD), ping()], connection(PROTOCOL)),
    ("DATA within a head", [frame(HEADERS, 0, 1, HEAD), data(1)], connection(PROTOCOL)),
    ("another head within a head", [frame(HEADERS, END_STREAM, 1, HEAD), request(3)], connection(PROTOCOL)),
    ("an unknown frame within a head", [frame(HEADERS, END_STREAM, 1, HEAD), frame(0x7A, 0, 1)],
     connection(PROTOCOL)),
    ("CONTINUATION of another stream",
     [frame(HEADERS, END_STREAM, 1, HEAD), frame(CONTINUATION, END_HEADERS, 3)], connection(PROTOCOL)),
    ("CONTINUATION after END_HEADERS", [OPEN, frame(CONTINUATION, END_HEADERS, 1, HEAD)],
     connection(PROTOCOL)),
    ("CONTINUATION on stream 0", [frame(CONTINUATION, END_HEADERS, 0, HEAD)], connection(PROTOCOL)),
    *[(f"a field block {name}", [frame(HEADERS, END, 1, block)], connection(COMPRESSION))
      for name, block in [
          ("with an index beyond the tables", HEAD + b"\xff\xff\x03"), ("with index 0", HEAD + b"\x80"),
          ("that is cut off", HEAD[:-3]), ("with a number without end", HEAD + b"\xff" * 12),
          ("with the end code of Huffman", HEAD + b"\x00\x01a\x84\xff\xff\xff\xff"),
          ("with wrong padding of Huffman", HEAD + b"\x00\x01a\x81\x00"),
          ("with a table size above the limit", b"\x3f\xff\xff\x7f" + HEAD),
          ("with a table size behind its fields", HEAD + b"\x20"),
      ]],
]


def head(*pairs, end=True):
    return [frame(HEADERS, END if end else END_HEADERS, 1, fields(*pairs))]


def without(name):
    return [pair for pair in pseudo() if pair[0] != name]


FIELDS = [
    *[(f"no {name}", head(*without(name)), malformed(1)) for name in (":method", ":scheme", ":path")],
    *[(f"{pair[0]} twice", head(*pseudo(), pair), malformed(1)) for pair in pseudo()],
    ("an empty :path", head(*pseudo(path="")), malformed(1)),
    ("a :path without its slash", head(*pseudo(path="good")), malformed(1)),
    ("a :path with a space", head(*pseudo(path="/go od")), malformed(1)),
    (":authority with a user", head(*pseudo(authority="me@a.example")), malformed(1)),
    ("no :authority and no Host", head(*without(":authority")), malformed(1)),
    *[(f"Host {host} beside :authority {authority}", head(*pseudo(authority=authority), ("host", host)),
       answer(1, 200) if is_same else malformed(1)) for authority, host, is_same in [
           ("a.example", "a.example", True), ("a.example:80", "A.example", True),
           ("a.example", "b.example", False), ("a.example", "a.example:81", False),
           ("a.example", "me@a.example", False), ("a.example", "", False)]],
    ("Host instead of :authority", head(*without(":authority"), ("host", "a.example")), answer(1, 200)),
    ("a pseudo field that is not known", head(*pseudo(), (":color", "red")), malformed(1)),
    (":status in a request", head(*pseudo(), (":status", "200")), malformed(1)),
    ("a pseudo field behind a field", head(("x-a", "1"), *pseudo()), malformed(1)),
    ("CONNECT with :path", head(*pseudo(method="CONNECT")), malformed(1)),
    *[(f"a name {what}", head(*pseudo(), (name, "1")), malformed(1)) for what, name in [
        ("in upper case", "X-A"), ("with a space", "x a"), ("with a colon", "x:a"), ("that is empty", ""),
        ("with a NUL", "x\0a"), ("beyond ASCII", "x\xe9"), ("with a line end", "x\r\ny")]],
    *[(f"a value with {what}", head(*pseudo(), ("x-a", value)), malformed(1)) for what, value in [
        ("a NUL", "a\0b"), ("CR LF", "a\r\nx-b: 1"), ("a bare LF", "a\nb"), ("a bare CR", "a\rb"),
        ("a space in front", " a"), ("a tab behind it", "a\t")]],
    *[(f"the field {name}: {value}", head(*pseudo(), (name, value)), malformed(1)) for name, value in [
        ("connection", "close"), ("keep-alive", "timeout=5"), ("proxy-connection", "keep-alive"),
        ("transfer-encoding", "chunked"), ("upgrade", "h2c"), ("te", "gzip")]],
    ("the field te: trailers", head(*pseudo(), ("te", "trailers")), answer(1, 200)),
    ("cookies in several fields", head(*pseudo(), ("cookie", "a=1"), ("cookie", "b=2")), answer(1, 200)),
    ("129 fields", head(*pseudo(), *((f"x-{number}", "1") for number in range(129))), answer(1, 431)),
    ("an expectation that is not known", head(*pseudo(), ("expect", "miracles")), answer(1, 417)),
    *[(f"content-length {name}", [
        *head(*pseudo("POST", "/echo"), ("content-length", value), end=end),
        *([data(1)] if not end else [])], malformed(1)) for name, value, end in [
            ("above the body", "4", False), ("below the body", "2", False), ("without a body", "3", True),
            ("with a sign", "+3", False), ("below 0", "-1", False), ("with letters", "3a", False)]],
    ("two values of content-length", [*head(*pseudo("POST", "/echo"), ("content-length", "3"),
                                            ("content-length", "4"), end=False), data(1)], malformed(1)),
    ("a right content-length", [*head(*pseudo("POST", "/echo"), ("content-length", "3"), end=False), data(1)],
     answer(1, 200)),
    ("a body in two frames and a right content-length", [
        *head(*pseudo("POST", "/echo"), ("content-length", "6"), end=False), data(1, flags=0), data(1)],
     answer(1, 200)),
    ("trailers", [OPEN, data(1, flags=0), frame(HEADERS, END, 1, fields(("x-a", "1")))], answer(1, 200)),
    ("trailers without END_STREAM",
     [OPEN, data(1, flags=0), frame(HEADERS, END_HEADERS, 1, fields(("x-a", "1")))], stream(1, PROTOCOL)),
    ("trailers with a pseudo field",
     [OPEN, data(1, flags=0), frame(HEADERS, END, 1, fields((":path", "/")))], malformed(1)),
]

CASES = STATES + CONTROL + CONTINUATIONS + FIELDS
