"""Conditions on the body of a request, and requests that no stub answers."""
import base64
import json

from formats import (FORM, Condition, at_catalog, header_of, matches_of, mountebank_test,
                     named_of, path_of, value)


def _json(i):
    return json.dumps({"customer": "ada", "item": {"id": value(i), "count": i}, "gift": False})


def _list(i):
    return json.dumps({"items": [{"id": value(i)}, {"id": "gift"}]})


def _xml(i):
    return f"<order><customer>ada</customer><item id='{value(i)}'>{i}</item></order>"


def _multipart(i):
    return ("--b\r\nContent-Disposition: form-data; name=\"item\"\r\n\r\n"
            f"{value(i)}\r\n--b--\r\n")


def _posted(type_, body):
    return "/catalog", {"Content-Type": type_}, body


BODIES = [
    Condition(
        "form field", lambda i: _posted(FORM, f"customer=ada&item={value(i)}"),
        own=lambda i: {"path": "/catalog", "form": {"item": value(i)}},
        wiremock=lambda i: at_catalog("formParameters", {"item": {"equalTo": value(i)}}),
        hoverfly=lambda i: matches_of("body", "form", {"item": [{"matcher": "exact", "value": value(i)}]}),
        mountebank=lambda i: mountebank_test("equals", "form", {"item": value(i)}),
        mockserver=lambda i: {"path": "/catalog", "body": {
            "type": "PARAMETERS", "parameters": {"item": [value(i)]}}}, method="POST"),
    Condition(
        "JSON field", lambda i: _posted("application/json", _json(i)),
        own=lambda i: {"path": "/catalog", "jsonPath": {"$.item.id": value(i)}},
        wiremock=lambda i: at_catalog("bodyPatterns", [
            {"matchesJsonPath": {"expression": "$.item.id", "equalTo": value(i)}}]),
        mountebank=lambda i: [{"equals": {"body": value(i)}, "jsonpath": {"selector": "$.item.id"}}],
        method="POST"),
    Condition(
        "JSON number", lambda i: _posted("application/json", _json(i)),
        own=lambda i: {"path": "/catalog", "jsonPath": {"$.item.count": i}},
        wiremock=lambda i: at_catalog("bodyPatterns", [
            {"matchesJsonPath": {"expression": "$.item.count", "equalTo": str(i)}}]),
        method="POST"),
    Condition(
        "JSON filter", lambda i: _posted("application/json", _json(i)),
        own=lambda i: {"path": "/catalog", "jsonPath": {
            f"$.item[?@ == '{value(i)}']": {"present": True}}},
        wiremock=lambda i: at_catalog("bodyPatterns", [
            {"matchesJsonPath": f"$.item[?(@.id == '{value(i)}')]"}]),
        mockserver=lambda i: {"path": "/catalog", "body": {
            "type": "JSON_PATH", "jsonPath": f"$.item[?(@.id == '{value(i)}')]"}},
        method="POST"),
    Condition(
        "whole JSON", lambda i: _posted("application/json", _json(i)),
        own=lambda i: {"path": "/catalog", "json": json.loads(_json(i))},
        wiremock=lambda i: at_catalog("bodyPatterns", [{"equalToJson": json.loads(_json(i))}]),
        hoverfly=lambda i: matches_of("body", "json", _json(i)),
        mountebank=lambda i: mountebank_test("deepEquals", "body", json.loads(_json(i))),
        mockserver=lambda i: {"path": "/catalog", "body": {
            "type": "JSON", "json": json.loads(_json(i)), "matchType": "STRICT"}}, method="POST"),
    Condition(
        "part of JSON", lambda i: _posted("application/json", _json(i)),
        own=lambda i: {"path": "/catalog", "json": {"item": {"id": value(i)}},
                       "jsonOptions": ["ignoreExtraFields"]},
        wiremock=lambda i: at_catalog("bodyPatterns", [
            {"equalToJson": {"item": {"id": value(i)}}, "ignoreExtraElements": True}]),
        hoverfly=lambda i: matches_of("body", "jsonpartial", json.dumps({"item": {"id": value(i)}})),
        mountebank=lambda i: mountebank_test("equals", "body", {"item": {"id": value(i)}}),
        mockserver=lambda i: {"path": "/catalog", "body": {
            "type": "JSON", "json": {"item": {"id": value(i)}}}}, method="POST"),
    Condition(
        "elements of JSON", lambda i: _posted("application/json", _list(i)),
        own=lambda i: {"path": "/catalog", "json": json.loads(_list(i))},
        wiremock=lambda i: at_catalog("bodyPatterns", [
            {"equalToJson": json.loads(_list(i)), "ignoreArrayOrder": True}]),
        hoverfly=lambda i: matches_of("body", "jsonpartial", _list(i)),
        mountebank=lambda i: mountebank_test("equals", "body", json.loads(_list(i))),
        mockserver=lambda i: {"path": "/catalog", "body": {
            "type": "JSON", "json": json.loads(_list(i))}}, method="POST"),
    Condition(
        "JSON member exists", lambda i: _posted("application/json", json.dumps({"item": {value(i): 1}})),
        own=lambda i: {"path": "/catalog", "jsonPath": {f"$.item.{value(i)}": {"present": True}}},
        wiremock=lambda i: at_catalog("bodyPatterns", [{"matchesJsonPath": f"$.item.{value(i)}"}]),
        hoverfly=lambda i: matches_of("body", "jsonpath", f"$.item.{value(i)}"),
        mockserver=lambda i: {"path": "/catalog", "body": {
            "type": "JSON_PATH", "jsonPath": f"$.item.{value(i)}"}}, method="POST"),
    Condition(
        "JSON comparison", lambda i: _posted("application/json", json.dumps({"items": [{value(i): 2}]})),
        own=lambda i: {"path": "/catalog", "jsonPath": {
            f"$.items[?@.{value(i)} > 1]": {"present": True}}},
        wiremock=lambda i: at_catalog("bodyPatterns", [
            {"matchesJsonPath": f"$.items[?(@.{value(i)} > 1)]"}]), method="POST"),
    Condition(
        "XML element exists", lambda i: _posted("application/xml", f"<order><{value(i)}/></order>"),
        own=lambda i: {"path": "/catalog", "xpath": {f"//{value(i)}": {"present": True}}},
        wiremock=lambda i: at_catalog("bodyPatterns", [{"matchesXPath": f"//{value(i)}"}]),
        hoverfly=lambda i: matches_of("body", "xpath", f"//{value(i)}"),
        mockserver=lambda i: {"path": "/catalog", "body": {
            "type": "XPATH", "xpath": f"//{value(i)}"}}, method="POST"),
    Condition(
        "body equals", lambda i: _posted("text/plain", f"order of {value(i)}"),
        own=lambda i: {"path": "/catalog", "body": f"order of {value(i)}"},
        wiremock=lambda i: at_catalog("bodyPatterns", [{"equalTo": f"order of {value(i)}"}]),
        hoverfly=lambda i: matches_of("body", "exact", f"order of {value(i)}"),
        mountebank=lambda i: mountebank_test("equals", "body", f"order of {value(i)}"),
        mockserver=lambda i: {"path": "/catalog", "body": f"order of {value(i)}"}, method="POST"),
    Condition(
        "body bytes", lambda i: _posted("application/octet-stream", f"order of {value(i)}"),
        own=lambda i: {"path": "/catalog", "body": {
            "base64": base64.b64encode(f"order of {value(i)}".encode()).decode()}},
        wiremock=lambda i: at_catalog("bodyPatterns", [
            {"binaryEqualTo": base64.b64encode(f"order of {value(i)}".encode()).decode()}]),
        mockserver=lambda i: {"path": "/catalog", "body": {
            "type": "BINARY",
            "base64Bytes": base64.b64encode(f"order of {value(i)}".encode()).decode()}},
        method="POST"),
    Condition(
        "body contains", lambda i: _posted("text/plain", f"order of {value(i)} by ada"),
        own=lambda i: {"path": "/catalog", "body": {"contains": value(i)}},
        wiremock=lambda i: at_catalog("bodyPatterns", [{"contains": value(i)}]),
        hoverfly=lambda i: matches_of("body", "glob", f"*{value(i)}*"),
        mountebank=lambda i: mountebank_test("contains", "body", value(i)),
        mockserver=lambda i: {"path": "/catalog", "body": {
            "type": "STRING", "string": value(i), "subString": True}}, method="POST"),
    Condition(
        "body pattern", lambda i: _posted("text/plain", f"order of {value(i)} by ada"),
        own=lambda i: {"path": "/catalog", "body": {"regex": f"{value(i)} by [a-z]+"}},
        wiremock=lambda i: at_catalog("bodyPatterns", [{"matches": f".*{value(i)} by [a-z]+"}]),
        hoverfly=lambda i: matches_of("body", "regex", f"{value(i)} by [a-z]+"),
        mountebank=lambda i: mountebank_test("matches", "body", f"{value(i)} by [a-z]+"),
        mockserver=lambda i: {"path": "/catalog", "body": {
            "type": "REGEX", "regex": f".*{value(i)} by [a-z]+"}}, method="POST"),
    Condition(
        "XPath equals", lambda i: _posted("application/xml", _xml(i)),
        own=lambda i: {"path": "/catalog", "xpath": {"/order/item/@id": value(i)}},
        wiremock=lambda i: at_catalog("bodyPatterns", [
            {"matchesXPath": {"expression": "/order/item/@id", "equalTo": value(i)}}]),
        mountebank=lambda i: [{"equals": {"body": value(i)},
                               "xpath": {"selector": "/order/item/@id"}}],
        method="POST"),
    Condition(
        "bare XPath", lambda i: _posted("application/xml", _xml(i)),
        own=lambda i: {"path": "/catalog", "xpath": {
            f"/order/item[@id='{value(i)}']": {"present": True}}},
        wiremock=lambda i: at_catalog("bodyPatterns", [
            {"matchesXPath": f"/order/item[@id='{value(i)}']"}]),
        hoverfly=lambda i: matches_of("body", "xpath", f"/order/item[@id='{value(i)}']"),
        mockserver=lambda i: {"path": "/catalog", "body": {
            "type": "XPATH", "xpath": f"/order/item[@id='{value(i)}']"}}, method="POST"),
    Condition(
        "whole XML", lambda i: _posted("application/xml", _xml(i)),
        own=lambda i: {"path": "/catalog", "xml": _xml(i)},
        wiremock=lambda i: at_catalog("bodyPatterns", [{"equalToXml": _xml(i)}]),
        hoverfly=lambda i: matches_of("body", "xml", _xml(i)),
        mockserver=lambda i: {"path": "/catalog", "body": {"type": "XML", "xml": _xml(i)}},
        method="POST"),
    Condition(
        "part of a multipart", lambda i: _posted("multipart/form-data; boundary=b", _multipart(i)),
        own=lambda i: {"path": "/catalog", "multipart": [{"name": "item", "body": value(i)}]},
        wiremock=lambda i: at_catalog("multipartPatterns", [
            {"name": "item", "bodyPatterns": [{"equalTo": value(i)}]}]), method="POST"),
    Condition(
        "a miss by path", lambda i: (f"/catalog/none-{i:06}/details", {}, None),
        own=lambda i: {"path": path_of(i)}, wiremock=lambda i: {"urlPath": path_of(i)},
        hoverfly=lambda i: matches_of("path", "exact", path_of(i)),
        mountebank=lambda i: [{"equals": {"path": path_of(i)}}],
        mockserver=lambda i: {"path": path_of(i)}, status=404),
    Condition(
        "a miss by header", lambda i: header_of(i, "none"),
        own=lambda i: {"path": "/catalog", "headers": {"X-Item": value(i)}},
        wiremock=lambda i: at_catalog("headers", {"X-Item": {"equalTo": value(i)}}),
        hoverfly=lambda i: named_of("headers", "X-Item", "exact", value(i)),
        mountebank=lambda i: mountebank_test("equals", "headers", {"X-Item": value(i)}),
        mockserver=lambda i: {"path": "/catalog", "headers": {"X-Item": [value(i)]}}, status=404),
    Condition(
        "a miss by pattern", lambda i: (f"/catalog/none-{i:06}/size-7", {}, None),
        own=lambda i: {"path": {"regex": f"^/catalog/item-{i:06}/[a-z]+-[0-9]+$"}},
        wiremock=lambda i: {"urlPathPattern": f"/catalog/item-{i:06}/[a-z]+-[0-9]+"},
        hoverfly=lambda i: matches_of("path", "regex", f"^/catalog/item-{i:06}/[a-z]+-[0-9]+$"),
        mountebank=lambda i: [{"matches": {"path": f"^/catalog/item-{i:06}/[a-z]+-[0-9]+$"}}],
        mockserver=lambda i: {"path": f"/catalog/item-{i:06}/[a-z]+-[0-9]+"}, status=404),
    Condition(
        "a miss by JSON", lambda i: _posted("application/json", _json(999_999)),
        own=lambda i: {"path": "/catalog", "jsonPath": {"$.item.id": value(i)}},
        wiremock=lambda i: at_catalog("bodyPatterns", [
            {"matchesJsonPath": {"expression": "$.item.id", "equalTo": value(i)}}]),
        mountebank=lambda i: [{"equals": {"body": value(i)}, "jsonpath": {"selector": "$.item.id"}}],
        method="POST", status=404),
]
