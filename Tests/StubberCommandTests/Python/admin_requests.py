"""Requests for the admin API, in the order in which both servers get them."""

import json

IDS = [f"{n}2222222-1111-4111-8111-111111111111" for n in range(1, 10)]
A, B, C = IDS[:3]
UNKNOWN = "99999999-1111-4111-8111-111111111111"

# Stubs that both take: what is sent comes back.
STUBS = {
    "nothing": {},
    "empty request": {"request": {}},
    "url": {"request": {"method": "GET", "url": "/a?b=c"}},
    "url path": {"request": {"method": "POST", "urlPath": "/a"}},
    "url pattern": {"request": {"urlPattern": "/a/[0-9]+\\?x=.*"}},
    "url path pattern": {"request": {"urlPathPattern": "/a/.*"}},
    "method any": {"request": {"method": "ANY", "url": "/a"}},
    "method of its own": {"request": {"method": "PURGE", "url": "/a"}},
    "header": {"request": {"headers": {"Accept": {"equalTo": "a/b"}}}},
    "header without case": {"request": {"headers": {"A": {"equalTo": "b", "caseInsensitive": True}}}},
    "header contains": {"request": {"headers": {"A": {"contains": "b"}}}},
    "header matches": {"request": {"headers": {"A": {"matches": "b.*"}}}},
    "header does not match": {"request": {"headers": {"A": {"doesNotMatch": "b.*"}}}},
    "header absent": {"request": {"headers": {"A": {"absent": True}}}},
    "two headers": {"request": {"headers": {"A": {"equalTo": "1"}, "B": {"contains": "2"}}}},
    "query": {"request": {"urlPath": "/q", "queryParameters": {"a": {"equalTo": "b"}}}},
    "query matches": {"request": {"urlPath": "/q", "queryParameters": {"a": {"matches": "\\d+"}}}},
    "cookie": {"request": {"cookies": {"s": {"equalTo": "1"}}}},
    "credentials": {"request": {"basicAuthCredentials": {"username": "u", "password": "p"}}},
    "body equal": {"request": {"bodyPatterns": [{"equalTo": "x"}]}},
    "body contains": {"request": {"bodyPatterns": [{"contains": "x"}, {"matches": ".*y.*"}]}},
    "body JSON": {"request": {"bodyPatterns": [{"equalToJson": "{\"a\":1}"}]}},
    "body JSON loosely": {"request": {"bodyPatterns": [
        {"equalToJson": "{\"a\":[1]}", "ignoreArrayOrder": True, "ignoreExtraElements": True}]}},
    "body JSON path": {"request": {"bodyPatterns": [{"matchesJsonPath": "$.a"}]}},
    "body JSON path with condition": {"request": {"bodyPatterns": [
        {"matchesJsonPath": {"expression": "$.a", "contains": "x"}}]}},
    "body XML": {"request": {"bodyPatterns": [{"equalToXml": "<a/>"}]}},
    "body XPath": {"request": {"bodyPatterns": [{"matchesXPath": "//a"}]}},
    "body bytes": {"request": {"bodyPatterns": [{"binaryEqualTo": "AQID"}]}},
    "multipart": {"request": {"multipartPatterns": [
        {"name": "a", "matchingType": "ANY", "bodyPatterns": [{"contains": "x"}]}]}},
    "condition or": {"request": {"headers": {"A": {"or": [{"equalTo": "1"}, {"absent": True}]}}}},
    "condition and": {"request": {"headers": {"A": {"and": [{"contains": "1"}, {"contains": "2"}]}}}},
    "host": {"request": {"host": {"equalTo": "a.example"}}},
    "port": {"request": {"port": 1234}},
    "scheme": {"request": {"scheme": "https"}},
    "status": {"response": {"status": 418}},
    "status message": {"response": {"status": 200, "statusMessage": "Fine"}},
    "body": {"response": {"status": 200, "body": "text"}},
    "JSON body": {"response": {"status": 200, "jsonBody": {"a": [1, None, "x"]}}},
    "base64 body": {"response": {"status": 200, "base64Body": "AQID"}},
    "response header": {"response": {"status": 200, "headers": {"A": "1"}}},
    "response headers": {"response": {"status": 200, "headers": {"A": ["1", "2"], "B": "3"}}},
    "delay": {"response": {"status": 200, "fixedDelayMilliseconds": 1}},
    "delay lognormal": {"response": {"status": 200, "delayDistribution": {
        "type": "lognormal", "median": 1.0, "sigma": 0.1}}},
    "delay uniform": {"response": {"status": 200, "delayDistribution": {
        "type": "uniform", "lower": 1, "upper": 2}}},
    "dribble": {"response": {"status": 200, "body": "abc", "chunkedDribbleDelay": {
        "numberOfChunks": 2, "totalDuration": 4}}},
    "fault": {"response": {"status": 200, "fault": "EMPTY_RESPONSE"}},
    "fault reset": {"response": {"status": 200, "fault": "CONNECTION_RESET_BY_PEER"}},
    "template": {"response": {"status": 200, "body": "{{request.url}}",
                              "transformers": ["response-template"]}},
    "template parameters": {"response": {"status": 200, "body": "{{parameters.a}}",
                                         "transformerParameters": {"a": "b"},
                                         "transformers": ["response-template"]}},
    "name": {"name": "A name"},
    "priority": {"priority": 1},
    "metadata": {"metadata": {"a": {"b": [1, 2]}, "c": None}},
    "scenario": {"scenarioName": "s", "requiredScenarioState": "Started", "newScenarioState": "two"},
}

