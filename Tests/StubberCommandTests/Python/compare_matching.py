"""Gives this server and WireMock 2.35.1 the same stubs and requests, and compares which are matched.

    compare_matching.py OURS THEIRS

The stubs have the operators of texts and numbers on each part of a request, and the requests have composed
and decomposed letters, several charsets, names in any case, and numbers beyond 2^53. What may differ is in
`ALLOWED`; what is there and does not differ is an error too.
"""

import json
import socket
import sys
from urllib.parse import quote, urlsplit

COMPOSED, DECOMPOSED = "caf\u00e9", "cafe\u0301"
#: Both are the same number in a double: 2^53 and the one behind it.
LARGE, NEXT = "9007199254740992", "9007199254740993"

OPERATORS = {
    "equalTo": {"equalTo": COMPOSED},
    "contains": {"contains": COMPOSED},
    "matches": {"matches": ".*" + COMPOSED},
    "caseInsensitive": {"equalTo": COMPOSED.upper(), "caseInsensitive": True},
    "doesNotMatch": {"doesNotMatch": COMPOSED},
    "absent": {"absent": True},
}

#: WireMock's server reads header fields as ISO-8859-1, and drops cookies with other bytes than ASCII.
FIELDS = {f"{part} {operator} composed" for part in ("header", "cookie")
          for operator in ("equalTo", "contains", "matches", "caseInsensitive")}
ALLOWED = FIELDS | {
    "header doesNotMatch composed", "cookie doesNotMatch decomposed",
    "cookie absent composed", "cookie absent decomposed",
    # It compares the path as it was sent, with %C3%A9.
    "path equalTo composed",
    # It answers 500 to a number that a double cannot hold.
    "equalToJson 1e400",
}


def message(path="/t", fields=(), body=None, method="GET"):
    """The bytes of a request."""
    lines = [f"{method} {path} HTTP/1.1", "Host: a.example", "Connection: close", *fields]
    if body is not None:
        lines.append(f"Content-Length: {len(body)}")
    return "\r\n".join([*lines, "", ""]).encode() + (body or b"")


def posted(body, kind="application/json"):
    return message(fields=[f"Content-Type: {kind}"], body=body, method="POST")


def on_body(*patterns):
    return {"urlPath": "/t", "bodyPatterns": list(patterns)}


def texts():
    """Each operator on each part of a request."""
    for operator, condition in OPERATORS.items():
        for form, text in (("composed", COMPOSED), ("decomposed", DECOMPOSED), ("other", "tea")):
            name = f"{operator} {form}"
            yield (f"query {name}", {"urlPath": "/t", "queryParameters": {"a": condition}},
                   message(f"/t?a={quote(text)}"))
            yield (f"header {name}", {"urlPath": "/t", "headers": {"X-A": condition}},
                   message(fields=[f"X-A: {text}"]))
            yield (f"cookie {name}", {"urlPath": "/t", "cookies": {"a": condition}},
                   message(fields=[f"Cookie: a={text}"]))
            if operator != "absent":
                yield (f"body {name}", on_body(condition),
                       posted(text.encode(), "text/plain; charset=utf-8"))
    for form, text in (("composed", COMPOSED), ("decomposed", DECOMPOSED)):
        yield (f"path equalTo {form}", {"urlPath": "/" + COMPOSED}, message("/" + quote(text)))
        yield (f"path matches {form}", {"urlPathPattern": "/" + COMPOSED}, message("/" + quote(text)))
        yield (f"query name {form}", {"urlPath": "/t", "queryParameters": {COMPOSED: {"equalTo": "1"}}},
               message(f"/t?{quote(text)}=1"))
    yield ("header name in another case", {"urlPath": "/t", "headers": {"x-camel": {"equalTo": "1"}}},
           message(fields=["X-CAMEL: 1"]))
    yield ("matches ignores caseInsensitive",
           {"urlPath": "/t", "headers": {"X-A": {"matches": "ABC", "caseInsensitive": True}}},
           message(fields=["X-A: abc"]))


def charsets():
    latin, kind = COMPOSED.encode("latin-1"), "text/plain; charset=ISO-8859-1"
    yield ("body in Latin-1, said", on_body({"equalTo": COMPOSED}), posted(latin, kind))
    yield ("body in Latin-1, not said", on_body({"equalTo": COMPOSED}), posted(latin, "text/plain"))
    yield ("JSON in Latin-1, said",
           on_body({"matchesJsonPath": {"expression": "$.a", "equalTo": COMPOSED}}),
           posted(b'{"a":"' + latin + b'"}', "application/json; charset=ISO-8859-1"))


def numbers():
    for wanted in (LARGE, NEXT):
        for sent in (LARGE, NEXT):
            yield (f"equalToJson {wanted} {sent}", on_body({"equalToJson": f'{{"n":{wanted}}}'}),
                   posted(f'{{"n":{sent}}}'.encode()))
            yield (f"filter == {wanted} {sent}",
                   on_body({"matchesJsonPath": f"$.l[?(@.n == {wanted})]"}),
                   posted(f'{{"l":[{{"n":{sent}}}]}}'.encode()))
    yield ("filter > beyond 2^53", on_body({"matchesJsonPath": f"$.l[?(@.n > {LARGE})]"}),
           posted(f'{{"l":[{{"n":{NEXT}}}]}}'.encode()))
    yield ("equalToJson 1.0 and 1", on_body({"equalToJson": '{"n":1.0}'}), posted(b'{"n":1}'))
    yield ("equalToJson 1e400", on_body({"equalToJson": '{"n":1e400}'}), posted(b'{"n":1e400}'))


class Server:
    def __init__(self, url):
        self.address = urlsplit(url)

    def ask(self, data):
        """The status of the response."""
        with socket.create_connection((self.address.hostname, self.address.port), 300) as connection:
            connection.sendall(data)
            response = b"".join(iter(lambda: connection.recv(65536), b""))
        return response.split(b" ", 2)[1].decode()

    def matches(self, request, data):
        """The status for the request when there is a stub for requests like that one only."""
        stub = {"request": {"method": "ANY", **request}, "response": {"status": 200}}
        host = f"Host: {self.address.netloc}"
        for method, body in (("DELETE", None), ("POST", json.dumps(stub).encode())):
            asked = message("/__admin/mappings", ["Content-Type: application/json"], body, method)
            status = self.ask(asked.replace(b"Host: a.example", host.encode(), 1))
            if not status.startswith("2"):
                return f"{method} {status}"
        return self.ask(data)


def main():
    servers = [Server(url) for url in sys.argv[1:3]]
    wrong, unused, count = [], set(ALLOWED), 0
    for name, request, data in [*texts(), *charsets(), *numbers()]:
        ours, theirs = (server.matches(request, data) for server in servers)
        count += 1
        if ours == theirs:
            if not ours.isdigit():
                wrong.append(f"{name}: both refuse it: {ours}")
            continue
        unused.discard(name)
        if name not in ALLOWED:
            wrong.append(f"{name}: ours {ours}, WireMock {theirs}")
    wrong += [f"{name}: is allowed to differ, but does not" for name in sorted(unused)]
    print(f"{count} requests, {len(ALLOWED)} may differ", *wrong, sep="\n")
    sys.exit(1 if wrong or count < 90 else 0)


main()
