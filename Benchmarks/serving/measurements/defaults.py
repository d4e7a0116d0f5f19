"""`stubber serve` as it runs by default, with a thread for each core and its log in a file."""
import families
import load
import subjects
from session import median, ratio
from tables import number, table, target

NAME = "defaults"
PARTS = []
TITLE = "As it runs by default: a thread for each core, the log in a file"

STUBS = 10_000


def measure(session):
    """Samples by subject; both have all cores, one of which they share with the client."""
    family = families.named("exact")
    requests = family.requests(STUBS)
    rules = subjects.stored("defaults.json", family.rules(STUBS))
    file = load.request_file(NAME, requests)
    logs = [subjects.WORK / name for name in ("nginx.access", "stubber.access")]
    servers = [subjects.nginx(core="all", workers=2, log=logs[0]),
               subjects.stubber(rules, core="all", options=[], output=logs[1])]
    runs = {}
    try:
        for server in servers:
            server.wait_for_answer(requests[0])
            server.check(requests, 200)
            runs[server.name] = lambda server=server: load.wrk(server, file, session.seconds)
        for run in runs.values():
            run()
        samples = session.take_turns(NAME, runs)
    finally:
        for server in servers:
            server.stop()
    for server, log in zip(servers, logs):
        with open(log, "rb") as lines:
            written = sum(1 for _ in lines)
        answered = sum(sample["requests"] for sample in samples[server.name])
        if written < answered:
            raise SystemExit(f"{server.name}: expected {answered} lines in its log, got {written}")
    return samples


def tables(samples):
    """One row for each server."""
    nginx = samples["nginx"]
    rows = [[name, number(median(figures, "rate")), number(median(figures, "cpu")),
             number(ratio(figures, nginx, "cpu"), "×")] for name, figures in samples.items()]
    return table(["server", "requests/s", "processor, µs", "of nginx"], rows)


def targets(samples):
    """What the log and the sharing between threads may cost."""
    yield target("processor time beside nginx with its log, as both run by default",
                 ratio(samples["stubber"], samples["nginx"], "cpu"), 1.3, "×")