# What is sent in place of a stub and refused.
REFUSED_STUBS = {
    "empty body": "",
    "broken JSON": "{bad",
    "cut off JSON": "{\"request\": {\"url\": \"/a\"",
    "list": "[]",
    "text": "\"x\"",
    "unknown member": {"nope": 1},
    "unknown member of request": {"request": {"urll": "/a"}},
    "unknown member of response": {"response": {"nope": 1}},
    "id that is no UUID": {"id": "x"},
    "request that is a text": {"request": "x"},
    "request that is a list": {"request": []},
    "response that is a text": {"response": "x"},
    "status that is a text": {"response": {"status": "x"}},
    "priority that is a text": {"priority": "x"},
    "unknown condition": {"request": {"headers": {"A": {"equals": "b"}}}},
    "no condition": {"request": {"headers": {"A": {}}}},
    "unknown condition on body": {"request": {"bodyPatterns": [{"nope": 1}]}},
    "body patterns that are an object": {"request": {"bodyPatterns": {"equalTo": "a"}}},
    "broken pattern": {"request": {"bodyPatterns": [{"matches": "["}]}},
    "broken url pattern": {"request": {"urlPattern": "["}},
    "broken JSON in condition": {"request": {"bodyPatterns": [{"equalToJson": "{"}]}},
    "unknown fault": {"response": {"fault": "NOPE"}},
    "unknown distribution": {"response": {"delayDistribution": {"type": "nope"}}},
    "dribble that is a number": {"response": {"chunkedDribbleDelay": 1}},
    "headers that are a list": {"request": {"headers": []}},
    "response headers that are a text": {"response": {"headers": "x"}},
    "credentials that are a text": {"request": {"basicAuth": "u:p"}},
    "metadata that is a text": {"metadata": "x"},
    # What one of the two takes.
    "two urls": {"request": {"url": "/a", "urlPath": "/b"}},
    "url that is a number": {"request": {"url": 5}},
    "url without slash": {"request": {"url": "a"}},
    "broken JSON path": {"request": {"bodyPatterns": [{"matchesJsonPath": "$.["}]}},
    "two bodies": {"response": {"body": "a", "jsonBody": {}}},
    "missing body file": {"response": {"bodyFileName": "nope"}},
    "state without scenario": {"requiredScenarioState": "a"},
    "status that is out of range": {"response": {"status": 5000}},
    "negative delay": {"response": {"fixedDelayMilliseconds": -1}},
    "unknown transformer": {"response": {"transformers": ["nope"]}},
    "broken template": {"response": {"body": "{{#if}}", "transformers": ["response-template"]}},
    "forwarding": {"response": {"proxyBaseUrl": "http://127.0.0.1:1"}},
    "JSON schema": {"request": {"bodyPatterns": [{"matchesJsonSchema": "{}"}]}},
    "custom matcher": {"request": {"customMatcher": {"name": "x"}}},
}

