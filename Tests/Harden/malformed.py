"""Responses of a real server whose end is in doubt: none of them is passed on."""
import socket
import threading

from wire import Wire

HEAD = b"HTTP/1.1 200 OK\r\n"
CHUNKS = b"5\r\nhello\r\n0\r\n\r\n"
#: Fields and a body, which make a response that two programs may understand differently.
DOUBTFUL = [
    *[(length + b"\r\n", b"hello!") for length in [
        b"Content-Length: 5\r\nContent-Length: 6", b"Content-Length: 6\r\ncontent-length: 5",
        b"Content-Length: 5, 6", b"Content-Length: 5,", b"Content-Length: ,5", b"Content-Length: +5",
        b"Content-Length: -5", b"Content-Length: 0x5", b"Content-Length: 5 5", b"Content-Length: 5.0",
        b"Content-Length: abc", b"Content-Length: ", b"Content-Length: 9223372036854775808",
        b"Content-Length : 5", b"Content-Length:\r\n 5"]],
    *[(coding + b"\r\n", CHUNKS) for coding in [
        b"Transfer-Encoding: chunked\r\nContent-Length: 3", b"Content-Length: 3\r\nTransfer-Encoding: chunked",
        b"Transfer-Encoding: xchunked", b"Transfer-Encoding: gzip", b"Transfer-Encoding: chunked, identity",
        b"Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked", b"Transfer-Encoding : chunked"]],
    (b"X: a\0b\r\nContent-Length: 5\r\n", b"hello"), (b"no colon\r\nContent-Length: 5\r\n", b"hello"),
]
#: Bodies that do not end, after a head that is sound.
CUT = [
    (b"Content-Length: 50\r\n", b"hello"),
    *[(b"Transfer-Encoding: chunked\r\n", body) for body in [
        b"5\r\nhello\r\n", b"3\r\nhello\r\n0\r\n\r\n", b"zz\r\nhello\r\n0\r\n\r\n",
        b"-5\r\nhello\r\n0\r\n\r\n", b"0x5\r\nhello\r\n0\r\n\r\n",
        b"fffffffffffffffff\r\nhello\r\n0\r\n\r\n"]],
]
CASES = [(fields, body, True) for fields, body in DOUBTFUL] + [(fields, body, False) for fields, body in CUT]


def answer(server):
    """Answers the request for /N with case N."""
    while True:
        try:
            connection, _ = server.accept()
        except OSError:
            return
        with connection:
            line = connection.recv(65_536).split(b" ")
            if len(line) > 1:
                fields, body, _ = CASES[int(line[1][1:])]
                connection.sendall(HEAD + fields + b"\r\n" + body)


def upstream(stage):
    server = socket.create_server(("127.0.0.1", 0))
    threading.Thread(target=answer, args=(server,), daemon=True).start()
    listener = stage.serve("--upstream", f"http://127.0.0.1:{server.getsockname()[1]}")
    refused = 0
    for number, (fields, body, is_doubtful) in enumerate(CASES):
        with Wire(listener.port) as wire:
            wire.send(f"GET /{number} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n".encode())
            try:
                found = wire.answer()
                status = found and found.status
            except (OSError, EOFError, ValueError):
                status = "cut off"
        refused += status == 502
        allowed = (502,) if is_doubtful else (502, "cut off")
        stage.expect("a malformed response is refused", status in allowed, f"{fields + body!r}: {status}")
    stage.measured(f"{refused} answered 502, the others cut off")
    stage.expect("the server lives", listener.is_alive)
    server.close()


CHECKS = [("malformed-upstream", upstream)]
