"""The cases of HTTP/1: what is sent, the statuses that must come, whether the connection stays usable.

A status is a number or a tuple of those that the RFC allows. What follows a refusal must never be
answered, so that a case with a refusal lists one status.
"""

KEPT, CLOSED = True, False


def request(line, *fields, body=b"", host=True):
    """A request with a Host field unless told otherwise; text is Latin-1."""
    lines = [line, *(["Host: a.example"] if host else []), *fields, "", ""]
    return "\r\n".join(lines).encode("latin-1") + body


def get(*fields, path="/good", **rest):
    return request(f"GET {path} HTTP/1.1", *fields, **rest)


def post(*fields, body=b"", **rest):
    return request("POST /echo HTTP/1.1", *fields, body=body, **rest)


CHUNKED = "Transfer-Encoding: chunked"


def chunks(body, *fields):
    return post(CHUNKED, *fields, body=body)


REQUEST_LINES = [
    ("a plain request", get(), [200], KEPT),
    ("no target", request("GET HTTP/1.1"), [400], CLOSED),
    ("two spaces before the target", request("GET  /good HTTP/1.1"), [400], CLOSED),
    ("two spaces before the version", request("GET /good  HTTP/1.1"), [400], CLOSED),
    ("a tab instead of a space", request("GET\t/good HTTP/1.1"), [400], CLOSED),
    ("a space at the end of the line", request("GET /good HTTP/1.1 "), [400], CLOSED),
    ("a space at the start", request(" GET /good HTTP/1.1"), [400], CLOSED),
    ("no version", request("GET /good"), [400], CLOSED),
    ("a version in lower case", request("GET /good http/1.1"), [400], CLOSED),
    ("version 2.0", request("GET /good HTTP/2.0"), [505], CLOSED),
    ("version 0.9 said", request("GET /good HTTP/0.9"), [505], CLOSED),
    ("version 1.2, read as 1.1", request("GET /good HTTP/1.2"), [200], KEPT),
    ("a version with two digits", request("GET /good HTTP/1.10"), [400], CLOSED),
    ("another protocol", request("GET /good ICY/1.1"), [400], CLOSED),
    ("a method with a colon", request("G:T /good HTTP/1.1"), [400], CLOSED),
    ("a method in lower case is another one", request("get /good HTTP/1.1"), [(404, 405, 501)], KEPT),
    ("an unknown method", request("BREW /good HTTP/1.1"), [(404, 405, 501)], KEPT),
    ("a fragment in the target", get(path="/good#a"), [400], CLOSED),
    ("a NUL in the target", get(path="/go\0od"), [400], CLOSED),
    ("bytes beyond ASCII in the target", get(path="/g\xf6od"), [400], CLOSED),
    ("a target without its slash", get(path="good"), [400], CLOSED),
    ("a star for GET", get(path="*"), [400], CLOSED),
    ("a star for OPTIONS", request("OPTIONS * HTTP/1.1"), [200], KEPT),
    ("a target of 100 KB", get(path="/" + "a" * 100_000), [414], CLOSED),
    ("CONNECT without a port", request("CONNECT a.example HTTP/1.1"), [400], CLOSED),
    ("one empty line before it", b"\r\n" + get(), [200], KEPT),
    ("20 empty lines before it", b"\r\n" * 20 + get(), [400], CLOSED),
    ("a line that ends with LF only", get().replace(b"1.1\r\n", b"1.1\n", 1), [400], CLOSED),
    ("a line that ends with CR only", get().replace(b"1.1\r\n", b"1.1\r", 1), [400], CLOSED),
    ("a TLS handshake", b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n", [400], CLOSED),
]

HOSTS = [
    ("no Host", get(host=False), [400], CLOSED),
    ("no Host in HTTP/1.0", request("GET /good HTTP/1.0", host=False), [200], CLOSED),
    ("two Host fields", get("Host: b.example"), [400], CLOSED),
    ("two Host fields that are equal", get("Host: a.example"), [400], CLOSED),
    ("an empty Host", get("Host:", host=False), [200], KEPT),
    ("a Host with a path", get("Host: a.example/x", host=False), [400], CLOSED),
    ("a Host with a user", get("Host: me@a.example", host=False), [400], CLOSED),
    ("a Host with a space", get("Host: a b", host=False), [400], CLOSED),
    ("a Host with a comma", get("Host: a,b", host=False), [(200, 400)], None),
    ("a port of letters", get("Host: a.example:x", host=False), [400], CLOSED),
    ("a port above 65535", get("Host: a.example:99999", host=False), [400], CLOSED),
    ("IPv6 in brackets", get("Host: [::1]:80", host=False), [200], KEPT),
    ("IPv6 without its bracket", get("Host: [::1", host=False), [400], CLOSED),
    ("the absolute form", get(path="http://b.example/good"), [200], KEPT),
    ("the absolute form with no Host", get(path="http://b.example/good", host=False), [400], CLOSED),
    ("the absolute form with a user", get(path="http://me@b.example/good"), [400], CLOSED),
    ("the absolute form with no host", get(path="http:///good"), [400], CLOSED),
]

FIELDS = [
    ("a space before the colon", get("X-A : 1"), [400], CLOSED),
    ("a tab before the colon", get("X-A\t: 1"), [400], CLOSED),
    ("a line without a colon", get("X-A"), [400], CLOSED),
    ("an empty name", get(": 1"), [400], CLOSED),
    ("a folded line", get("X-A: 1", " 2"), [400], CLOSED),
    ("a folded line with a tab", get("X-A: 1", "\t2"), [400], CLOSED),
    ("a first line that begins with a space", get(" X-A: 1", host=False), [400], CLOSED),
    ("a bare CR in a value", get("X-A: 1\r2"), [400], CLOSED),
    ("a bare LF after a value", get("X-A: 1\nX-B: 2"), [400], CLOSED),
    ("a NUL in a value", get("X-A: 1\x002"), [400], CLOSED),
    ("a control byte in a value", get("X-A: 1\x012"), [400], CLOSED),
    ("DEL in a value", get("X-A: 1\x7f2"), [400], CLOSED),
    ("a tab in a value", get("X-A: 1\t2"), [200], KEPT),
    ("bytes beyond ASCII in a value", get("X-A: \xff\xfe"), [200], KEPT),
    ("bytes beyond ASCII in a name", get("X-\xc3: 1"), [400], CLOSED),
    ("parentheses in a name", get("X(A): 1"), [400], CLOSED),
    ("an empty value", get("X-A:"), [200], KEPT),
    ("no space after the colon", get("X-A:1"), [200], KEPT),
    ("129 fields", get(*(f"X-{number}: 1" for number in range(129))), [431], CLOSED),
    ("a field of 100 KB", get("X-A: " + "a" * 100_000), [431], CLOSED),
    ("an end of the line of LF before the body", get().replace(b"\r\n\r\n", b"\r\n\n"), [400], CLOSED),
]

BODIES = [
    ("a length", post("Content-Length: 3", body=b"abc"), [200], KEPT),
    ("a length of 0", post("Content-Length: 0"), [200], KEPT),
    ("no length is no body", post(), [200], KEPT),
    ("a body of GET", get("Content-Length: 3", body=b"abc"), [200], KEPT),
    ("a length above the limit", post("Content-Length: 99999999999"), [413], CLOSED),
    ("chunks", chunks(b"3\r\nabc\r\n0\r\n\r\n"), [200], KEPT),
    ("chunks, the coding in upper case",
     post("Transfer-Encoding: CHUNKED", body=b"3\r\nabc\r\n0\r\n\r\n"), [200], KEPT),
    ("a chunk size in upper case and with zeros", chunks(b"00A\r\n0123456789\r\n0\r\n\r\n"), [200], KEPT),
    ("a chunk extension", chunks(b'3;a=b;c="d\\"e"\r\nabc\r\n0;x\r\n\r\n'), [200], KEPT),
    ("a trailer", chunks(b"0\r\nX-A: 1\r\nX-B: 2\r\n\r\n"), [200], KEPT),
    ("a trailer that frames nothing", chunks(b"0\r\nContent-Length: 9\r\n\r\n"), [(200, 400)], None),
    ("a trailer without a colon", chunks(b"0\r\nnonsense\r\n\r\n"), [400], CLOSED),
    ("a chunk size that is no number", chunks(b"x\r\nabc\r\n0\r\n\r\n"), [400], CLOSED),
    ("an empty chunk size", chunks(b"\r\nabc\r\n0\r\n\r\n"), [400], CLOSED),
    ("a chunk that is longer than its size", chunks(b"2\r\nabc\r\n0\r\n\r\n"), [400], CLOSED),
    ("a line of extensions of 100 KB", chunks(b"3;" + b"a" * 100_000 + b"\r\n"), [400], CLOSED),
    ("a length and a coding", post("Content-Length: 3", CHUNKED, body=b"0\r\n\r\n"), [400], CLOSED),
    ("a coding that is not known", post("Transfer-Encoding: br, chunked"), [501], CLOSED),
    ("chunked is not the last coding", post("Transfer-Encoding: chunked, br"), [(400, 501)], CLOSED),
    ("chunked twice", post("Transfer-Encoding: chunked, chunked"), [400], CLOSED),
    ("identity", post("Transfer-Encoding: identity"), [(400, 501)], CLOSED),
    ("a coding in HTTP/1.0", request("POST /echo HTTP/1.0", CHUNKED, body=b"0\r\n\r\n"), [400], CLOSED),
    ("two lengths that differ", post("Content-Length: 3", "Content-Length: 4"), [400], CLOSED),
    ("a length with a sign", post("Content-Length: +3", body=b"abc"), [400], CLOSED),
    ("an expectation that is met", post("Expect: 100-continue", "Content-Length: 3", body=b"abc"),
     [200], KEPT),
    ("an expectation before the body", post("Expect: 100-continue", "Content-Length: 3"), [100], None),
    ("an expectation that is not known",
     post("Expect: miracles", "Content-Length: 0"), [417], CLOSED),
    ("an expectation in HTTP/1.0", request(
        "POST /echo HTTP/1.0", "Expect: 100-continue", "Content-Length: 3", body=b"abc"),
     [200], CLOSED),
]

CONNECTIONS = [
    ("close", get("Connection: close"), [200], CLOSED),
    ("close among others, in upper case", get("Connection: x, CLOSE"), [200], CLOSED),
    ("HTTP/1.0 closes", request("GET /good HTTP/1.0"), [200], CLOSED),
    ("HTTP/1.0 with keep-alive", request("GET /good HTTP/1.0", "Connection: keep-alive"), [200], KEPT),
    ("HEAD has no body", request("HEAD /post HTTP/1.1"), [(200, 404, 405)], KEPT),
    ("HEAD of a known path", request("HEAD /big HTTP/1.1"), [200], KEPT),
    ("204 has no body", get(path="/empty"), [204], KEPT),
    ("a body in chunks", get(path="/chunks"), [200], KEPT),
    ("a body in chunks for HTTP/1.0", request("GET /chunks HTTP/1.0"), [200], CLOSED),
    ("nothing after close is answered", get("Connection: close") + get(path="/smuggled"), [200], CLOSED),
    ("nothing after a refusal is answered", get("X A: 1") + get(path="/smuggled"), [400], CLOSED),
    ("requests in one piece keep their order", get() + get(path="/empty") + get(path="/none") + get(),
     [200, 204, 404, 200], KEPT),
    ("a body between requests", post("Content-Length: 5", body=b"GET /") + get(path="/empty"),
     [200, 204], KEPT),
    ("100 requests in one piece", get(path="/empty") * 100, [204] * 100, KEPT),
    ("an upgrade that is not known", get("Connection: Upgrade", "Upgrade: other/1"), [200], KEPT),
    ("an upgrade without its option", get("Upgrade: h2c"), [200], KEPT),
]

CASES = REQUEST_LINES + HOSTS + FIELDS + BODIES + CONNECTIONS