# Patterns, each with which of the requests of JOURNAL it fits, more or less.
PATTERNS = {
    "all": {"method": "ANY"},
    "nothing": {},
    "method": {"method": "POST"},
    "url": {"url": "/a"},
    "url with query": {"url": "/a?x=1"},
    "path": {"urlPath": "/a"},
    "pattern": {"urlPattern": "/(a|b).*"},
    "path pattern": {"urlPathPattern": "/b/.*"},
    "header": {"headers": {"X-Key": {"equalTo": "k"}}},
    "no header": {"headers": {"X-Key": {"absent": True}}},
    "query": {"urlPath": "/a", "queryParameters": {"x": {"equalTo": "1"}}},
    "cookie": {"cookies": {"s": {"equalTo": "1"}}},
    "body": {"bodyPatterns": [{"contains": "x"}]},
    "JSON": {"bodyPatterns": [{"equalToJson": "{\"x\": 1}"}]},
    "JSON path": {"bodyPatterns": [{"matchesJsonPath": "$.x"}]},
    "of nothing": {"url": "/never"},
}

JOURNAL = [
    ("GET", "/a", None, {}),
    ("GET", "/a?x=1&x=2&y=%20z", None, {"X-Key": "k"}),
    ("POST", "/b/1", "{\"x\": 1}", {"Content-Type": "application/json"}),
    ("PUT", "/b/2", "xyz", {"Cookie": "s=1; t=2"}),
    ("DELETE", "/none", None, {}),
]

REFUSED_PATTERNS = {"empty body": "", "broken JSON": "{bad", "unknown member": {"urll": 1},
                    "list": [], "unknown condition": {"headers": {"A": {"nope": 1}}}}


# Stubs that do not answer a request, and the request: what people read of it is the same.
UNMATCHED = {
    "name, path, headers and JSON": (
        {"name": "The post stub with a really long name that ought to wrap and let us see exactly how "
                 "that looks when it is done",
         "request": {"method": "POST", "urlPath": "/thing",
                     "headers": {"X-My-Header": {"contains": "correct value"},
                                 "Accept": {"matches": "text/plain.*"}},
                     "bodyPatterns": [{"equalToJson": "{\"thing\":{\"stuff\":[1,2,3]}}"}]}},
        "POST", "/thin", "{\"thing\":{\"stuff\":[1,2]}}",
        {"X-My-Header": "wrong value", "Accept": "text/plain"}),
    "cookie and query": (
        {"request": {"method": "GET", "urlPath": "/q", "cookies": {"s": {"matches": "a.*"}},
                     "queryParameters": {"one": {"equalTo": "1"}, "two": {"matches": "[a-z]"}}}},
        "GET", "/q?one=2&two=3", None, {"Cookie": "s=b; t=1"}),
    "missing parts": (
        {"request": {"method": "GET", "urlPath": "/q", "cookies": {"s": {"equalTo": "1"}},
                     "headers": {"A": {"equalTo": "x"}},
                     "queryParameters": {"one": {"equalTo": "1"}, "two": {"contains": "3"}},
                     "bodyPatterns": [{"equalTo": "a"}]}},
        "GET", "/q", None, {}),
    "pattern": (
        {"request": {"method": "GET", "urlPattern": "/q/[0-9]+", "headers": {"A": {"equalTo": "x"}}}},
        "GET", "/q/abc", None, {"A": "x"}),
    "credentials": (
        {"request": {"urlPathPattern": "/q", "basicAuth": {"username": "u", "password": "p"}}},
        "GET", "/q", None, {"Authorization": "Basic YTpi"}),
    "conditions on bodies": (
        {"request": {"method": "POST", "url": "/q", "bodyPatterns": [
            {"matchesJsonPath": "$.a"}, {"contains": "zzz"}, {"matchesXPath": "//x"}]}},
        "POST", "/q", "abc", {}),
    "lines of a body": (
        {"request": {"url": "/m", "bodyPatterns": [{"equalTo": "line one\nline two"}]}},
        "POST", "/m", "line 1\nline two", {}),
    "JSON": (
        {"request": {"url": "/m", "bodyPatterns": [
            {"equalToJson": "[]"}, {"equalToJson": "{\"a\":[{\"b\":{}},{\"c\":null}]}"}]}},
        "POST", "/m", "{\"a\":[{\"b\":1}]}", {}),
    "scenario": (
        {"request": {"method": "GET", "url": "/s"}, "scenarioName": "thing states",
         "requiredScenarioState": "first"}, "GET", "/s", None, {}),
    "long address": (
        {"request": {"method": "GET", "url": "/a/very/long/url/that/does/not/fit/into/a/column/because"
                                             "/it/is/so/very/long/indeed"}},
        "GET", "/a/very/long/url/that/does/not/fit/into/a/column/because/it/is/so/very/long/ind", None, {}),
    "narrow": (
        {"request": {"method": "GET", "url": "/narrow", "headers": {"A": {"equalTo": "x"}}}},
        "GET", "/narro", None, {"X-WireMock-Console-Width": "69"}),
    "method": ({"request": {"url": "/m", "method": "PUT"}}, "GET", "/m", None, {}),
    "nothing but a method": ({"request": {"method": "PUT"}}, "GET", "/m", None, {}),
    "conditions on headers": (
        {"request": {"url": "/m", "headers": {
            "A": {"absent": True}, "B": {"equalTo": "b", "caseInsensitive": True},
            "C": {"doesNotMatch": "c"}, "D": {"or": [{"equalTo": "1"}, {"equalTo": "2"}]}}}},
        "GET", "/m", None, {"A": "1", "B": "x", "C": "c", "D": "3"}),
    "parts": (
        {"request": {"url": "/m", "multipartPatterns": [
            {"name": "a", "bodyPatterns": [{"contains": "x"}]}]}}, "POST", "/m", "abc", {}),
    "host": ({"request": {"url": "/m", "scheme": "https", "host": {"contains": "a"}, "port": 5}},
             "GET", "/m", None, {}),
}


