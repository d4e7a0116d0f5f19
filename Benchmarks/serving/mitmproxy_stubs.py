"""An addon of mitmproxy that answers from stubs, which are asked in turn: $FAMILY $COUNT.

Each stub is a flow filter, which is mitmproxy's own way to say which requests are meant.
"""
import os
import pathlib
import sys

from mitmproxy import flowfilter, http

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import families  # noqa: E402, found by the line above

_family = families.named(os.environ["FAMILY"])
_filters = [flowfilter.parse(_family.flow_filter(i)) for i in range(int(os.environ["COUNT"]))]


def request(flow):
    """Answers in the place of the server."""
    status = 200 if any(fits(flow) for fits in _filters) else 404
    flow.response = http.Response.make(status, families.BODY, {"Content-Type": "text/plain"})
