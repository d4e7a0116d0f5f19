"""Tests of the admin page in Chromium: page.py STUBBER FOLDER

Prints a line for each test: its name, then `ok` or what is wrong.
"""
import pathlib
import socket
import sys
import traceback
import urllib.parse

from browser import KEYS, Page, Server, folder
from steering import clock, conditions, popovers, recorded, scenario, sets

STUBBER, FOLDER = sys.argv[1], pathlib.Path(sys.argv[2])
HOSTILE = '<img src=x onerror="window.hacked=1">'
STUBS = f"""
stubs:
  - {{ name: cut, match: {{ path: /cut }}, respond: {{ GET: {{ text: "0123456789", fault: {{ type: reset, after: 50% }} }} }} }}
  - {{ name: never, match: {{ path: /never }}, respond: {{ GET: {{ text: x, fault: {{ type: neverAnswer }} }} }} }}
  - name: one user
    match: {{ uri: "/user/{{id}}", headers: {{ Accept: {{ contains: json }} }} }}
    respond: {{ GET: {{ json: {{ id: "{{{{uri.id}}}}" }} }} }}
  - name: '{HOSTILE}'
    match: {{ path: /hostile }}
    respond: {{ GET: {{ text: '{HOSTILE}', headers: {{ X-Hostile: '{HOSTILE}' }} }} }}
  - {{ name: slow, match: {{ path: /slow }}, respond: {{ GET: {{ text: x, delay: 300ms }} }} }}
"""
CART = """{"mappings": [{"scenarioName": "cart", "requiredScenarioState": "Started",
  "newScenarioState": "paid", "request": {"url": "/pay"}, "response": {"status": 200}}]}"""


def appears(page, server):
    """A request appears without the page being loaded again"""
    page.shows("No request yet")
    page.shows(f"curl -i {server.url}/hello")
    loaded = page.run("return loadedAt")
    server.ask("/first")
    page.shows("/first", ".rows")
    page.shows("no match", ".rows .missed")
    assert page.run("return loadedAt") == loaded


def difference(page, server):
    """An unmatched request shows what differs, aligned and marked"""
    server.ask("/users/7", headers={"Accept": "application/json"})
    page.click(".item .path", "/users/7")
    page.shows("No stub matched", ".detail")
    page.shows("one user", ".detail .head")
    lines = page.run("return [...document.querySelectorAll('.compare pre')].map((e) => e.textContent)")
    assert len(lines[0]) == len(lines[1]), lines
    assert page.texts(".compare mark.want")[0] == "user", page.texts(".compare mark")
    assert page.texts(".compare mark.got")[0] == "users", page.texts(".compare mark")
    assert "✓" in page.text(".conditions") and "✗" in page.text(".conditions")


def copied(page, server):
    """The rule that is copied, pasted into a file, answers the request"""
    page.click(".detail button", "Copy")
    page.shows("Copied", ".detail")
    (FOLDER / "live" / "pasted.yaml").write_text(page.clipboard())
    page.wait("the pasted rule answers", lambda: server.ask("/users/7")[0] == 200)
    page.type("k", ".rows")
    page.go("#/requests")
    page.shows("pasted.yaml:2", ".rows")


def added(page, server):
    """A rule is tried, added by a key and taken back"""
    server.ask("/new")
    page.click(".item .path", "/new")
    page.shows("A rule that answers it", ".detail")
    page.click(".detail button", "Try")
    page.shows("✓ It answers GET", ".trial")
    page.type("a")
    page.shows("Added 1 stub", "#undo")
    assert server.ask("/new")[0] == 200
    page.shows("✓ now one would", ".detail")
    page.click("#undo button", "Undo")
    page.wait("the rule is gone", lambda: server.ask("/new")[0] == 404)


def mistaken(page, server):
    """A rule with a mistake stays as it is, is not added, and the mistake is named"""
    page.run("requests.rule.area.value = 'stubs: [{ match: { pth: /a } }]'")
    # As when more has become known of the request.
    page.run("requests.loadAccount().then(() => window.isLoaded = true)")
    page.wait("the account is loaded", lambda: page.run("return window.isLoaded"))
    page.click(".detail button", "Add")
    page.shows('unknown key "pth"; did you mean "path"?', ".errors")


