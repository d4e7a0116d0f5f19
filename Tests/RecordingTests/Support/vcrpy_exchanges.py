"""Sends the same requests with or without VCR.py and prints what comes back, a line for each.

Usage: vcrpy_exchanges.py URL [MODE FILE], where MODE is a record mode of VCR.py.
"""

import base64
import contextlib
import http.client
import json
import sys
from urllib.parse import urlsplit

import requests

# Fields about one connection, and what each server settles for itself.
SETTLED = {"connection", "content-length", "transfer-encoding", "date", "server"}


def show(name, status, headers, body):
    # VCR.py tells http.client of a repeated field more often than it came.
    pairs = sorted({(key.lower(), value) for key, value in headers if key.lower() not in SETTLED})
    print(json.dumps([name, status, pairs, base64.b64encode(body).decode()]))


def with_requests(url):
    session = requests.Session()
    session.trust_env = False
    for method, path, options in [
        ("GET", "/text", {}), ("HEAD", "/text", {}), ("GET", "/gzip", {}), ("GET", "/binary", {}),
        ("GET", "/nothing", {}), ("DELETE", "/empty", {}), ("GET", "/missing?a=1&a=2&b=%20", {}),
        ("GET", "/count", {}), ("GET", "/count", {}), ("GET", "/count", {}), ("GET", "/first", {}),
        ("POST", "/text", {"json": {"name": "Ada", "list": [1, None]}}),
        ("PUT", "/text", {"data": {"name": "Ada Lovelace", "é": "ü"}}),
        ("PATCH", "/text", {"data": bytes(range(256))}),
    ]:
        response = session.request(method, url + path, timeout=300, **options)
        for each in [*response.history, response]:
            show(f"{method} {path}", each.status_code, each.headers.items(), each.content)


def with_http_client(url):
    connection = http.client.HTTPConnection(urlsplit(url).netloc, timeout=300)
    for path in ["/order", "/packed", "/same", "/text?again"]:
        connection.request("GET", path, headers={"Accept-Encoding": "gzip", "X-Test": "1"})
        response = connection.getresponse()
        show(f"GET {path}", response.status, response.getheaders(), response.read())
    connection.close()


def main():
    url, *recording = sys.argv[1:]
    cassette = contextlib.nullcontext()
    if recording:
        import vcr

        cassette = vcr.use_cassette(recording[1], record_mode=recording[0])
    with cassette:
        with_requests(url)
        with_http_client(url)


main()
