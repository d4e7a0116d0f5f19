"""A condition that stubs are told apart by, and files of stubs in the words of each format.

Numbers have a fixed width, so that requests are equally long however many stubs there are. A format
that has no such condition, or spells it as another row does, has no column in that row.
"""
import base64
import dataclasses
import json
import typing

BODY = "Hello, world!"
FORM = "application/x-www-form-urlencoded"
HOST = "127.0.0.1"


def value(i):
    return f"v{i:06}"


def credentials(i):
    return "Basic " + base64.b64encode(f"user{i:06}:secret".encode()).decode()


@dataclasses.dataclass(frozen=True)
class Condition:
    """One kind of condition; each format's member makes the part of stub i that asks."""
    name: str
    #: A request that stub i answers: path or URL, headers, body.
    request: typing.Callable
    own: typing.Callable = None
    wiremock: typing.Callable = None
    hoverfly: typing.Callable = None
    mountebank: typing.Callable = None
    mockserver: typing.Callable = None
    #: Whether recordings are told apart by it as they are played by default.
    is_recorded: bool = False
    method: str = "GET"
    status: int = 200
    #: The most stubs, where a larger number has no meaning.
    most: int = 100_000

    def message(self, i):
        path, headers, body = self.request(i)
        message = {"method": self.method, "path": path, "headers": headers}
        if body is not None:
            message["body"] = body
        return message

    def formats(self):
        yield from (name for name in DOCUMENTS if getattr(self, name))
        if self.is_recorded:
            yield from RECORDINGS

    def document(self, name, count):
        """A file of a format with so many stubs."""
        if name in RECORDINGS:
            return json.dumps(RECORDINGS[name]([self.message(i) for i in range(count)]))
        make = getattr(self, name)
        return json.dumps(DOCUMENTS[name](self.method, [make(i) for i in range(count)]))


def _own(method, matches):
    return {"stubs": [{"match": match, "respond": {method: {"text": BODY}}} for match in matches]}


def _wiremock(method, patterns):
    response = {"status": 200, "body": BODY, "headers": {"Content-Type": "text/plain"}}
    return {"mappings": [{"request": {"method": method, **pattern}, "response": response}
                         for pattern in patterns]}


def _hoverfly(method, requests):
    response = {"status": 200, "body": BODY, "encodedBody": False, "headers": {}}
    exact = [{"matcher": "exact", "value": method}]
    pairs = [{"request": {"method": exact, **request}, "response": response}
             for request in requests]
    return {"data": {"pairs": pairs, "globalActions": {"delays": []}},
            "meta": {"schemaVersion": "v5"}}


def _mountebank(method, predicates):
    response = {"is": {"statusCode": 200, "body": BODY}}
    stubs = [{"predicates": [{"equals": {"method": method}, "caseSensitive": True}] + listed,
              "responses": [response]} for listed in predicates]
    return {"imposters": [{"protocol": "http", "port": 4545, "stubs": stubs}]}


def _mockserver(method, requests):
    response = {"statusCode": 200, "body": BODY}
    return [{"httpRequest": {"method": method, **request}, "httpResponse": response}
            for request in requests]


DOCUMENTS = {"own": _own, "wiremock": _wiremock, "hoverfly": _hoverfly, "mountebank": _mountebank,
             "mockserver": _mockserver}


def _url(message):
    return f"http://{HOST}{message['path']}"


def _har(messages):
    def entry(message):
        request = {"method": message["method"], "url": _url(message), "httpVersion": "HTTP/1.1",
                   "headers": [{"name": name, "value": text}
                               for name, text in message["headers"].items()]}
        if "body" in message:
            request["postData"] = {"mimeType": message["headers"].get("Content-Type", "text/plain"),
                                   "text": message["body"]}
        return {"request": request, "startedDateTime": "2026-11-29T00:00:00Z", "time": 1,
                "response": {"status": 200, "statusText": "OK", "httpVersion": "HTTP/1.1",
                             "headers": [], "content": {"mimeType": "text/plain", "text": BODY}}}
    return {"log": {"version": "1.2", "creator": {"name": "x", "version": "1"},
                    "entries": [entry(message) for message in messages]}}


def _vcr(messages):
    def interaction(message):
        headers = {name: [text] for name, text in message["headers"].items()}
        return {"request": {"method": message["method"].lower(), "uri": _url(message),
                            "body": {"encoding": "UTF-8", "string": message.get("body", "")},
                            "headers": headers},
                "response": {"status": {"code": 200, "message": "OK"}, "headers": {},
                             "body": {"encoding": "UTF-8", "string": BODY}, "http_version": "1.1"},
                "recorded_at": "Sun, 29 Nov 2026 00:00:00 GMT"}
    return {"http_interactions": [interaction(message) for message in messages],
            "recorded_with": "VCR 6.0.0"}


RECORDINGS = {"vcr": _vcr, "har": _har}


def path_of(i):
    return f"/catalog/item-{i:06}/details"


def matches_of(name, test, expected):
    """Hoverfly's condition on a part."""
    return {name: [{"matcher": test, "value": expected}]}


def named_of(part, name, test, expected):
    """Hoverfly's condition on an item of a part."""
    return {"path": [{"matcher": "exact", "value": "/catalog"}],
            part: {name: [{"matcher": test, "value": expected}]}}


def mountebank_test(test, field, expected, **options):
    return [{"equals": {"path": "/catalog"}}, {test: {field: expected}, **options}]


def at_catalog(member, condition):
    return {"urlPath": "/catalog", member: condition}


def header_of(i, text=None):
    return "/catalog", {"X-Item": text or value(i)}, None
