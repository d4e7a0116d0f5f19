"""Requests for the admin API, in the order in which both servers get them."""

from admin_stub_requests import Steps, lists, sets, stubs
from admin_values import A, B, IDS, JOURNAL, PATTERNS, REFUSED_PATTERNS, UNKNOWN, UNMATCHED


def steps():
    s = Steps()
    stubs(s)
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
                       "size": {"targetBaseUrl": "http://127.0.0.1:1", "extractBodyCriteria": {
                           "textSizeThreshold": "2 T"}},
                       "other size": {"targetBaseUrl": "http://127.0.0.1:1", "extractBodyCriteria": {
                           "binarySizeThreshold": "10 bytes"}},
                       "id": {"targetBaseUrl": "http://127.0.0.1:1", "filters": {"ids": ["x"]}},
                       }.items():
        s.admin(f"refuse to record {name}", "POST", "/recordings/start", body)
    s.admin("end what was started", "POST", "/recordings/stop")
    s.admin("record", "POST", "/recordings/start", {"targetBaseUrl": "http://127.0.0.1:1"})
    s.admin("recording status while recording", "GET", "/recordings/status")
    s.admin("record again", "POST", "/recordings/start", {"targetBaseUrl": "http://127.0.0.1:1"})
    s.admin("stop", "POST", "/recordings/stop")
    s.admin("recording status after that", "GET", "/recordings/status")
    for name, body in {"nothing": "", "all": {}, "none": {"filters": {"ids": [UNKNOWN]}},
                       "identifiers": {"outputFormat": "IDS"},
                       "sizes": {"extractBodyCriteria": {"textSizeThreshold": "1,5 kb",
                                                         "binarySizeThreshold": 1}}}.items():
        s.admin(f"snapshot {name}", "POST", "/recordings/snapshot", body)


def others(s):
    s.admin("reset all", "POST", "/reset")
    s.admin("unknown route", "GET", "/nonesuch")
    s.admin("unknown route to post to", "POST", "/nonesuch", {})
    s.admin("other method", "DELETE", "/settings")
    s.admin("health", "GET", "/health")
    s.admin("version", "GET", "/version")
    s.admin("certificate", "GET", "/certs/wiremock-ca.crt")
    s.admin("docs", "GET", "/docs")