class Steps:
    """The requests, each with a name that tells it from the others."""

    def __init__(self):
        self.all = []

    def admin(self, name, method, path, body=None, headers=None):
        if body is not None and not isinstance(body, str):
            body = json.dumps(body)
        self.all.append((name, method, "/__admin" + path, body, headers or {}))

    def ask(self, name, method, path, body=None, headers=None):
        self.all.append((name, method, path, body, headers or {}))

    def clear(self, part):
        self.admin(f"{part}: clear stubs", "DELETE", "/mappings")
        self.admin(f"{part}: clear requests", "DELETE", "/requests")


def steps():
    s = Steps()
    s.clear("stubs")
    for name, stub in STUBS.items():
        given = dict(stub, id=A)
        s.admin(f"add {name}", "POST", "/mappings", given)
        s.admin(f"get {name}", "GET", f"/mappings/{A}")
        s.admin(f"replace by {name}", "PUT", f"/mappings/{A}", stub)
        s.admin(f"delete {name}", "DELETE", f"/mappings/{A}")
    s.admin("get deleted", "GET", f"/mappings/{A}")
    s.admin("delete deleted", "DELETE", f"/mappings/{A}")
    for name, stub in REFUSED_STUBS.items():
        s.admin(f"refuse {name}", "POST", "/mappings", stub)
    s.clear("after refusals")
    for name in ["empty body", "broken JSON", "list", "unknown member", "broken pattern"]:
        s.admin(f"refuse to replace by {name}", "PUT", f"/mappings/{UNKNOWN}", REFUSED_STUBS[name])
    lists(s)
    sets(s)
    journal(s)
    near_misses(s)
    unmatched(s)
    scenarios(s)
    settings(s)
    files(s)
    recordings(s)
    others(s)
    return s.all


