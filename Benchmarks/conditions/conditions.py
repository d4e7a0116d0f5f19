"""The conditions that are measured: stub number i in the words of each format, and its request.

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


def _path(i):
    return f"/catalog/item-{i:06}/details"


def _json(i):
    return json.dumps({"customer": "ada", "item": {"id": value(i), "count": i}, "gift": False})


def _xml(i):
    return f"<order><customer>ada</customer><item id='{value(i)}'>{i}</item></order>"


def _multipart(i):
    return ("--b\r\nContent-Disposition: form-data; name=\"item\"\r\n\r\n"
            f"{value(i)}\r\n--b--\r\n")


def _matches(name, test, expected):
    """Hoverfly's condition on a part."""
    return {name: [{"matcher": test, "value": expected}]}


def _named(part, name, test, expected):
    """Hoverfly's condition on an item of a part."""
    return {"path": [{"matcher": "exact", "value": "/catalog"}],
            part: {name: [{"matcher": test, "value": expected}]}}


def _mountebank_test(test, field, expected, **options):
    return [{"equals": {"path": "/catalog"}}, {test: {field: expected}, **options}]


def _at_catalog(member, condition):
    return {"urlPath": "/catalog", member: condition}


def _header(i, text=None):
    return "/catalog", {"X-Item": text or value(i)}, None


def _query(i, text=None):
    return f"/catalog?item={text or value(i)}", {}, None


def _posted(type_, body):
    return "/catalog", {"Content-Type": type_}, body


