"""Reads recordings with Python's own libraries: nothing of the reader under test is used."""

import base64
import json
import plistlib

import yaml


class Loader(yaml.SafeLoader):
    """Takes the tags of Ruby and Python for the plain data below them."""


def plain(loader, suffix, node):
    if isinstance(node, yaml.ScalarNode):
        return loader.construct_scalar(node)
    if isinstance(node, yaml.SequenceNode):
        return loader.construct_sequence(node, deep=True)
    return loader.construct_mapping(node, deep=True)


Loader.add_multi_constructor("!ruby/", plain)
Loader.add_multi_constructor("tag:yaml.org,2002:python/", plain)
Loader.add_constructor(
    "!binary", lambda loader, node: base64.b64decode(loader.construct_scalar(node)))


def as_bytes(text):
    if text is None:
        return b""
    return text if isinstance(text, bytes) else str(text).encode()


def fields(headers):
    """The header fields of a mapping, or of pairs, to values or lists of values."""
    pairs = headers.items() if isinstance(headers, dict) else headers or []
    for name, values in pairs:
        for value in values if isinstance(values, list) else [values]:
            yield name, value.decode() if isinstance(value, bytes) else str(value)


def vcr_body(body):
    if isinstance(body, dict):
        if "base64_string" in body:
            return base64.b64decode(body["base64_string"])
        text = body.get("string") or ""
        if isinstance(text, str) and (body.get("encoding") or "").upper() == "ISO-8859-1":
            return text.encode("latin-1")
        return as_bytes(text)
    return as_bytes(body)


def vcr(data):
    for each in data["http_interactions"]:
        request, response = each["request"], each["response"]
        status = response.get("status")
        code = status["code"] if isinstance(status, dict) else response["status_code"]
        yield (request["method"].lstrip(":").upper(), request["uri"], vcr_body(request.get("body")),
               code, list(fields(response["headers"])), vcr_body(response.get("body")))


def vcrpy(data):
    for each in data["interactions"]:
        request, response = each["request"], each["response"]
        if "status" in response:
            code, body = response["status"]["code"], response["body"]
            body = body.get("string", body.get("base64_string")) if isinstance(body, dict) else body
        else:  # the layout of old versions for httpx
            code, body = response["status_code"], response["content"]
        yield (request["method"], request["uri"], as_bytes(request.get("body")), code,
               list(fields(response["headers"])), as_bytes(body))


def govcr(data):
    for each in data["interactions"]:
        request, response = each["request"], each["response"]
        yield (request["method"], request["url"], as_bytes(request.get("body")), response["code"],
               list(fields(response["headers"])), as_bytes(response.get("body")))


def har_text(content, creator):
    """A text without a charset that mitmproxy took for Latin-1 has as many characters as there were bytes."""
    text = content.get("text") or ""
    size = content.get("size", -1) + content.get("compression", 0)
    has_charset = "charset" in content.get("mimeType", "")
    if creator.startswith("mitmproxy") and not has_charset and len(text) == size:
        return text.encode("latin-1")
    return text.encode()


def har(data):
    creator = data["log"].get("creator", {}).get("name", "")
    for each in data["log"]["entries"]:
        request, response = each["request"], each["response"]
        if not response.get("status") or not request["url"].startswith("http"):
            continue  # an error, or what a browser loaded from itself
        content = response.get("content") or {}
        if "text" not in content and content.get("size", 0) > 0:
            continue  # the body was not exported
        body = (base64.b64decode(content.get("text") or "") if content.get("encoding") == "base64"
                else har_text(content, creator))
        headers = [(each["name"], each["value"]) for each in response["headers"]
                   if not each["name"].startswith(":")]
        post = request.get("postData") or {}
        yield (request["method"], request["url"], as_bytes(post.get("text")), response["status"],
               headers, body)


def typed_body(message, type_is_needed):
    """A body as DVR and Vinyl keep it: text, JSON in its place, or base64, by its type."""
    body = message.get("body")
    kind = next((value for name, value in fields(message.get("headers"))
                 if name.lower() == "content-type"), None)
    if body is None:
        return b""
    if kind is None and not type_is_needed:
        return as_bytes(body)
    if kind and kind.startswith("application/json"):
        return json.dumps(body).encode()
    if kind and kind.startswith("text/"):
        return as_bytes(body)
    return base64.b64decode(body)


def typed(tracks, type_is_needed):
    for each in tracks:
        response = each["response"]
        if "status" not in response:
            continue  # an error
        request = each.get("request") or {"url": response["url"]}
        yield (request.get("method", "GET"), request["url"],
               typed_body(request, type_is_needed), response["status"],
               list(fields(response["headers"])), typed_body(response, type_is_needed))


