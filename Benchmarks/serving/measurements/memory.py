"""Memory: at rest, for each stub, and after a million requests (`REQUESTS`)."""
import families
import load
import subjects
from processes import note
from tables import number, table, target

NAME = "memory"
PARTS = []
TITLE = "Memory"


#: Seconds after which a server has stopped answering.
LIMIT = 600


def measure(session):
    """Bytes by what takes them; one run, as they hardly differ from run to run."""
    family = families.named("exact")
    requests = family.requests(10)
    figures = {"requests": session.requests}
    for count in (10, 10_000, 100_000):
        rules = subjects.stored(f"memory-{count}.json", family.rules(count))
        server = subjects.stubber(rules)
        try:
            server.wait_for_answer(requests[0])
            figures[f"stubber {count}"] = server.resident
        finally:
            server.stop()
    fill(figures, session.requests, requests,
         subjects.stubber(subjects.stored("memory-10.json", family.rules(10))))
    if session.with_others:
        # Its journal as it is unless told otherwise, without a limit; its heap has 1 GB.
        mappings = subjects.stored("memory-10.wiremock", family.mappings(10))
        fill(figures, session.requests, requests, subjects.wiremock(mappings, journal=()))
    return figures


def fill(figures, count, requests, server):
    """The memory of a server before and after many requests; it is stopped then."""
    try:
        server.wait_for_answer(requests[0])
        figures[f"{server.name} before"] = server.resident
        note(f"  {server.name}: {count:,} requests")
        answered = load.many(server, load.uri_file(NAME, requests), count, LIMIT)
        figures[f"{server.name} after"] = server.resident
        figures[f"{server.name} answered"] = answered
    finally:
        server.stop()


def tables(figures):
    """One table."""
    after = f"the same after {figures['requests']:,} requests"
    titles = {
        "stubber 10": "`stubber serve`, 10 stubs", "stubber 10000": "`stubber serve`, 10,000 stubs",
        "stubber 100000": "`stubber serve`, 100,000 stubs",
        "stubber before": "`stubber serve`, 10 stubs",
        "stubber after": after,
        "WireMock before": "WireMock, 10 stubs",
        "WireMock after": after if figures.get("WireMock answered") else
        f"the same at the end; it stopped answering before {figures['requests']:,} requests"}
    return table(["state", "resident, MB"],
                 [[titles[name], number(size / 1e6)] for name, size in figures.items()
                  if name in titles])


def targets(figures):
    """What the issue asks for."""
    yield target("memory at rest, 10 stubs", figures["stubber 10"] / 1e6, 15, " MB")
    yield target("memory for each stub, of 100,000",
                 (figures["stubber 100000"] - figures["stubber 10"]) / 99_990, 1_000, " bytes")
    yield target(f"memory added by {figures['requests']:,} requests",
                 (figures["stubber after"] - figures["stubber before"]) / 1e6, 10, " MB")
