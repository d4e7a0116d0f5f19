"""The admin page with 100,000 stubs and 10,000 requests: large.py STUBBER FOLDER"""
import http.client
import json
import pathlib
import sys
import threading
import time

from browser import Page, Server, folder

STUBBER, FOLDER = sys.argv[1], pathlib.Path(sys.argv[2])


def requests(server, count):
    connection = http.client.HTTPConnection("127.0.0.1", int(server.url.rsplit(":", 1)[1]))
    for number in range(count):
        connection.request("GET", f"/items/{number}" if number % 10 else f"/other/{number}")
        connection.getresponse().read()


def walk(page, server):
    """Looks at everything while requests arrive."""
    page.open(server)
    sender = threading.Thread(target=requests, args=(server, 3000))
    sender.start()
    for step in range(20):
        page.run("requests.list.element.scrollTop = arguments[0]", step * 2000)
        time.sleep(0.02)
    sender.join()
    page.go("#/requests?q=other")
    page.wait("a tenth is left", lambda: page.run("return requests.shown.length * 10 === journal.rows.length"))
    page.go("#/stubs")
    page.wait("all stubs are counted", lambda: page.run("return stubs.matching") == 100_000)
    for step in range(20):
        page.run("stubs.list.element.scrollTop = arguments[0]", step * 140_000)
        time.sleep(0.02)
    page.wait("the rows in sight are loaded", lambda: "/items/" in page.text("section:not([hidden]) .rows"))
    rows = page.run("return document.querySelectorAll('.item').length")
    assert rows < 200, f"{rows} rows are in the document"
    page.go("#/stubs?q=items/1777")
    page.wait("some are found", lambda: 0 < page.run("return stubs.matching") < 100)
    page.go("#/timeline")
    page.find("section:not([hidden]) .lane")


def main():
    stubs = [{"match": {"path": f"/items/{number}"}, "respond": {"GET": {"status": 204}}}
             for number in range(100_000)]
    folder(FOLDER / "large", stubs_json=json.dumps({"stubs": stubs}))
    server, page = Server(STUBBER, FOLDER / "large", "--no-watch", "--quiet"), Page(traced=True)
    try:
        requests(server, 10_000)
        walk(page, server)
        long, longest, seen = page.long_tasks()
        assert page.run("return journal.rows.length") == 10_000
        assert not long, f"tasks that took the processor for more than 50 ms: {long}"
        assert not page.complaints()
        print(f"ok; the longest task took the processor for {longest} ms; by the clock, tasks above 50 ms took {seen}")
    finally:
        page.driver.quit()
        server.process.kill()


main()
