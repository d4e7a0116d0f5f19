"""Tests of what the admin page steers: the network, the clock, recordings, sets and scenarios."""
import pathlib
import sys
import threading
import urllib.parse

from browser import KEYS, Server, folder

STUBBER, FOLDER = sys.argv[1], pathlib.Path(sys.argv[2])
REAL = "stubs: [{ match: { path: /real }, respond: { GET: { text: from the real one } } }]"


def conditions(page, server):
    """A slow network is set, and stays in sight on every view"""
    page.go("#/requests")
    page.click("#chips button")
    page.click("#conditions button", "3g")
    for view in ["requests", "timeline", "stubs", "scenarios"]:
        page.go(f"#/{view}")
        page.shows("▲ net: 3g", "#chips")
    page.click("#conditions button", "reset")
    page.shows("outage, reset", "#chips")
    page.click("#conditions button", "none")
    page.shows("net: none", "#chips")
    page.run("byId('conditions').hidePopover()")


def popovers(page, server):
    """Escape, a second click and a click beside it close what a button or a key opened"""
    def is_open(name):
        return page.run("return byId(arguments[0]).matches(':popover-open')", name)

    def closes(name, how, close):
        page.wait(f"{name} is open", lambda: is_open(name))
        close()
        page.wait(f"{name} is closed by {how}", lambda: not is_open(name))

    page.go("#/requests")
    def beside():
        page.press("main h2, main .rows, main")

    def escape_inside():
        page.press("#conditions input:not(.switch)")
        page.type(KEYS.ESCAPE, "#conditions input:not(.switch)")

    def drawn_anew():
        # The button that opened it is gone; another one has its place.
        page.run("conditions.drawChips()")
        page.press("#chips button")

    for how, close in [("a second click", lambda: page.press("#chips button")), ("Escape", lambda: page.press_key(KEYS.ESCAPE)),
                       ("Escape in a field", escape_inside), ("a new button", drawn_anew), ("a click beside it", beside)]:
        page.press("#chips button")
        page.shows("Network", "#conditions")
        assert page.run("return document.querySelector('#chips button').popoverTargetElement.id") == "conditions"
        closes("conditions", how, close)
    for how, close in [("the key", lambda: page.press_key("?")), ("Escape", lambda: page.press_key(KEYS.ESCAPE)), ("a click beside it", beside)]:
        page.press_key("?")
        closes("keys", how, close)
    # Only what is open is closed: a request that is shown stays.
    server.ask("/first")
    page.click(".item .path")
    page.wait("one is open", lambda: page.run("return place().id"))
    page.press("#chips button")
    closes("conditions", "Escape", lambda: page.press_key(KEYS.ESCAPE))
    assert page.run("return place().id")
    page.press_key(KEYS.ESCAPE)
    page.wait("none is open", lambda: not page.run("return place().id"))


def clock(page, server):
    """The clock is held, so that a response waits, and let go"""
    page.click("#chips button")
    page.click("#conditions label", "hold")
    page.shows("▲ clock: held", "#chips")
    answers = []
    waiting = threading.Thread(target=lambda: answers.append(server.ask("/slow")))
    waiting.start()
    page.wait("it was asked", lambda: "/slow" in server.ask("/__admin/requests?limit=1")[1])
    assert not answers
    page.click("#conditions button", "+1s")
    waiting.join(30)
    assert answers == [(200, "x")], answers
    page.click("#conditions label", "hold")
    page.wait("it runs", lambda: "held" not in page.text("#chips"))
    page.run("byId('conditions').hidePopover()")


def recorded(page, server):
    """What a real server answers is recorded from the page, and becomes a stub"""
    real = Server(STUBBER, folder(FOLDER / "real", real_yaml=REAL))
    page.click("#chips button")
    page.find("#conditions input[type=url]")
    page.run("const url = document.querySelector('#conditions input[type=url]');"
             "url.value = arguments[0]; url.form.requestSubmit()", real.url)
    page.shows("▲ recording", "#chips")
    assert server.ask("/real")[0] == 200
    page.click("#conditions button", "Stop")
    page.shows("Recorded 1 stub.", "#undo")
    real.stop()
    assert server.ask("/real") == (200, "from the real one")
    page.run("byId('conditions').hidePopover()")


def sets(page, server):
    """The stubs of a file are turned off together, and on again"""
    page.go("#/stubs?file=" + urllib.parse.quote(str(FOLDER / "live" / "stubs.yaml")))
    page.click("section:not([hidden]) .tools button", "off")
    page.wait("they are off", lambda: server.ask("/slow")[0] == 404)
    page.shows("Turned off 5 stubs", "#undo")
    page.click("#undo button", "Undo")
    page.wait("they are on", lambda: server.ask("/slow")[0] == 200)


def scenario(page, server):
    """The state of a scenario is set with a click"""
    page.go("#/scenarios")
    page.click(".states button", "paid")
    page.wait("the state is set", lambda: '"state": "paid"' in server.ask("/__admin/scenarios")[1])
    page.wait("it is filled in", lambda: page.texts(".states [aria-pressed=true]") == ["paid"])
    page.click("#undo button", "Undo")
    page.wait("it is taken back", lambda: page.texts(".states [aria-pressed=true]") == ["Started"])