def lists(s):
    s.admin("list none", "GET", "/mappings")
    for number, name in enumerate(["one", "two", "three"]):
        s.admin(f"add {name} to list", "POST", "/mappings", {
            "id": IDS[number], "request": {"url": f"/{name}"}, "priority": 3 if number == 1 else 5})
    s.admin("add duplicate", "POST", "/mappings", {"id": A, "request": {"url": "/other"}})
    s.admin("clear duplicate", "DELETE", f"/mappings/{A}")
    s.clear("list")
    for number, name in enumerate(["one", "two", "three"]):
        s.admin(f"add {name} to list again", "POST", "/mappings", {
            "id": IDS[number], "request": {"url": f"/{name}"}})
    s.admin("list", "GET", "/mappings")
    for query in ["limit=1", "limit=0", "limit=2&offset=1", "offset=2", "offset=3", "limit=100"]:
        s.admin(f"list {query}", "GET", f"/mappings?{query}")
    for query in ["limit=-1", "limit=x", "offset=-1", "offset=x", "offset=100"]:
        s.admin(f"list {query}", "GET", f"/mappings?{query}")
    s.admin("get no UUID", "GET", "/mappings/nope")
    s.admin("put no UUID", "PUT", "/mappings/nope", {})
    s.admin("delete no UUID", "DELETE", "/mappings/nope")
    s.admin("get unknown", "GET", f"/mappings/{UNKNOWN}")
    s.admin("put unknown", "PUT", f"/mappings/{UNKNOWN}", {})
    s.admin("delete unknown", "DELETE", f"/mappings/{UNKNOWN}")
    s.admin("post to stub", "POST", f"/mappings/{A}", {})
    s.admin("patch stubs", "PATCH", "/mappings", {})
    s.ask("ask one", "GET", "/one")
    s.ask("ask four", "GET", "/four", headers={"Accept": "application/json"})


