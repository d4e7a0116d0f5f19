"""PyPI's client of the Model Context Protocol, with `stubber mcp` and with a running server.

mcp_client.py STUBBER FOLDER ADMIN_URL: ends with 0 when both do what an agent asks for.
"""
import asyncio
import json
import sys
import urllib.error
import urllib.request

from mcp import ClientSession, StdioServerParameters, stdio_client
from mcp.client.streamable_http import streamable_http_client

STUBBER, FOLDER, ADMIN = sys.argv[1:4]
SERVER = ADMIN.removesuffix("/__admin")
RULE = "stubs: [{ match: { path: /tea }, respond: { GET: { text: Oolong } } }]"


def ask(url):
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with opener.open(url, timeout=120) as response:
            return response.status, response.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()


async def use(streams, server=None):
    async with ClientSession(streams[0], streams[1]) as session:
        greeting = await session.initialize()
        names = {tool.name for tool in (await session.list_tools()).tools}
        assert {"add_stubs", "explain_request", "list_unmatched_requests"} <= names, names

        async def call(tool, **arguments):
            result = await session.call_tool(tool, arguments)
            failed = getattr(result, "is_error", getattr(result, "isError", None))
            return failed, result.content[0].text

        failed, text = await call("check_rules", rules="stubs: [{ mach: {} }]")
        assert 'did you mean \\"match\\"?' in text, text
        failed, text = await call("add_stubs", rules=RULE)
        assert not failed, text
        identifier = json.loads(text)["ids"][0]
        failed, text = await call("explain_request", method="GET", url="/tea")
        assert not failed and json.loads(text)["answered"], text
        if server:
            assert ask(server + "/tea") == (200, "Oolong")
            assert ask(server + "/coffee")[0] == 404
            failed, text = await call("list_unmatched_requests")
            assert "/coffee" in text and "respond:" in text, text
        failed, text = await call("remove_stub", id=identifier)
        assert not failed, text
        failed, text = await call("remove_stub", id=identifier)
        assert failed, text
        assert server is None or server in greeting.instructions, greeting.instructions
        resources = (await session.list_resources()).resources
        schema = json.loads((await session.read_resource(resources[0].uri)).contents[0].text)
        assert "definitions" in schema, sorted(schema)
        return greeting


async def main():
    own = StdioServerParameters(command=STUBBER, args=["mcp", FOLDER])
    async with stdio_client(own) as streams:
        await use(streams)
    other = StdioServerParameters(command=STUBBER, args=["mcp", "--url", SERVER])
    async with stdio_client(other) as streams:
        await use(streams, SERVER)
    async with streamable_http_client(ADMIN + "/mcp") as streams:
        await use(streams, SERVER)


asyncio.run(main())
