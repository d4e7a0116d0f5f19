"""Conditions on the head of a request: its URL and its fields."""
from formats import (HOST, Condition, at_catalog, credentials, header_of, matches_of,
                     mountebank_test, named_of, path_of, value)


def _query(i, text=None):
    return f"/catalog?item={text or value(i)}", {}, None


HEADS = [
    Condition(
        "exact path", lambda i: (path_of(i), {}, None),
        own=lambda i: {"path": path_of(i)}, wiremock=lambda i: {"urlPath": path_of(i)},
        hoverfly=lambda i: matches_of("path", "exact", path_of(i)),
        mountebank=lambda i: [{"equals": {"path": path_of(i)}}],
        mockserver=lambda i: {"path": path_of(i)}, is_recorded=True),
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
        hoverfly=lambda i: matches_of("path", "regex", f"^/catalog/item-{i:06}/[a-z]+-[0-9]+$"),
        mountebank=lambda i: [{"matches": {"path": f"^/catalog/item-{i:06}/[a-z]+-[0-9]+$"}}],
        mockserver=lambda i: {"path": f"/catalog/item-{i:06}/[a-z]+-[0-9]+"}),
    Condition(
        "path glob or start", lambda i: (f"/catalog/item-{i:06}/size-7", {}, None),
        own=lambda i: {"path": {"glob": f"/catalog/item-{i:06}/*"}},
        hoverfly=lambda i: matches_of("path", "glob", f"/catalog/item-{i:06}/*"),
        mountebank=lambda i: [{"startsWith": {"path": f"/catalog/item-{i:06}/"}}]),
    Condition(
        "path end", lambda i: (f"/catalog/size-7/item-{i:06}", {}, None),
        own=lambda i: {"path": {"suffix": f"/item-{i:06}"}},
        hoverfly=lambda i: matches_of("path", "glob", f"*/item-{i:06}"),
        mountebank=lambda i: [{"endsWith": {"path": f"/item-{i:06}"}}]),
    Condition(
        "host", lambda i: (f"http://h{i:06}.example/catalog", {}, None),
        own=lambda i: {"host": f"h{i:06}.example"},
        wiremock=lambda i: {"host": {"equalTo": f"h{i:06}.example"}},
        hoverfly=lambda i: matches_of("destination", "exact", f"h{i:06}.example")),
    Condition(
        "header equals", header_of,
        own=lambda i: {"path": "/catalog", "headers": {"X-Item": value(i)}},
        wiremock=lambda i: at_catalog("headers", {"X-Item": {"equalTo": value(i)}}),
        hoverfly=lambda i: named_of("headers", "X-Item", "exact", value(i)),
        mountebank=lambda i: mountebank_test("equals", "headers", {"X-Item": value(i)}),
        mockserver=lambda i: {"path": "/catalog", "headers": {"X-Item": [value(i)]}}),
    Condition(
        "header equals, in any case", lambda i: header_of(i, value(i).upper()),
        own=lambda i: {"path": "/catalog", "headers": {"X-Item": {"equalsIgnoringCase": value(i)}}},
        wiremock=lambda i: at_catalog("headers", {
            "X-Item": {"equalTo": value(i), "caseInsensitive": True}})),
    Condition(
        "header starts", lambda i: header_of(i, value(i) + "-red"),
        own=lambda i: {"path": "/catalog", "headers": {"X-Item": {"prefix": value(i) + "-"}}},
        hoverfly=lambda i: named_of("headers", "X-Item", "glob", value(i) + "-*"),
        mountebank=lambda i: mountebank_test("startsWith", "headers", {"X-Item": value(i)})),
    Condition(
        "header ends", lambda i: header_of(i, "red-" + value(i)),
        own=lambda i: {"path": "/catalog", "headers": {"X-Item": {"suffix": value(i)}}},
        mountebank=lambda i: mountebank_test("endsWith", "headers", {"X-Item": value(i)})),
    Condition(
        "header contains", lambda i: header_of(i, f"red-{value(i)}-blue"),
        own=lambda i: {"path": "/catalog", "headers": {"X-Item": {"contains": value(i)}}},
        wiremock=lambda i: at_catalog("headers", {"X-Item": {"contains": value(i)}}),
        hoverfly=lambda i: named_of("headers", "X-Item", "glob", f"*{value(i)}*"),
        mountebank=lambda i: mountebank_test("contains", "headers", {"X-Item": value(i)})),
    Condition(
        "header pattern", lambda i: header_of(i, f"{value(i)}-red"),
        own=lambda i: {"path": "/catalog", "headers": {"X-Item": {"regex": f"^{value(i)}-[a-z]+$"}}},
        wiremock=lambda i: at_catalog("headers", {"X-Item": {"matches": f"{value(i)}-[a-z]+"}}),
        hoverfly=lambda i: named_of("headers", "X-Item", "regex", f"^{value(i)}-[a-z]+$"),
        mountebank=lambda i: mountebank_test(
            "matches", "headers", {"X-Item": f"^{value(i)}-[a-z]+$"}),
        mockserver=lambda i: {"path": "/catalog", "headers": {"X-Item": [f"{value(i)}-[a-z]+"]}}),
    Condition(
        "header present", lambda i: ("/catalog", {f"X-{value(i)}": "1"}, None),
        own=lambda i: {"path": "/catalog", "headers": {f"X-{value(i)}": {"present": True}}},
        wiremock=lambda i: at_catalog("headers", {f"X-{value(i)}": {"matches": ".*"}}),
        mountebank=lambda i: mountebank_test("exists", "headers", {f"X-{value(i)}": True})),
    Condition(
        "query equals", _query,
        own=lambda i: {"path": "/catalog", "query": {"item": value(i)}},
        wiremock=lambda i: at_catalog("queryParameters", {"item": {"equalTo": value(i)}}),
        hoverfly=lambda i: named_of("query", "item", "exact", value(i)),
        mountebank=lambda i: mountebank_test("equals", "query", {"item": value(i)}),
        mockserver=lambda i: {"path": "/catalog", "queryStringParameters": {"item": [value(i)]}}),
    Condition(
        "query pattern", lambda i: _query(i, f"{value(i)}-red"),
        own=lambda i: {"path": "/catalog", "query": {"item": {"regex": f"^{value(i)}-[a-z]+$"}}},
        wiremock=lambda i: at_catalog("queryParameters", {"item": {"matches": f"{value(i)}-[a-z]+"}}),
        hoverfly=lambda i: named_of("query", "item", "regex", f"^{value(i)}-[a-z]+$"),
        mountebank=lambda i: mountebank_test("matches", "query", {"item": f"^{value(i)}-[a-z]+$"}),
        mockserver=lambda i: {"path": "/catalog",
                              "queryStringParameters": {"item": [f"{value(i)}-[a-z]+"]}}),
    Condition(
        "query contains", lambda i: _query(i, f"red-{value(i)}-blue"),
        own=lambda i: {"path": "/catalog", "query": {"item": {"contains": value(i)}}},
        wiremock=lambda i: at_catalog("queryParameters", {"item": {"contains": value(i)}}),
        mountebank=lambda i: mountebank_test("contains", "query", {"item": value(i)})),
    Condition(
        "query number", lambda i: _query(i, f"{i:06}"),
        own=lambda i: {"path": "/catalog", "query": {"item": {"atLeast": i, "atMost": i}}},
        most=10_000),
    Condition(
        "query range", lambda i: _query(i, f"{i * 10 + 5:06}"),
        own=lambda i: {"path": "/catalog", "query": {
            "item": {"atLeast": i * 10, "lessThan": i * 10 + 10}}},
        wiremock=lambda i: at_catalog("queryParameters", {"item": {"and": [
            {"greaterThanEqualNumber": i * 10}, {"lessThanNumber": i * 10 + 10}]}})),
    Condition(
        "exact query", _query,
        own=lambda i: {"path": "/catalog", "queryEquals": {"item": value(i)}},
        mountebank=lambda i: mountebank_test("deepEquals", "query", {"item": value(i)})),
    Condition(
        "cookie equals", lambda i: ("/catalog", {"Cookie": f"theme=dark; item={value(i)}"}, None),
        own=lambda i: {"path": "/catalog", "cookies": {"item": value(i)}},
        wiremock=lambda i: at_catalog("cookies", {"item": {"equalTo": value(i)}}),
        mockserver=lambda i: {"path": "/catalog", "cookies": {"item": value(i)}}),
    Condition(
        "cookie pattern", lambda i: ("/catalog", {"Cookie": f"item={value(i)}-red"}, None),
        own=lambda i: {"path": "/catalog", "cookies": {"item": {"regex": f"^{value(i)}-[a-z]+$"}}},
        wiremock=lambda i: at_catalog("cookies", {"item": {"matches": f"{value(i)}-[a-z]+"}})),
    Condition(
        "basic auth", lambda i: ("/catalog", {"Authorization": credentials(i)}, None),
        own=lambda i: {"path": "/catalog",
                       "basicAuth": {"user": f"user{i:06}", "password": "secret"}},
        wiremock=lambda i: at_catalog(
            "basicAuth", {"username": f"user{i:06}", "password": "secret"})),
    Condition(
        "bearer", lambda i: ("/catalog", {"Authorization": f"Bearer {value(i)}"}, None),
        own=lambda i: {"path": "/catalog", "bearer": value(i)},
        wiremock=lambda i: at_catalog(
            "headers", {"Authorization": {"equalTo": f"Bearer {value(i)}"}})),
]