def sets(s):
    s.clear("sets")
    first = {"id": A, "request": {"url": "/1"}}
    s.admin("edit unknown", "POST", "/mappings/edit", first)
    s.admin("edit without id", "POST", "/mappings/edit", {"request": {"url": "/1"}})
    s.admin("edit nothing", "POST", "/mappings/edit", "")
    s.admin("edit broken", "POST", "/mappings/edit", "{bad")
    s.admin("import", "POST", "/mappings/import", {
        "mappings": [first, {"id": B, "request": {"url": "/2"}, "metadata": {"tag": "x"}}]})
    s.admin("imported", "GET", "/mappings")
    s.admin("edit", "POST", "/mappings/edit", {"id": A, "request": {"url": "/1e"}})
    s.admin("edited", "GET", f"/mappings/{A}")
    s.admin("import over", "POST", "/mappings/import", {
        "mappings": [{"id": A, "request": {"url": "/1o"}}],
        "importOptions": {"duplicatePolicy": "OVERWRITE", "deleteAllNotInImport": False}})
    s.admin("imported over", "GET", "/mappings")
    s.admin("import beside", "POST", "/mappings/import", {
        "mappings": [{"id": A, "request": {"url": "/1i"}}],
        "importOptions": {"duplicatePolicy": "IGNORE", "deleteAllNotInImport": False}})
    s.admin("imported beside", "GET", "/mappings")
    s.admin("import alone", "POST", "/mappings/import", {
        "mappings": [{"id": C, "request": {"url": "/3"}}],
        "importOptions": {"duplicatePolicy": "OVERWRITE", "deleteAllNotInImport": True}})
    s.admin("imported alone", "GET", "/mappings")
    for name, body in {
        "nothing": "", "broken JSON": "{bad", "list": [], "no list": {},
        "unknown policy": {"mappings": [], "importOptions": {"duplicatePolicy": "NOPE"}},
        "wrong stub": {"mappings": [{"requesst": {}}]},
        "wrong id": {"mappings": [{"id": "x"}]},
        "stub that is a number": {"mappings": [7]},
    }.items():
        s.admin(f"refuse to import {name}", "POST", "/mappings/import", body)
    s.admin("import none", "POST", "/mappings/import", {"mappings": []})
    s.admin("remove by id", "POST", "/mappings/remove", {"id": C})
    s.admin("removed by id", "GET", "/mappings")
    s.admin("remove unknown", "POST", "/mappings/remove", {"id": UNKNOWN})
    s.admin("add to remove", "POST", "/mappings", {"request": {"url": "/r"}})
    s.admin("remove by request", "POST", "/mappings/remove", {"request": {"url": "/r"}})
    s.admin("removed by request", "GET", "/mappings")
    s.admin("remove broken", "POST", "/mappings/remove", "{bad")
    s.admin("remove nothing", "POST", "/mappings/remove", "")
    s.admin("remove several", "POST", "/mappings/remove", {"mappings": []})
    for number, tag in enumerate(["a", "b", "a"]):
        s.admin(f"add {number} with metadata", "POST", "/mappings", {
            "id": IDS[number], "request": {"url": f"/m{number}"}, "metadata": {"tag": tag, "n": number}})
    for name, condition in {
        "path": {"matchesJsonPath": "$.tag"}, "JSON": {"equalToJson": {"tag": "b", "n": 1}},
        "condition": {"matchesJsonPath": {"expression": "$.tag", "equalTo": "a"}},
        "text": {"contains": "nothing"},
        "no condition": {}, "unknown condition": {"nope": 1}, "nothing": "", "broken JSON": "{bad",
        "list": [],
    }.items():
        s.admin(f"find by metadata: {name}", "POST", "/mappings/find-by-metadata", condition)
        if name in ("no condition", "unknown condition", "nothing", "broken JSON", "list", "text"):
            s.admin(f"remove by metadata: {name}", "POST", "/mappings/remove-by-metadata", condition)
    s.admin("remove by metadata", "POST", "/mappings/remove-by-metadata",
            {"matchesJsonPath": {"expression": "$.tag", "equalTo": "a"}})
    s.admin("removed by metadata", "GET", "/mappings")
    s.admin("unmatched stubs", "GET", "/mappings/unmatched")
    s.admin("remove unmatched stubs", "DELETE", "/mappings/unmatched")
    s.admin("clear what is left", "DELETE", "/mappings")
    s.admin("save none", "POST", "/mappings/save")
    s.admin("reset none", "POST", "/mappings/reset")
    s.admin("add persistent", "POST", "/mappings", {
        "id": A, "persistent": True, "request": {"url": "/p"}})
    s.admin("add passing", "POST", "/mappings", {"id": B, "request": {"url": "/q"}})
    s.admin("reset", "POST", "/mappings/reset")
    s.admin("after reset", "GET", "/mappings")
    s.admin("add saved", "POST", "/mappings", {"id": C, "request": {"url": "/s"}})
    s.admin("save", "POST", "/mappings/save")
    s.admin("saved", "GET", f"/mappings/{C}")
    s.admin("delete saved", "DELETE", f"/mappings/{C}")
    s.admin("reset after that", "POST", "/mappings/reset")
    s.admin("after that", "GET", "/mappings")
    s.admin("clear saved", "DELETE", "/mappings")
    s.admin("reset after clearing", "POST", "/mappings/reset")
    s.admin("none are left", "GET", "/mappings")


