"""The time from the start of a server to its first answer; servers have all cores here."""
import families
import subjects
from session import median
from tables import number, table, target

NAME = "startup"
PARTS = []
TITLE = "Start-up"

SIZES = (10, 10_000, 100_000)
LIMITS = {10: 15, 10_000: 120, 100_000: 1_000}


def measure(session):
    """Samples by subject and number of stubs."""
    family = families.named("exact")
    runs = {}
    for count in session.chosen(SIZES):
        rules = subjects.stored(f"startup-{count}.json", family.rules(count))
        runs[f"stubber {count}"] = lambda rules=rules: start(subjects.stubber, rules)
        if session.with_others and count <= 10_000:
            mappings = subjects.stored(f"startup-{count}.wiremock", family.mappings(count))
            runs[f"WireMock {count}"] = lambda mappings=mappings: start(
                subjects.wiremock, mappings)
    return session.take_turns(NAME, runs)


def start(subject, stubs):
    """A start and its stop."""
    # Made before, as making it takes longer than a start.
    request = families.named("exact").requests(10)[0]
    server = subject(stubs, core="all")
    try:
        ready = server.wait_for_answer(request)
        return {"ready": ready * 1e3, "cpu": server.busy * 1e6, "rate": 1 / ready,
                "resident": server.resident}
    finally:
        server.stop()


def tables(figures):
    """One table."""
    return table(["server", "ready after, ms", "processor, ms"],
                 [[name, number(median(samples, "ready")), number(median(samples, "cpu", 1e3))]
                  for name, samples in figures.items()])


def targets(figures):
    """What the issue asks for."""
    for count, limit in LIMITS.items():
        if f"stubber {count}" in figures:
            yield target(f"ready after start, {count:,} stubs",
                         median(figures[f"stubber {count}"], "ready"), limit, " ms")