def hostile(page, server):
    """Markup in path, header, body and stub name is shown as text and runs nothing"""
    server.ask("/hostile?" + "%3Cimg%3E", headers={"X-Test": HOSTILE})
    server.ask("/h/<img/src=x/onerror=window.hacked=1>".replace(" ", "%20"), "POST", HOSTILE, {"X-Test": HOSTILE})
    page.go("#/requests")
    page.click(".item .path", "/hostile?%3Cimg%3E")
    page.shows(HOSTILE, ".detail")
    page.click(".item.missed .path", "/h/<img/src=x/onerror=window.hacked=1>")
    page.shows(HOSTILE, ".detail")
    page.go("#/timeline")
    page.shows("/h/<img/src=x", "section:not([hidden]) .rows")
    page.go("#/stubs")
    page.click("section:not([hidden]) .item .request", f'{HOSTILE} path is "/hostile"')
    page.shows(HOSTILE, "section:not([hidden]) .detail")
    assert page.run("return window.hacked === undefined && document.images.length === 0")


def broken(page, server):
    """What was sent of a response is shown, and how that ended; of one that never comes, that it is open"""
    address = urllib.parse.urlsplit(server.url)
    clients = []
    for path in ("/cut", "/never"):
        client = socket.create_connection((address.hostname, address.port))
        client.sendall(f"GET {path} HTTP/1.1\r\nHost: a\r\n\r\n".encode())
        clients.append(client)
    page.go("#/requests")
    page.click(".item .path", "/cut")
    page.shows("Response: 5 of 10 bytes sent; the connection was reset", ".detail")
    page.shows("01234", ".detail")
    assert "0123456789" not in page.text(".detail")
    page.click(".item .path", "/never")
    page.shows("no response sent; nothing more is sent", ".detail")
    page.shows("still open", ".detail")
    clients[1].close()
    page.shows("no response sent; the client left after", ".detail")
    assert "200" not in page.text(".detail .facts")
    clients[0].close()


def switched(page, server):
    """A stub is turned off in the list, and on again by a key"""
    page.go("#/stubs?q=slow")
    page.click("section:not([hidden]) .item .switch")
    page.wait("it is off", lambda: server.ask("/slow")[0] == 404)
    page.shows("Off: slow", "#undo")
    page.click("section:not([hidden]) .item .used")
    page.type("o")
    page.wait("it is on", lambda: server.ask("/slow")[0] == 200)


def searched(page, server):
    """A search is part of the address, so that it is there after the page is loaded again"""
    page.go("#/stubs")
    page.type("/")
    page.type("user json", "#search")
    page.wait("one stub is left", lambda: page.run("return stubs.matching") == 1)
    page.driver.refresh()
    page.wait("it is still one", lambda: page.run("return stubs.matching") == 1)
    assert page.run("return byId('search').value") == "user json"


def written(page, server):
    """A form writes a rule while one types, tries it and adds it"""
    page.go("#/stubs/new")
    page.find("#new-url")
    page.run("byId('new-url').value = ''")
    page.type("/teas/{id}", "#new-url")
    page.type("a tea", "#new-name")
    text = page.wait("the rule", lambda: page.run("return document.querySelector('.detail .block textarea').value"))
    assert "name: a tea" in text and "uri: '/teas/{id}'" in text, text
    for kind, body, rule in [("json", '{"id": 12345678901234567890,\n "price": 1.10}',
                              'json: {"id": 12345678901234567890, "price": 1.10}\n'),
                             ("text", "a \nb\n\n", "text: |+\n          a \n          b\n\n")]:
        assert rule in page.run("byId('new-kind').value = arguments[0]; const body = byId('new-body'); "
                                "body.value = arguments[1]; body.dispatchEvent(new Event('input', { bubbles: true })); "
                                "return document.querySelector('.detail .block textarea').value", kind, body)
    page.click(".detail button", "Try")
    page.shows("✓ It answers GET /teas/1", ".detail [role=status] .trial")
    assert server.ask("/teas/1")[0] == 404
    page.click(".detail button", "Add")
    page.wait("it answers", lambda: server.ask("/teas/1")[0] == 200)
    page.shows("added over HTTP", "section:not([hidden]) .detail")
    page.click("section:not([hidden]) .detail button", "Remove")
    page.wait("it is gone", lambda: server.ask("/teas/1")[0] == 404)