def journal(s):
    s.clear("journal")
    s.admin("add a for journal", "POST", "/mappings", {
        "id": A, "name": "A", "request": {"urlPath": "/a"}, "response": {"body": "hi"},
        "metadata": {"tag": "a"}})
    s.admin("add b for journal", "POST", "/mappings", {
        "id": B, "request": {"urlPathPattern": "/b/.*"},
        "response": {"status": 201, "jsonBody": {"b": 1}, "headers": {"X-B": ["1", "2"]}}})
    s.admin("no requests", "GET", "/requests")
    s.admin("no unmatched", "GET", "/requests/unmatched")
    for number, (method, path, body, headers) in enumerate(JOURNAL):
        s.ask(f"ask {number}", method, path, body, headers)
    s.admin("requests", "GET", "/requests")
    for query in ["limit=1", "limit=2", "limit=100", "limit=0", "unmatched=true", "unmatched=false",
                  f"matchingStub={A}", f"matchingStub={UNKNOWN}", "since=2000-01-01T00:00:00Z",
                  "since=2999-01-01T00:00:00Z", f"matchingStub={B}&limit=1"]:
        s.admin(f"requests {query}", "GET", f"/requests?{query}")
    for query in ["limit=x", "limit=-1", "since=x", "matchingStub=x", "unmatched=x"]:
        s.admin(f"requests {query}", "GET", f"/requests?{query}")
    s.admin("unmatched requests", "GET", "/requests/unmatched")
    for name, pattern in PATTERNS.items():
        s.admin(f"count {name}", "POST", "/requests/count", pattern)
        s.admin(f"find {name}", "POST", "/requests/find", pattern)
    for route in ["count", "find", "remove"]:
        for name, body in REFUSED_PATTERNS.items():
            s.admin(f"refuse to {route} {name}", "POST", f"/requests/{route}", body)
    for name, body in {"no condition": {}, "unknown condition": {"nope": 1}, "nothing": ""}.items():
        s.admin(f"refuse to remove requests by metadata: {name}", "POST",
                "/requests/remove-by-metadata", body)
    s.admin("unmatched stubs of journal", "GET", "/mappings/unmatched")
    s.admin("request that is no UUID", "GET", "/requests/nope")
    s.admin("unknown request", "GET", f"/requests/{UNKNOWN}")
    s.admin("delete unknown request", "DELETE", f"/requests/{UNKNOWN}")
    s.admin("delete request that is no UUID", "DELETE", "/requests/nope")
    s.admin("remove requests", "POST", "/requests/remove", {"method": "PUT"})
    s.admin("remove requests by metadata", "POST", "/requests/remove-by-metadata",
            {"matchesJsonPath": {"expression": "$.tag", "equalTo": "a"}})
    s.admin("left requests", "GET", "/requests")
    s.admin("reset requests", "POST", "/requests/reset")
    s.admin("no requests are left", "GET", "/requests")


def near_misses(s):
    s.clear("near misses")
    s.admin("near misses without stubs", "POST", "/near-misses/request",
            {"url": "/a", "method": "GET"})
    s.admin("add for near misses", "POST", "/mappings", {
        "id": A, "request": {"method": "GET", "url": "/things/1"}})
    s.admin("add further for near misses", "POST", "/mappings", {
        "id": B, "request": {"method": "POST", "url": "/completely/else",
                             "headers": {"A": {"equalTo": "b"}}}})
    s.ask("nearly", "GET", "/things/2")
    s.admin("near misses of unmatched", "GET", "/requests/unmatched/near-misses")
    s.admin("near misses", "POST", "/near-misses/request", {"url": "/things/3", "method": "GET"})
    s.admin("near misses of a match", "POST", "/near-misses/request",
            {"url": "/things/1", "method": "GET"})
    s.admin("near misses of a pattern", "POST", "/near-misses/request-pattern",
            {"url": "/things/9", "method": "GET"})
    for name, body in {"nothing": "", "broken JSON": "{bad", "list": []}.items():
        s.admin(f"refuse near misses of {name}", "POST", "/near-misses/request", body)
        s.admin(f"refuse near misses of pattern {name}", "POST", "/near-misses/request-pattern", body)
    s.admin("refuse near misses of unknown member", "POST", "/near-misses/request-pattern",
            {"nope": 1})


def unmatched(s):
    for name, (stub, method, path, body, headers) in UNMATCHED.items():
        s.admin(f"clear before {name}", "DELETE", "/mappings")
        s.admin(f"add for {name}", "POST", "/mappings", dict(stub, id=A))
        s.ask(f"unmatched by {name}", method, path, body, headers)


def scenarios(s):
    s.clear("scenarios")
    s.admin("no scenarios", "GET", "/scenarios")
    for number, (required, new) in enumerate([("Started", "two"), ("two", None)]):
        stub = {"id": IDS[number], "request": {"url": "/turns"}, "response": {"body": str(number)},
                "scenarioName": "turns", "requiredScenarioState": required}
        if new:
            stub["newScenarioState"] = new
        s.admin(f"add turn {number}", "POST", "/mappings", stub)
    s.admin("scenarios", "GET", "/scenarios")
    for number in range(3):
        s.ask(f"turn {number}", "GET", "/turns")
    s.admin("scenarios after turns", "GET", "/scenarios")
    s.admin("reset scenarios", "POST", "/scenarios/reset")
    s.ask("turn after reset", "GET", "/turns")
    s.admin("set state", "PUT", "/scenarios/turns/state", {"state": "Started"})
    s.ask("turn after set state", "GET", "/turns")
    s.admin("reset one", "PUT", "/scenarios/turns/state")
    s.ask("turn after reset of one", "GET", "/turns")
    s.admin("set unknown state", "PUT", "/scenarios/turns/state", {"state": "nope"})
    s.admin("set no state", "PUT", "/scenarios/turns/state", {})
    s.admin("set state of unknown", "PUT", "/scenarios/nope/state", {"state": "a"})
    s.admin("set broken state", "PUT", "/scenarios/turns/state", "{bad")


