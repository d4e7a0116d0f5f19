"""The kinds of stub sets that are measured: what stub number i asks for, and a request it answers.

A family has its stubs in the words of each server that is measured. Numbers have a fixed width, so
that requests are equally long however many stubs there are.
"""
import dataclasses
import json
import random
import typing

BODY = "Hello, world!"
LARGE_BODY = "0123456789abcdef" * 640  # 10,240 bytes


@dataclasses.dataclass(frozen=True)
class Request:
    """A request as the client sends it."""
    path: str
    method: str = "GET"
    headers: tuple = ()
    body: str = ""

    def bytes(self):
        """The message (RFC 9112)."""
        lines = [f"{self.method} {self.path} HTTP/1.1", "Host: 127.0.0.1"]
        lines += [f"{name}: {value}" for name, value in self.headers]
        if self.body:
            lines += ["Content-Type: application/json", f"Content-Length: {len(self.body)}"]
        return ("\r\n".join(lines) + "\r\n\r\n" + self.body).encode()


@dataclasses.dataclass(frozen=True)
class Family:
    """One way in which many stubs tell requests apart."""
    name: str
    title: str
    #: The keys below `match` of stub i.
    match: typing.Callable
    #: The keys below `request` of WireMock's mapping i.
    mapping: typing.Callable
    #: mitmproxy's flow filter i.
    flow_filter: typing.Callable
    #: What pytest-httpserver's stub i expects: `uri` or, as a regular expression, `pattern`.
    expectation: typing.Callable
    #: A request that stub i answers; the second number makes requests for one stub different.
    request: typing.Callable
    sizes: tuple = (10, 100, 1_000, 10_000, 100_000)
    method: str = "GET"
    #: What is expected of a stub server; 404 for requests that no stub answers.
    status: int = 200

    def rules(self, count, respond=None):
        """A rule file with so many stubs."""
        respond = respond or {"text": BODY}
        stubs = [{"match": self.match(i), "respond": {self.method: respond}} for i in range(count)]
        return json.dumps({"stubs": stubs})

    def mappings(self, count, response=None):
        """WireMock's file for the same stubs."""
        response = response or {"status": 200, "body": BODY,
                                "headers": {"Content-Type": "text/plain"}}
        mappings = [{"request": {"method": self.method, **self.mapping(i)}, "response": response}
                    for i in range(count)]
        return json.dumps({"mappings": mappings})

    def requests(self, count, total=10_000):
        """Requests that ask all stubs equally often, in an order that is always the same."""
        numbers = [(i % count, i) for i in range(max(count, total))]
        random.Random(count).shuffle(numbers)
        return [self.request(*number) for number in numbers]


def _bits(number):
    """A pattern without any text that a match must have, another for each number below 1,024."""
    return "".join("[n-z]" if number >> bit & 1 else "[a-m]" for bit in range(10))


def _letters(number):
    return "".join("t" if number >> bit & 1 else "c" for bit in range(10))


def _exact(i):
    return f"/catalog/item-{i:06}/details"


def _json(i):
    return json.dumps({"customer": "ada", "item": {"id": f"v{i:06}", "count": 2}, "gift": False})


FAMILIES = [
    Family("exact", "exact path",
           lambda i: {"path": _exact(i)}, lambda i: {"urlPath": _exact(i)},
           lambda i: f"~u {_exact(i)}$", lambda i: {"uri": _exact(i)},
           lambda i, n: Request(_exact(i))),
    Family("template", "URI template",
           lambda i: {"uri": f"/catalog/item-{i:06}/{{size}}/details"},
           # None of the others has templates; this is what they stand for.
           lambda i: {"urlPathPattern": f"/catalog/item-{i:06}/[^/]+/details"},
           lambda i: f"~u /catalog/item-{i:06}/[^/]+/details$",
           lambda i: {"pattern": f"^/catalog/item-{i:06}/[^/]+/details$"},
           lambda i, n: Request(f"/catalog/item-{i:06}/size-{n:06}/details")),
    Family("regex", "regex with a literal",
           lambda i: {"path": {"regex": f"^/catalog/item-{i:06}/[a-z]+-[0-9]+$"}},
           lambda i: {"urlPathPattern": f"/catalog/item-{i:06}/[a-z]+-[0-9]+"},
           lambda i: f"~u /catalog/item-{i:06}/[a-z]+-[0-9]+$",
           lambda i: {"pattern": f"^/catalog/item-{i:06}/[a-z]+-[0-9]+$"},
           lambda i, n: Request(f"/catalog/item-{i:06}/size-{n:06}")),
    Family("bare-regex", "regex without a literal",
           lambda i: {"path": {"regex": f"^/{_bits(i)}/[a-z]+-[0-9]+$"}},
           lambda i: {"urlPathPattern": f"/{_bits(i)}/[a-z]+-[0-9]+"},
           lambda i: f"~u /{_bits(i)}/[a-z]+-[0-9]+$",
           lambda i: {"pattern": f"^/{_bits(i)}/[a-z]+-[0-9]+$"},
           lambda i, n: Request(f"/{_letters(i)}/size-{n:06}"), sizes=(10, 100, 400)),
    Family("header", "one URL, header",
           lambda i: {"path": "/catalog", "headers": {"X-Item": f"v{i:06}"}},
           lambda i: {"urlPath": "/catalog", "headers": {"X-Item": {"equalTo": f"v{i:06}"}}},
           lambda i: f"~u /catalog$ & ~hq 'X-Item: v{i:06}'",
           lambda i: {"uri": "/catalog", "headers": {"X-Item": f"v{i:06}"}},
           lambda i, n: Request("/catalog", headers=(("X-Item", f"v{i:06}"),))),
    Family("query", "one URL, query",
           lambda i: {"path": "/catalog", "query": {"item": f"v{i:06}"}},
           lambda i: {"urlPath": "/catalog",
                      "queryParameters": {"item": {"equalTo": f"v{i:06}"}}},
           lambda i: f"~u '/catalog.item=v{i:06}$'",
           lambda i: {"uri": "/catalog", "query_string": {"item": f"v{i:06}"}},
           lambda i, n: Request(f"/catalog?item=v{i:06}")),
    Family("json", "one URL, JSON field",
           lambda i: {"path": "/catalog", "jsonPath": {"$.item.id": f"v{i:06}"}},
           lambda i: {"urlPath": "/catalog", "bodyPatterns": [
               {"matchesJsonPath": {"expression": "$.item.id", "equalTo": f"v{i:06}"}}]},
           # These two have no condition on a field, so they compare text and the whole body.
           lambda i: f"~u /catalog$ & ~bq v{i:06}",
           lambda i: {"uri": "/catalog", "json": json.loads(_json(i))},
           lambda i, n: Request("/catalog", "POST", body=_json(i)), method="POST"),
    Family("miss", "no stub answers",
           lambda i: {"path": _exact(i)}, lambda i: {"urlPath": _exact(i)},
           lambda i: f"~u {_exact(i)}$", lambda i: {"uri": _exact(i)},
           lambda i, n: Request(f"/catalog/none-{n:06}/details"), status=404),
]


def named(name):
    """The family of this name."""
    return next(family for family in FAMILIES if family.name == name)
