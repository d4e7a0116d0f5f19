"""HTTP/2 by prior knowledge, and HTTP/1.1 over TLS, beside nginx with the same settings."""
import families
import load
import subjects
from session import median, ratio
from tables import number, table, target

NAME = "versions"
PARTS = ["http2", "tls"]
TITLE = "HTTP/2 and TLS"

STUBS = 10_000


def measure(session):
    """Samples by case and subject."""
    family = families.named("exact")
    requests = family.requests(STUBS)
    rules = subjects.stored("versions.json", family.rules(STUBS))
    chosen = [name for name in PARTS
              if not session.only or NAME in session.only or name in session.only]
    figures = {}
    for name in chosen:
        servers = ([subjects.nginx("http2"), subjects.stubber(rules)] if name == "http2" else
                   [subjects.nginx(tls=True), subjects.stubber(rules, tls=True)])
        file = (load.uri_file if name == "http2" else load.request_file)(NAME, requests)
        try:
            runs = {}
            for server in servers:
                if name == "http2":
                    server.wait_for_connection()
                    runs[server.name] = lambda server=server: load.h2load(
                        server, file, session.seconds)
                else:
                    server.wait_for_connection()
                    runs[server.name] = lambda server=server: load.wrk(
                        server, file, session.seconds, scheme="https")
            for run in runs.values():
                run()
            figures[name] = session.take_turns(name, runs)
        finally:
            for server in servers:
                server.stop()
    return figures


TITLES = {"http2": "HTTP/2, one connection, 32 streams",
          "tls": "HTTP/1.1 over TLS, 32 connections"}


def tables(figures):
    """One table of both."""
    rows = [[TITLES[name], server, number(median(samples, "rate")),
             number(ratio(samples, runs["nginx"], "rate"), "×"), number(median(samples, "cpu")),
             number(ratio(samples, runs["nginx"], "cpu"), "×")]
            for name, runs in figures.items() for server, samples in runs.items()]
    return table(["protocol", "server", "requests/s", "of nginx", "processor, µs", "of nginx"],
                 rows)


def targets(figures):
    """What the issue asks for."""
    if "http2" in figures:
        runs = figures["http2"]
        yield target("HTTP/2 beside nginx", ratio(runs["stubber"], runs["nginx"], "rate"), 0.8,
                     "×", least=True)
