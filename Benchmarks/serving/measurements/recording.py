"""What `stubber record` costs for each request that it passes on and writes down."""
import families
import load
import subjects
from session import median
from tables import number, table

NAME = "recording"
PARTS = []
TITLE = "Recording"


def measure(session):
    """Samples by subject; the server that is recorded runs beside the client."""
    requests = families.named("exact").requests(10_000)
    file = load.request_file(NAME, requests)
    upstream = subjects.nginx(core="client")
    try:
        upstream.wait_for_answer(requests[0])
        return session.take_turns(NAME, {
            "nginx": lambda: load.wrk(upstream, file, session.seconds),
            "stubber record": lambda: record(session, upstream, requests[0], file)})
    finally:
        upstream.stop()


def record(session, upstream, request, file):
    """One recording from its start, as its file grows with it."""
    server = subjects.recorder(upstream.port)
    try:
        server.wait_for_answer(request)
        return load.wrk(server, file, session.seconds)
    finally:
        server.stop()


def tables(figures):
    """One table."""
    return table(["server", "requests/s", "processor, µs", "p50, ms", "p99, ms"],
                 [[name, number(median(samples, "rate")), number(median(samples, "cpu")),
                   number(median(samples, "p50", 1e3)), number(median(samples, "p99", 1e3))]
                  for name, samples in figures.items()])
