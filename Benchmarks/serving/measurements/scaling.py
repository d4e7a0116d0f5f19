"""Throughput and processor time for each request, by kind and number of stubs."""
import chart
import families
import load
import subjects
from processes import note
from session import median, ratio
from tables import number, table, target

NAME = "scaling"
PARTS = [family.name for family in families.FAMILIES]
TITLE = "How the number of stubs matters"

#: How many stubs the others are given at most: more take too long to be measured.
LIMITS = {"WireMock": 10_000, "mitmproxy": 1_000, "pytest-httpserver": 1_000}

#: Requests after which a JVM has compiled what it needs for them.
WARM = 60_000

#: Seconds in which each of 100,000 stubs is asked once: what is made for the first time is not what
#: requests cost.
WARM_SECONDS = 4


def measure(session):
    """Samples by family and by subject: `nginx`, or the name and the number of stubs."""
    chosen = [family for family in families.FAMILIES
              if not session.only or NAME in session.only or family.name in session.only]
    return {family.name: measure_family(session, family) for family in chosen}


def measure_family(session, family):
    """All subjects of a family run at once and are asked in turn; who is not asked does nothing."""
    servers, runs = [], {}
    sizes = session.chosen(family.sizes)

    def add(name, server, count, status):
        servers.append(server)
        requests = family.requests(count)
        server.wait_for_answer(requests[0])
        server.check(requests, status)
        file = load.request_file(f"{family.name}-{count}", requests)
        runs[name] = lambda seconds=session.seconds: load.wrk(
            server, file, seconds, failures=status == 404)
        note(f"  {name} answers")

    try:
        # What nginx is asked for makes no difference to it.
        add("nginx", subjects.nginx(), min(10_000, max(sizes)), 200)
        for count in sizes:
            rules = subjects.stored(f"{family.name}-{count}.json", family.rules(count))
            add(f"stubber {count}", subjects.stubber(rules), count, family.status)
        if session.with_others:
            add_others(session, family, add)
        warm_up(runs)
        return session.take_turns(family.name, runs)
    finally:
        for server in servers:
            server.stop()


def add_others(session, family, add):
    """Starts what else is compared, with as many stubs as it can bear."""
    def wiremock(count):
        name = f"{family.name}-{count}.wiremock"
        return subjects.wiremock(subjects.stored(name, family.mappings(count)))

    starts = {"WireMock": wiremock,
              "mitmproxy": lambda count: subjects.mitmproxy(family, count),
              "pytest-httpserver": lambda count: subjects.pytest_httpserver(family, count)}
    for name, start in starts.items():
        for count in session.chosen(size for size in family.sizes if size <= LIMITS[name]):
            add(f"{name} {count}", start(count), count, family.status)


def warm_up(runs):
    """Runs that do not count: a JVM compiles what runs often."""
    for name, run in runs.items():
        answered = run(WARM_SECONDS)["requests"]
        runs_left = 20 if name.startswith("WireMock") else 0
        while answered < WARM and runs_left:
            answered += run()["requests"]
            runs_left -= 1


def tables(figures):
    """Processor time, that beside nginx, answers beside nginx, and whose limit it was."""
    columns = ["stubs", *figures]
    lines = []
    for title, cell in (
            ("Processor time for each request, µs", lambda samples, _: number(
                median(samples, "cpu"))),
            ("The same, as a multiple of nginx's", lambda samples, nginx: number(
                ratio(samples, nginx, "cpu"), "×")),
            ("Requests a second, as a multiple of nginx's", lambda samples, nginx: number(
                ratio(samples, nginx, "rate"), "×")),
            ("How busy the server's core was, %: much less than 100 says that the client was the "
             "limit", lambda samples, _: number(median(samples, "share", 0.01)))):
        lines += ["", f"**{title}**", ""]
        rows = [[name, *(cell(runs[name], runs["nginx"]) if name in runs else ""
                         for runs in figures.values())] for name in subjects_of(figures)]
        lines += table(columns, rows)
    return lines