def yahttpvcr(scenes):
    chapters = {}
    for scene in scenes:
        chapter = chapters.setdefault(scene["id"], {"body": b""})
        data = scene.get("data")
        if scene["type"] == 2 and data:
            chapter["body"] += base64.b64decode(data["base64"])
        else:
            chapter[scene["type"]] = data
    for chapter in chapters.values():
        if 1 not in chapter or 3 in chapter:
            continue
        request, response = chapter[0], chapter[1]
        body = request.get("body")
        yield (request["method"].upper(), request["url"],
               base64.b64decode(body["base64"]) if body else b"", response["status"],
               list(fields(response.get("headers"))), chapter["body"])


def bekindrewind(data):
    for scene in data["scenes"]:
        frames = sorted(scene["frames"], key=lambda frame: str(frame["creationDate"]))
        kinds = [frame["class"] for frame in frames]
        if "BKRErrorFrame" in kinds or "BKRRedirectFrame" in kinds:
            continue  # errors have no response; the hops of redirects are other requests
        request = next(frame for frame in frames if frame["class"].endswith("RequestFrame"))
        last = max(index for index, kind in enumerate(kinds) if kind == "BKRResponseFrame")
        body = b"".join(frame["data"] for frame in frames[last:] if frame["class"] == "BKRDataFrame")
        yield (request.get("HTTPMethod", "GET"), request["URL"], request.get("HTTPBody", b""),
               frames[last]["statusCode"], list(fields(frames[last].get("allHeaderFields"))), body)


def nock(entries):
    for each in entries:
        scope = each["scope"]
        for scheme, port in (("http://", ":80"), ("https://", ":443")):
            if scope.startswith(scheme):
                scope = scope.removesuffix(port)
        raw = each.get("rawHeaders") or each.get("headers") or {}
        headers = list(fields(zip(raw[::2], raw[1::2]) if isinstance(raw, list) else raw))
        response = each.get("response", "")
        if each.get("responseIsBinary"):
            content = bytes.fromhex(response)
        else:
            content = as_bytes(response) if isinstance(response, str) else json.dumps(response).encode()
        sent = each.get("body", "")
        sent = as_bytes(sent) if isinstance(sent, str) else json.dumps(sent).encode()
        yield (each.get("method", "GET").upper(), scope + each["path"], sent, each["status"], headers,
               content)


def mocktail(raw):
    """A `.tail` file, with a request for each method and a URL that its simple pattern fits."""
    head, _, content = raw.partition(b"\n\n")
    methods, pattern, status, *lines = head.decode().split("\n")
    headers = [line.split(": ", 1) if ": " in line else ["Content-Type", line] for line in lines]
    for field in headers:
        if field[1].endswith(";base64"):
            field[1] = field[1].removesuffix(";base64")
            content = base64.b64decode(content)
    url = "http://localhost/" + pattern.replace(".*", "").lstrip("/")
    for method in methods.split("|"):
        yield method, url, b"", int(status), headers, content


def reading(path):
    """The format's name and its recordings; nothing where the file is not for this program."""
    with open(path, "rb") as file:
        raw = file.read()
    if path.endswith(".plist"):
        data = plistlib.loads(raw)
        if isinstance(data, dict) and "scenes" in data:
            return "BeKindRewind", list(bekindrewind(data))
        return None
    if path.endswith(".tail"):
        return "Mocktail", list(mocktail(raw))
    is_yaml = path.endswith((".yaml", ".yml"))
    try:
        data = yaml.load(raw, Loader) if is_yaml else json.loads(raw.decode("utf-8-sig"))
    except (ValueError, yaml.YAMLError):
        return None
    if isinstance(data, list) and data and isinstance(data[0], dict):
        if "scope" in data[0] and "path" in data[0]:
            return "nock", list(nock(data))
        if isinstance(data[0].get("type"), int):
            return "YAHTTPVCR", list(yahttpvcr(data))
        if "scope" not in data[0] and "url" in data[0].get("response", {}):
            return "Vinyl", list(typed(data, False))
    if not isinstance(data, dict):
        return None
    if "recorded_at" in (data.get("interactions") or [{}])[0]:
        return "DVR", list(typed(data["interactions"], True))
    if "http_interactions" in data:
        kind = "Betamax" if str(data.get("recorded_with", "")).startswith("betamax") else "VCR"
        return kind, list(vcr(data))
    if isinstance(data.get("log"), dict) and "entries" in data["log"]:
        return "HAR", list(har(data))
    if "interactions" in data and data["interactions"]:
        first = data["interactions"][0]
        if "uri" in first["request"]:
            return "VCR.py", list(vcrpy(data))
        if "code" in first["response"]:
            return "go-vcr", list(govcr(data))
    return None
