"""What requests for the admin API are made of: stubs, patterns and what stubs are asked."""

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
    "JSON placeholder": {"bodyPatterns": [{"equalToJson": "{\"x\": \"${json-unit.any-number}\"}"}]},
    "XML placeholder": {"bodyPatterns": [{"equalToXml": "<a>${xmlunit.ignore}</a>",
                                          "enablePlaceholders": True}]},
    "time": {"headers": {"X-Key": {"before": "now +3 days"}}},
    "time in format": {"queryParameters": {"x": {
        "equalToDateTime": "1970-01-01T00:00:01Z", "actualFormat": "unix"}}},
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