CONDITIONS = [
    Condition(
        "exact path", lambda i: (_path(i), {}, None),
        own=lambda i: {"path": _path(i)}, wiremock=lambda i: {"urlPath": _path(i)},
        hoverfly=lambda i: _matches("path", "exact", _path(i)),
        mountebank=lambda i: [{"equals": {"path": _path(i)}}],
        mockserver=lambda i: {"path": _path(i)}, is_recorded=True),
    Condition(
        "whole URL", lambda i: (f"/catalog?item={value(i)}", {}, None),
        own=lambda i: {"url": f"http://{HOST}/catalog?item={value(i)}"},
        wiremock=lambda i: {"url": f"/catalog?item={value(i)}"}, is_recorded=True),
    Condition(
        "URI template", lambda i: (f"/catalog/item-{i:06}/size-7/details", {}, None),
        own=lambda i: {"uri": f"/catalog/item-{i:06}/{{size}}/details"},
        wiremock=lambda i: {"urlPathTemplate": f"/catalog/item-{i:06}/{{size}}/details"},
        mockserver=lambda i: {"path": f"/catalog/item-{i:06}/{{size}}/details",
                              "pathParameters": {"size": [".*"]}}),
    Condition(
        "path pattern", lambda i: (f"/catalog/item-{i:06}/size-7", {}, None),
        own=lambda i: {"path": {"regex": f"^/catalog/item-{i:06}/[a-z]+-[0-9]+$"}},
        wiremock=lambda i: {"urlPathPattern": f"/catalog/item-{i:06}/[a-z]+-[0-9]+"},
        hoverfly=lambda i: _matches("path", "regex", f"^/catalog/item-{i:06}/[a-z]+-[0-9]+$"),
        mountebank=lambda i: [{"matches": {"path": f"^/catalog/item-{i:06}/[a-z]+-[0-9]+$"}}],
        mockserver=lambda i: {"path": f"/catalog/item-{i:06}/[a-z]+-[0-9]+"}),
    Condition(
        "path glob or start", lambda i: (f"/catalog/item-{i:06}/size-7", {}, None),
        own=lambda i: {"path": {"glob": f"/catalog/item-{i:06}/*"}},
        hoverfly=lambda i: _matches("path", "glob", f"/catalog/item-{i:06}/*"),
        mountebank=lambda i: [{"startsWith": {"path": f"/catalog/item-{i:06}/"}}]),
    Condition(
        "path end", lambda i: (f"/catalog/size-7/item-{i:06}", {}, None),
        own=lambda i: {"path": {"suffix": f"/item-{i:06}"}},
        hoverfly=lambda i: _matches("path", "glob", f"*/item-{i:06}"),
        mountebank=lambda i: [{"endsWith": {"path": f"/item-{i:06}"}}]),
    Condition(
        "host", lambda i: (f"http://h{i:06}.example/catalog", {}, None),
        own=lambda i: {"host": f"h{i:06}.example"},
        wiremock=lambda i: {"host": {"equalTo": f"h{i:06}.example"}},
        hoverfly=lambda i: _matches("destination", "exact", f"h{i:06}.example")),
    Condition(
        "header equals", _header,
        own=lambda i: {"path": "/catalog", "headers": {"X-Item": value(i)}},
        wiremock=lambda i: _at_catalog("headers", {"X-Item": {"equalTo": value(i)}}),
        hoverfly=lambda i: _named("headers", "X-Item", "exact", value(i)),
        mountebank=lambda i: _mountebank_test("equals", "headers", {"X-Item": value(i)}),
        mockserver=lambda i: {"path": "/catalog", "headers": {"X-Item": [value(i)]}}),
    Condition(
        "header equals, in any case", lambda i: _header(i, value(i).upper()),
        own=lambda i: {"path": "/catalog", "headers": {"X-Item": {"equalsIgnoringCase": value(i)}}},
        wiremock=lambda i: _at_catalog("headers", {
            "X-Item": {"equalTo": value(i), "caseInsensitive": True}})),
    Condition(
        "header starts", lambda i: _header(i, value(i) + "-red"),
        own=lambda i: {"path": "/catalog", "headers": {"X-Item": {"prefix": value(i) + "-"}}},
        hoverfly=lambda i: _named("headers", "X-Item", "glob", value(i) + "-*"),
        mountebank=lambda i: _mountebank_test("startsWith", "headers", {"X-Item": value(i)})),
    Condition(
        "header ends", lambda i: _header(i, "red-" + value(i)),
        own=lambda i: {"path": "/catalog", "headers": {"X-Item": {"suffix": value(i)}}},
        mountebank=lambda i: _mountebank_test("endsWith", "headers", {"X-Item": value(i)})),
    Condition(
        "header contains", lambda i: _header(i, f"red-{value(i)}-blue"),
        own=lambda i: {"path": "/catalog", "headers": {"X-Item": {"contains": value(i)}}},
        wiremock=lambda i: _at_catalog("headers", {"X-Item": {"contains": value(i)}}),
        hoverfly=lambda i: _named("headers", "X-Item", "glob", f"*{value(i)}*"),
        mountebank=lambda i: _mountebank_test("contains", "headers", {"X-Item": value(i)})),
    Condition(
        "header pattern", lambda i: _header(i, f"{value(i)}-red"),
        own=lambda i: {"path": "/catalog", "headers": {"X-Item": {"regex": f"^{value(i)}-[a-z]+$"}}},
        wiremock=lambda i: _at_catalog("headers", {"X-Item": {"matches": f"{value(i)}-[a-z]+"}}),
        hoverfly=lambda i: _named("headers", "X-Item", "regex", f"^{value(i)}-[a-z]+$"),
        mountebank=lambda i: _mountebank_test(
            "matches", "headers", {"X-Item": f"^{value(i)}-[a-z]+$"}),
        mockserver=lambda i: {"path": "/catalog", "headers": {"X-Item": [f"{value(i)}-[a-z]+"]}}),
    Condition(
        "header present", lambda i: ("/catalog", {f"X-{value(i)}": "1"}, None),
        own=lambda i: {"path": "/catalog", "headers": {f"X-{value(i)}": {"present": True}}},
        wiremock=lambda i: _at_catalog("headers", {f"X-{value(i)}": {"matches": ".*"}}),
        mountebank=lambda i: _mountebank_test("exists", "headers", {f"X-{value(i)}": True})),
    Condition(
        "query equals", _query,
        own=lambda i: {"path": "/catalog", "query": {"item": value(i)}},
        wiremock=lambda i: _at_catalog("queryParameters", {"item": {"equalTo": value(i)}}),
        hoverfly=lambda i: _named("query", "item", "exact", value(i)),
        mountebank=lambda i: _mountebank_test("equals", "query", {"item": value(i)}),
        mockserver=lambda i: {"path": "/catalog", "queryStringParameters": {"item": [value(i)]}}),
    Condition(
        "query pattern", lambda i: _query(i, f"{value(i)}-red"),
        own=lambda i: {"path": "/catalog", "query": {"item": {"regex": f"^{value(i)}-[a-z]+$"}}},
        wiremock=lambda i: _at_catalog("queryParameters", {"item": {"matches": f"{value(i)}-[a-z]+"}}),
        hoverfly=lambda i: _named("query", "item", "regex", f"^{value(i)}-[a-z]+$"),
        mountebank=lambda i: _mountebank_test("matches", "query", {"item": f"^{value(i)}-[a-z]+$"}),
        mockserver=lambda i: {"path": "/catalog",
                              "queryStringParameters": {"item": [f"{value(i)}-[a-z]+"]}}),
    Condition(
        "query contains", lambda i: _query(i, f"red-{value(i)}-blue"),
        own=lambda i: {"path": "/catalog", "query": {"item": {"contains": value(i)}}},
        wiremock=lambda i: _at_catalog("queryParameters", {"item": {"contains": value(i)}}),
        mountebank=lambda i: _mountebank_test("contains", "query", {"item": value(i)})),
    Condition(
        "query number", lambda i: _query(i, f"{i:06}"),
        own=lambda i: {"path": "/catalog", "query": {"item": {"atLeast": i, "atMost": i}}},
        most=10_000),
    Condition(
        "exact query", _query,
        own=lambda i: {"path": "/catalog", "queryEquals": {"item": value(i)}},
        mountebank=lambda i: _mountebank_test("deepEquals", "query", {"item": value(i)})),
    Condition(
        "cookie equals", lambda i: ("/catalog", {"Cookie": f"theme=dark; item={value(i)}"}, None),
        own=lambda i: {"path": "/catalog", "cookies": {"item": value(i)}},
        wiremock=lambda i: _at_catalog("cookies", {"item": {"equalTo": value(i)}}),
        mockserver=lambda i: {"path": "/catalog", "cookies": {"item": value(i)}}),
    Condition(
        "cookie pattern", lambda i: ("/catalog", {"Cookie": f"item={value(i)}-red"}, None),
        own=lambda i: {"path": "/catalog", "cookies": {"item": {"regex": f"^{value(i)}-[a-z]+$"}}},
        wiremock=lambda i: _at_catalog("cookies", {"item": {"matches": f"{value(i)}-[a-z]+"}})),
    Condition(
        "basic auth", lambda i: ("/catalog", {"Authorization": credentials(i)}, None),
        own=lambda i: {"path": "/catalog",
                       "basicAuth": {"user": f"user{i:06}", "password": "secret"}},
        wiremock=lambda i: _at_catalog(
            "basicAuth", {"username": f"user{i:06}", "password": "secret"})),
    Condition(
        "bearer", lambda i: ("/catalog", {"Authorization": f"Bearer {value(i)}"}, None),
        own=lambda i: {"path": "/catalog", "bearer": value(i)},
        wiremock=lambda i: _at_catalog(
            "headers", {"Authorization": {"equalTo": f"Bearer {value(i)}"}})),
    Condition(
        "form field", lambda i: _posted(FORM, f"customer=ada&item={value(i)}"),
        own=lambda i: {"path": "/catalog", "form": {"item": value(i)}},
        wiremock=lambda i: _at_catalog("formParameters", {"item": {"equalTo": value(i)}}),
        hoverfly=lambda i: _matches("body", "form", {"item": [{"matcher": "exact", "value": value(i)}]}),
        mountebank=lambda i: _mountebank_test("equals", "form", {"item": value(i)}),
        mockserver=lambda i: {"path": "/catalog", "body": {
            "type": "PARAMETERS", "parameters": {"item": [value(i)]}}}, method="POST"),
    Condition(
        "JSON field", lambda i: _posted("application/json", _json(i)),
        own=lambda i: {"path": "/catalog", "jsonPath": {"$.item.id": value(i)}},
        wiremock=lambda i: _at_catalog("bodyPatterns", [
            {"matchesJsonPath": {"expression": "$.item.id", "equalTo": value(i)}}]),
        mountebank=lambda i: [{"equals": {"body": value(i)}, "jsonpath": {"selector": "$.item.id"}}],
        method="POST"),
    Condition(
        "JSON number", lambda i: _posted("application/json", _json(i)),
        own=lambda i: {"path": "/catalog", "jsonPath": {"$.item.count": i}},
        wiremock=lambda i: _at_catalog("bodyPatterns", [
            {"matchesJsonPath": {"expression": "$.item.count", "equalTo": str(i)}}]),
        method="POST"),
    Condition(
        "JSON filter", lambda i: _posted("application/json", _json(i)),
        own=lambda i: {"path": "/catalog", "jsonPath": {
            f"$.item[?@ == '{value(i)}']": {"present": True}}},
        wiremock=lambda i: _at_catalog("bodyPatterns", [
            {"matchesJsonPath": f"$.item[?(@.id == '{value(i)}')]"}]),
        mockserver=lambda i: {"path": "/catalog", "body": {
            "type": "JSON_PATH", "jsonPath": f"$.item[?(@.id == '{value(i)}')]"}},
        method="POST"),
    Condition(
        "whole JSON", lambda i: _posted("application/json", _json(i)),
        own=lambda i: {"path": "/catalog", "json": json.loads(_json(i))},
        wiremock=lambda i: _at_catalog("bodyPatterns", [{"equalToJson": json.loads(_json(i))}]),
        hoverfly=lambda i: _matches("body", "json", _json(i)),
        mountebank=lambda i: _mountebank_test("deepEquals", "body", json.loads(_json(i))),
        mockserver=lambda i: {"path": "/catalog", "body": {
            "type": "JSON", "json": json.loads(_json(i)), "matchType": "STRICT"}}, method="POST"),
    Condition(
        "part of JSON", lambda i: _posted("application/json", _json(i)),
        own=lambda i: {"path": "/catalog", "json": {"item": {"id": value(i)}},
                       "jsonOptions": ["ignoreExtraFields"]},
        wiremock=lambda i: _at_catalog("bodyPatterns", [
            {"equalToJson": {"item": {"id": value(i)}}, "ignoreExtraElements": True}]),
        hoverfly=lambda i: _matches("body", "jsonpartial", json.dumps({"item": {"id": value(i)}})),
        mountebank=lambda i: _mountebank_test("equals", "body", {"item": {"id": value(i)}}),
        mockserver=lambda i: {"path": "/catalog", "body": {
            "type": "JSON", "json": {"item": {"id": value(i)}}}}, method="POST"),
    Condition(
        "body equals", lambda i: _posted("text/plain", f"order of {value(i)}"),
        own=lambda i: {"path": "/catalog", "body": f"order of {value(i)}"},
        wiremock=lambda i: _at_catalog("bodyPatterns", [{"equalTo": f"order of {value(i)}"}]),
        hoverfly=lambda i: _matches("body", "exact", f"order of {value(i)}"),
        mountebank=lambda i: _mountebank_test("equals", "body", f"order of {value(i)}"),
        mockserver=lambda i: {"path": "/catalog", "body": f"order of {value(i)}"}, method="POST"),
    Condition(
        "body bytes", lambda i: _posted("application/octet-stream", f"order of {value(i)}"),
        own=lambda i: {"path": "/catalog", "body": {
            "base64": base64.b64encode(f"order of {value(i)}".encode()).decode()}},
        wiremock=lambda i: _at_catalog("bodyPatterns", [
            {"binaryEqualTo": base64.b64encode(f"order of {value(i)}".encode()).decode()}]),
        mockserver=lambda i: {"path": "/catalog", "body": {
            "type": "BINARY",
            "base64Bytes": base64.b64encode(f"order of {value(i)}".encode()).decode()}},
        method="POST"),
    Condition(
        "body contains", lambda i: _posted("text/plain", f"order of {value(i)} by ada"),
        own=lambda i: {"path": "/catalog", "body": {"contains": value(i)}},
        wiremock=lambda i: _at_catalog("bodyPatterns", [{"contains": value(i)}]),
        hoverfly=lambda i: _matches("body", "glob", f"*{value(i)}*"),
        mountebank=lambda i: _mountebank_test("contains", "body", value(i)),
        mockserver=lambda i: {"path": "/catalog", "body": {
            "type": "STRING", "string": value(i), "subString": True}}, method="POST"),
    Condition(
        "body pattern", lambda i: _posted("text/plain", f"order of {value(i)} by ada"),
        own=lambda i: {"path": "/catalog", "body": {"regex": f"{value(i)} by [a-z]+"}},
        wiremock=lambda i: _at_catalog("bodyPatterns", [{"matches": f".*{value(i)} by [a-z]+"}]),
        hoverfly=lambda i: _matches("body", "regex", f"{value(i)} by [a-z]+"),
        mountebank=lambda i: _mountebank_test("matches", "body", f"{value(i)} by [a-z]+"),
        mockserver=lambda i: {"path": "/catalog", "body": {
            "type": "REGEX", "regex": f".*{value(i)} by [a-z]+"}}, method="POST"),
    Condition(
        "XPath equals", lambda i: _posted("application/xml", _xml(i)),
        own=lambda i: {"path": "/catalog", "xpath": {"/order/item/@id": value(i)}},
        wiremock=lambda i: _at_catalog("bodyPatterns", [
            {"matchesXPath": {"expression": "/order/item/@id", "equalTo": value(i)}}]),
        mountebank=lambda i: [{"equals": {"body": value(i)},
                               "xpath": {"selector": "/order/item/@id"}}],
        method="POST"),
    Condition(
        "bare XPath", lambda i: _posted("application/xml", _xml(i)),
        own=lambda i: {"path": "/catalog", "xpath": {
            f"/order/item[@id='{value(i)}']": {"present": True}}},
        wiremock=lambda i: _at_catalog("bodyPatterns", [
            {"matchesXPath": f"/order/item[@id='{value(i)}']"}]),
        hoverfly=lambda i: _matches("body", "xpath", f"/order/item[@id='{value(i)}']"),
        mockserver=lambda i: {"path": "/catalog", "body": {
            "type": "XPATH", "xpath": f"/order/item[@id='{value(i)}']"}}, method="POST"),
    Condition(
        "whole XML", lambda i: _posted("application/xml", _xml(i)),
        own=lambda i: {"path": "/catalog", "xml": _xml(i)},
        wiremock=lambda i: _at_catalog("bodyPatterns", [{"equalToXml": _xml(i)}]),
        hoverfly=lambda i: _matches("body", "xml", _xml(i)),
        mockserver=lambda i: {"path": "/catalog", "body": {"type": "XML", "xml": _xml(i)}},
        method="POST"),
    Condition(
        "part of a multipart", lambda i: _posted("multipart/form-data; boundary=b", _multipart(i)),
        own=lambda i: {"path": "/catalog", "multipart": [{"name": "item", "body": value(i)}]},
        wiremock=lambda i: _at_catalog("multipartPatterns", [
            {"name": "item", "bodyPatterns": [{"equalTo": value(i)}]}]), method="POST"),
    Condition(
        "a miss by path", lambda i: (f"/catalog/none-{i:06}/details", {}, None),
        own=lambda i: {"path": _path(i)}, wiremock=lambda i: {"urlPath": _path(i)},
        hoverfly=lambda i: _matches("path", "exact", _path(i)),
        mountebank=lambda i: [{"equals": {"path": _path(i)}}],
        mockserver=lambda i: {"path": _path(i)}, status=404),
    Condition(
        "a miss by header", lambda i: _header(i, "none"),
        own=lambda i: {"path": "/catalog", "headers": {"X-Item": value(i)}},
        wiremock=lambda i: _at_catalog("headers", {"X-Item": {"equalTo": value(i)}}),
        hoverfly=lambda i: _named("headers", "X-Item", "exact", value(i)),
        mountebank=lambda i: _mountebank_test("equals", "headers", {"X-Item": value(i)}),
        mockserver=lambda i: {"path": "/catalog", "headers": {"X-Item": [value(i)]}}, status=404),
    Condition(
        "a miss by pattern", lambda i: (f"/catalog/none-{i:06}/size-7", {}, None),
        own=lambda i: {"path": {"regex": f"^/catalog/item-{i:06}/[a-z]+-[0-9]+$"}},
        wiremock=lambda i: {"urlPathPattern": f"/catalog/item-{i:06}/[a-z]+-[0-9]+"},
        hoverfly=lambda i: _matches("path", "regex", f"^/catalog/item-{i:06}/[a-z]+-[0-9]+$"),
        mountebank=lambda i: [{"matches": {"path": f"^/catalog/item-{i:06}/[a-z]+-[0-9]+$"}}],
        mockserver=lambda i: {"path": f"/catalog/item-{i:06}/[a-z]+-[0-9]+"}, status=404),
    Condition(
        "a miss by JSON", lambda i: _posted("application/json", _json(999_999)),
        own=lambda i: {"path": "/catalog", "jsonPath": {"$.item.id": value(i)}},
        wiremock=lambda i: _at_catalog("bodyPatterns", [
            {"matchesJsonPath": {"expression": "$.item.id", "equalTo": value(i)}}]),
        mountebank=lambda i: [{"equals": {"body": value(i)}, "jsonpath": {"selector": "$.item.id"}}],
        method="POST", status=404),
]
