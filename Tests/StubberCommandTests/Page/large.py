"""The admin page with 100,000 stubs and 10,000 requests: large.py STUBBER FOLDER

Counts what the page does at a time: how long that takes, which depends on the machine, is measured by
Benchmarks/page.
"""
import http.client
import json
import pathlib
import sys
import threading
import time

from browser import Page, Server, folder

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


def main(stubber, path, traced=False):
    """Walks through the page, and gives it, to be asked more, and its server."""
    stubs = [{"match": {"path": f"/items/{number}"}, "respond": {"GET": {"status": 204}}}
             for number in range(100_000)]
    folder(path / "large", stubs_json=json.dumps({"stubs": stubs}))
    server, page = Server(stubber, path / "large", "--no-watch", "--quiet"), Page(traced)
    try:
        requests(server, 10_000)
        walk(page, server)
        assert page.run("return journal.rows.length") == 10_000
        assert not page.complaints()
        work = page.run("return work")
        print(f"the most work at a time: {work}")
        return page.long_tasks() if traced else work
    finally:
        page.driver.quit()
        server.process.kill()


if __name__ == "__main__":
    work = main(sys.argv[1], pathlib.Path(sys.argv[2]))
    # All rows at once would be hundreds of thousands of elements.
    assert work["elements"] < 5_000 and work["characters"] < 2_000_000, "too much at a time"
    print("ok")