def settings(s):
    s.clear("settings")
    s.admin("set nothing", "POST", "/settings", {})
    s.admin("settings", "GET", "/settings")
    for number, settings in enumerate([
            {"fixedDelay": 3}, {"delayDistribution": {"type": "uniform", "lower": 1, "upper": 2}},
            {"fixedDelay": 0}, {"settings": {"fixedDelay": 1}}]):
        s.admin(f"set {number}", "POST", "/settings", settings)
        s.admin(f"settings {number}", "GET", "/settings")
    s.admin("put settings", "PUT", "/settings", {"fixedDelay": 1})
    s.admin("settings that were put", "GET", "/settings")
    for name, body in {"text": {"fixedDelay": "x"}, "unknown": {"nope": 1}, "broken JSON": "{bad",
                       "nothing": "", "unknown distribution": {"delayDistribution": {"type": "x"}},
                       }.items():
        s.admin(f"refuse settings {name}", "POST", "/settings", body)
    s.admin("extend", "PATCH", "/settings/extended", {"extended": {"a": 1}})
    s.admin("refuse to extend", "PATCH", "/settings/extended", {"b": 2})
    s.admin("set nothing again", "POST", "/settings", {})


def files(s):
    s.admin("no files", "GET", "/files")
    s.admin("put file", "PUT", "/files/sub/a.txt", "hello")
    s.admin("files", "GET", "/files")
    s.admin("get file", "GET", "/files/sub/a.txt")
    s.admin("stub with file", "POST", "/mappings", {
        "id": A, "request": {"url": "/file"}, "response": {"bodyFileName": "sub/a.txt"}})
    s.ask("ask for file", "GET", "/file")
    s.admin("delete file", "DELETE", "/files/sub/a.txt")
    s.admin("get deleted file", "GET", "/files/sub/a.txt")
    s.admin("delete deleted file", "DELETE", "/files/sub/a.txt")
    s.admin("put file outside", "PUT", "/files/%2e%2e/x.txt", "x")
    s.admin("get file outside", "GET", "/files/..%2f..%2fetc/passwd")


def recordings(s):
    s.admin("recording status", "GET", "/recordings/status")
    s.admin("stop no recording", "POST", "/recordings/stop")
    for name, body in {"nothing": "", "broken JSON": "{bad", "no target": {}, "target that is no URL":
                       {"targetBaseUrl": "nope"}, "unknown member": {
                           "targetBaseUrl": "http://127.0.0.1:1", "nope": 1},
                       }.items():
        s.admin(f"refuse to record {name}", "POST", "/recordings/start", body)
    s.admin("end what was started", "POST", "/recordings/stop")
    s.admin("record", "POST", "/recordings/start", {"targetBaseUrl": "http://127.0.0.1:1"})
    s.admin("recording status while recording", "GET", "/recordings/status")
    s.admin("record again", "POST", "/recordings/start", {"targetBaseUrl": "http://127.0.0.1:1"})
    s.admin("stop", "POST", "/recordings/stop")
    s.admin("recording status after that", "GET", "/recordings/status")


def others(s):
    s.admin("reset all", "POST", "/reset")
    s.admin("unknown route", "GET", "/nonesuch")
    s.admin("unknown route to post to", "POST", "/nonesuch", {})
    s.admin("other method", "DELETE", "/settings")
    s.admin("health", "GET", "/health")
    s.admin("version", "GET", "/version")
    s.admin("certificate", "GET", "/certs/wiremock-ca.crt")
    s.admin("docs", "GET", "/docs")