def subjects_of(figures):
    """All subjects that some family has, in the order they were started."""
    names = sorted({name for runs in figures.values() for name in runs}, key=order)
    return names


def order(name):
    """nginx first, then by name and number of stubs."""
    subject, _, count = name.partition(" ")
    return (["nginx", "stubber", *LIMITS].index(subject), int(count or 0))


def targets(figures):
    """What the issue asks for."""
    rows = []
    for name, runs in figures.items():
        rows += growth(name, runs)
    if "stubber 10000" in figures.get("exact", {}):
        runs = figures["exact"]
        ours, nginx = runs["stubber 10000"], runs["nginx"]
        rows += [
            target("throughput beside one nginx worker, 10,000 stubs",
                   ratio(ours, nginx, "rate"), 0.95, "×", least=True),
            target("processor time for each request beside nginx, 10,000 stubs",
                   ratio(ours, nginx, "cpu"), 1.2, "×")]
    rows += misses(figures)
    return rows


#: The most that 100,000 stubs may cost, as a multiple of what ten do.
GROWTH = {"exact": 1.10, "template": 1.15, "regex": 1.3, "header": 1.3, "query": 1.3, "json": 1.3}


def growth(name, runs):
    """What many stubs cost beside ten."""
    if name in GROWTH and "stubber 10" in runs and "stubber 100000" in runs:
        title = f"processor time with 100,000 stubs beside 10: {families.named(name).title}"
        yield target(title, ratio(runs["stubber 100000"], runs["stubber 10"], "cpu"),
                     GROWTH[name], "×")
    if name == "bare-regex" and "stubber 10" in runs and "stubber 400" in runs:
        # On average half of them stand before the one that fits.
        many, few = (median(runs[f"stubber {count}"], "cpu") for count in (400, 10))
        if many and few:
            yield target("regex without a literal, for each stub before the one that fits",
                         (many - few) / 195 * 1e3, 60, " ns")


def misses(figures):
    """What it costs to say that nothing fits."""
    missed, hit = figures.get("miss", {}), figures.get("exact", {})
    if "stubber 1000" in missed and "stubber 1000" in hit:
        yield target("a miss beside a hit, 1,000 stubs",
                     ratio(missed["stubber 1000"], hit["stubber 1000"], "cpu"), 3, "×")
    if "stubber 10000" in missed:
        yield target("a miss, 10,000 stubs", median(missed["stubber 10000"], "cpu", 1e3), 1,
                     " ms")


def charts(figures):
    """Processor time by number of stubs: that of `stubber` by kind, and of all for exact paths."""
    ours = {families.named(name).title: curve(runs, "stubber")
            for name, runs in figures.items() if name != "miss"}
    first = next(iter(figures.values()))
    title = "Processor time for a request, by how stubs are told apart"
    if any(ours.values()):
        yield drawn("kinds", title, ours, first)
    if any(ours.get("exact path", [])):
        runs = figures["exact"]
        title = "Processor time for a request, by server (exact paths)"
        yield drawn("servers", title, {name: curve(runs, name) for name in ("stubber", *LIMITS)},
                    runs)


def drawn(name, title, series, runs):
    """A chart with nginx as the limit."""
    series = {line: points for line, points in series.items() if points}
    counts = [count for points in series.values() for count, _ in points]
    limit = median(runs["nginx"], "cpu")
    series["nginx, return 200"] = [(min(counts), limit), (max(counts), limit)]
    return name, title, chart.chart(title, "µs", series, dashed=["nginx, return 200"])


def curve(runs, subject):
    """Numbers of stubs with the processor time at each."""
    points = [(int(name.split()[1]), median(samples, "cpu"))
              for name, samples in runs.items() if name.startswith(f"{subject} ")]
    return [point for point in points if point[1] is not None]
