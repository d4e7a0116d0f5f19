"""Many connections whose answers all wait: 900 that ask again after each 100 ms."""
import families
import load
import subjects
from session import median
from tables import number, table, target

NAME = "delays"
PARTS = []
TITLE = "A delay of 100 ms on 900 connections"

CONNECTIONS = 900

# The time to connect and the round that the end cuts off count for nothing, so there are 200 rounds.
SECONDS = 20
REPEATS = 5


def measure(session):
    """Samples by subject."""
    family = families.named("exact")
    requests = family.requests(10)
    rules = family.rules(10, {"text": families.BODY, "delay": "100ms"})
    servers = [subjects.stubber(subjects.stored("delays.json", rules))]
    if session.with_others:
        mappings = family.mappings(10, {"status": 200, "body": families.BODY,
                                        "fixedDelayMilliseconds": 100})
        servers.append(subjects.wiremock(subjects.stored("delays.wiremock", mappings)))
    file = load.request_file("delays", requests)
    try:
        runs = {}
        for server in servers:
            server.wait_for_answer(requests[0])
            runs[server.name] = lambda server=server: load.wrk(
                server, file, SECONDS, CONNECTIONS)
        for run in runs.values():
            run()
        return session.take_turns(NAME, runs, most=REPEATS)
    finally:
        for server in servers:
            server.stop()


def tables(figures):
    """One table."""
    return table(
        ["server", "requests/s", "processor, µs", "p50, ms", "p99, ms"],
        [[name, number(median(samples, "rate")), number(median(samples, "cpu")),
          number(median(samples, "p50", 1e3)), number(median(samples, "p99", 1e3))]
         for name, samples in figures.items()])


def targets(figures):
    """What the issue asks for."""
    samples = figures["stubber"]
    yield target("requests a second of the ideal 9,000 with a delay of 100 ms",
                 median(samples, "rate"), 8_800, least=True)
    yield target("the same, p99", median(samples, "p99", 1e3), 110, " ms")
