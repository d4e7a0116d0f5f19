"""The requests that add, list, change and remove stubs."""

import json

from admin_values import A, B, C, IDS, REFUSED_STUBS, STUBS, UNKNOWN


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


def stubs(s):
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