def keys(page, server):
    """Keys move in the list and open what they are at; Escape leads back"""
    page.go("#/requests")
    page.find(".item")
    page.type("jj")
    page.type(KEYS.ENTER, ".rows")
    page.wait("one is open", lambda: page.run("return place().id"))
    page.type(KEYS.ESCAPE)
    page.wait("none is open", lambda: not page.run("return place().id"))
    page.type("?")
    page.shows("turn the stub on or off", "#keys")
    page.run("byId('keys').hidePopover()")


def widths(page, server):
    """Nothing is wider than the window; where it is narrow, a request is a page of its own"""
    for width in (1600, 1000, 400):
        page.resize(width, 800)
        for view in ("requests", "timeline", "stubs", "stubs/new", "scenarios"):
            page.go(f"#/{view}")
            page.find("section:not([hidden])")
            assert page.run("return document.documentElement.scrollWidth") <= width, (width, view)
    page.go("#/requests")
    page.click(".item")
    page.shows("‹ all requests", ".detail")
    assert not page.run("return requests.list.element.checkVisibility()")
    page.driver.back()
    page.wait("the list is back", lambda: page.run("return requests.list.element.checkVisibility()"))
    page.resize(1000, 700)


def lost(page, server):
    """A lost connection is said, and a server that was started anew is shown anew"""
    port = server.url.rsplit(":", 1)[1]
    server.stop()
    page.shows("No connection to the server since", "#lost")
    again = Server(STUBBER, FOLDER / "live", port=port)
    again.ask("/after")
    page.wait("the bar is gone", lambda: page.text("#lost") == "" or not page.find("main") or page.run("return byId('lost').hidden"))
    page.wait("the old requests are gone", lambda: page.run("return journal.rows.length") == 1)
    page.shows("/after", ".rows")
    again.stop()


def token(page, server):
    """A token is asked for once, and again when it is wrong, which is said"""
    closed = Server(STUBBER, FOLDER / "live", "--admin-token", "secret")
    page.open(closed)
    assert not page.texts("[role=alert]")
    # Without a token nothing is asked.
    page.find("#token").send_keys(KEYS.ENTER)
    assert page.run("return Boolean(tokenForm) && !token")
    for text in ("wrong", "worse"):
        page.find("#token").send_keys(text + KEYS.ENTER)
        page.shows("This token is wrong.", "main [role=alert]")
    page.find("#token").send_keys("secret" + KEYS.ENTER)
    page.shows("No request yet")
    assert not page.texts("main [role=alert]")
    assert "secret" not in page.run("return JSON.stringify([localStorage, sessionStorage, document.cookie])")
    closed.stop()


TESTS = [appears, difference, copied, added, mistaken, hostile, broken, switched, searched, written, conditions,
         popovers, clock, recorded, sets, scenario, keys, widths, lost, token]


def main():
    folder(FOLDER / "live", stubs_yaml=STUBS, cart_json=CART)
    server, page = Server(STUBBER, FOLDER / "live"), Page()
    try:
        page.open(server)
        for test in TESTS:
            try:
                test(page, server)
                complaints = page.complaints()
                assert not complaints, complaints
                print(f"{test.__doc__}: ok", flush=True)
            except Exception:
                print(f"{test.__doc__}: {traceback.format_exc()}".replace("\n", "\n  "), flush=True)
    finally:
        page.driver.quit()
        server.process.kill()


main()
