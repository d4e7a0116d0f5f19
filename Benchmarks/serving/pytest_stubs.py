"""A server of pytest-httpserver with stubs: pytest_stubs.py FAMILY COUNT PORT."""
import logging
import pathlib
import re
import signal
import sys

from pytest_httpserver import HTTPServer
from werkzeug import Response

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import families  # noqa: E402, found by the line above


def main():
    name, count, port = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    family = families.named(name)
    server = HTTPServer(host="127.0.0.1", port=port, threaded=True)
    server.no_handler_status_code = 404
    for i in range(count):
        expected = dict(family.expectation(i))
        pattern = expected.pop("pattern", None)
        uri = re.compile(pattern) if pattern else expected.pop("uri")
        handler = server.expect_request(uri, method=family.method, **expected)
        handler.respond_with_response(Response(families.BODY, content_type="text/plain"))
    server.start()
    signal.sigwait({signal.SIGTERM})


main()
