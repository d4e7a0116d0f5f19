"""Names of files that lead out of their folder: nothing there is ever read or changed."""
import subprocess

from wire import ask

SECRET = b"a secret outside of the folder"

#: Names that a client may ask for; ABSOLUTE stands for the path of the secret.
NAMES = [
    "../secret.txt", "../../secret.txt", "a/../../secret.txt", "./../secret.txt", "..//secret.txt",
    "...//secret.txt", "/../secret.txt", "//../secret.txt", "..\\secret.txt", "%2e%2e/secret.txt",
    "%2e%2e%2fsecret.txt", "..%2fsecret.txt", "..%2Fsecret.txt", "%2e%2e%5csecret.txt", "..%5csecret.txt",
    "%252e%252e%252fsecret.txt", "..%252fsecret.txt", "..%c0%afsecret.txt", "%c0%ae%c0%ae/secret.txt",
    "..%ef%bc%8fsecret.txt", "..%00/secret.txt", "inside.txt%00/../../secret.txt", "../secret.txt%00.txt",
    "inside.txt/../../secret.txt", "link", "link-folder/secret.txt", "link-chain", "a/link-up/../secret.txt",
    "a/link-up/secret.txt", "ABSOLUTE", "/ABSOLUTE", "%2FABSOLUTE", "file://ABSOLUTE", "..;/secret.txt",
    "..%3b/secret.txt", ".%2e/secret.txt", "%2e./secret.txt", "a/%2e%2e/%2e%2e/secret.txt", "~/secret.txt",
    "../root/../secret.txt", "../root-beside/secret.txt",
]

STUBS = """
stubs:
  - match: { path: { prefix: /template/ }, query: { name: { present: true } } }
    respond: { bodyFile: "{{query.name}}" }
  - match: { uri: "/below/{+name}" }
    respond: { bodyFile: "below/{{uri.name}}" }
  - match: { path: /header }
    respond: { bodyFile: "{{headers.x-name}}" }
"""

MAPPING = """{"request": {"urlPathPattern": "/mapped/.*"},
 "response": {"bodyFileName": "{{request.query.name}}", "transformers": ["response-template"]}}"""


def prepare(folder):
    """A folder to serve, with a secret beside it and links that lead to the secret."""
    root = folder / "root"
    for name in ["a", "below", "__files/a", "mappings", "static/a"]:
        (root / name).mkdir(parents=True)
    (folder / "root-beside").mkdir()
    for place in [folder, folder / "root-beside"]:
        (place / "secret.txt").write_bytes(SECRET)
    for base in [root, root / "below", root / "__files", root / "static"]:
        (base / "inside.txt").write_text("inside", encoding="utf-8")
        (base / "link").symlink_to(folder / "secret.txt")
        (base / "link-chain").symlink_to("link")
        (base / "link-folder").symlink_to(folder)
    for base in [root, root / "__files", root / "static"]:
        (base / "a/link-up").symlink_to(folder)
    (root / "stubs.yaml").write_text(
        (folder / "stubs.yaml").read_text(encoding="utf-8").replace("big.bin", "inside.txt") + STUBS[8:],
        encoding="utf-8")
    (root / "mappings/mapped.json").write_text(MAPPING, encoding="utf-8")
    return root


def request(line, *fields, body=b""):
    lines = [line + " HTTP/1.1", "Host: 127.0.0.1", "Connection: close", *fields, "", ""]
    return "\r\n".join(lines).encode("latin-1") + body


def attempts(folder):
    """What is sent for each name, by every way in which a name comes in."""
    for name in NAMES:
        name = name.replace("ABSOLUTE", str(folder / "secret.txt"))
        encoded = name.replace(" ", "%20")
        yield f"a template with query {name}", request(f"GET /template/?name={encoded}")
        yield f"a template with path {name}", request(f"GET /below/{encoded}")
        yield f"a template with header {name}", request("GET /header", f"X-Name: {name}")
        yield f"a mapping with {name}", request(f"GET /mapped/?name={encoded}")
        yield f"a static file {name}", request(f"GET /{encoded}")
        yield f"the admin's file {name}", request(f"GET /__admin/files/{encoded}")
        yield f"writing the admin's file {name}", request(
            f"PUT /__admin/files/{encoded}", "Content-Length: 5", body=b"taken")
        yield f"removing the admin's file {name}", request(f"DELETE /__admin/files/{encoded}")


def traversal(stage):
    root = prepare(stage.folder)
    server = stage.serve("--static", str(root / "static"), files=[str(root)])
    for path in ["template/?name=inside.txt", "mapped/?name=inside.txt", "below/inside.txt", "inside.txt",
                 "__admin/files/inside.txt"]:
        answer = ask(server.port, request(f"GET /{path}"))
        stage.expect(f"{path} inside is read", answer.body == b"inside", f"status {answer.status}")
    for what, data in attempts(stage.folder):
        answer = ask(server.port, data)
        kept = (stage.folder / "secret.txt").read_bytes() == SECRET
        stage.expect(f"{what} leads nowhere", kept and answer and SECRET not in answer.body,
                     f"status {answer and answer.status}")
        (stage.folder / "secret.txt").write_bytes(SECRET)
    outside = sorted(path.name for path in stage.folder.iterdir())
    stage.expect("nothing was written outside", not [name for name in outside if b"taken" in (
        (stage.folder / name).read_bytes() if (stage.folder / name).is_file() else b"")])
    stage.expect("the server lives", server.is_alive)
    stage.measured(f"{len(NAMES)} names, each in 8 ways")


def deep(stage):
    """Names of files that lead through thousands of folders: what is refused leaves none behind."""
    root = stage.folder / "deep"
    root.mkdir()
    (root / "good.yaml").write_bytes((stage.folder / "stubs.yaml").read_bytes())
    (root / "big.bin").write_bytes(b"x")
    server = stage.serve("--max-head", "1000000", files=["deep"])
    for name in ["a/" * 3_000 + "b", "a/" * 33 + "b", "n" * 249, "n" * 255, "n" * 5_000, "a/" + "n" * 300 + "/b",
                 ("n" * 199 + "/") * 31 + "b"]:
        answer = ask(server.port, request(
            f"PUT /__admin/files/{name}", "Content-Length: 1", body=b"x"))
        stage.expect("the name is refused", answer and 400 <= answer.status < 600,
                     f"{name[:20]}: {answer and answer.status}")
    # Other tools of Python end at a thousand folders.
    left = subprocess.run(["find", root / "__files"], capture_output=True, check=False).stdout.count(b"\n")
    stage.expect("no folder is left behind", not left, f"{left} entries")
    stage.measured(f"{left} folders left behind")
    subprocess.run(["rm", "-rf", root / "__files"], check=False)
    answer = ask(server.port, request(
        f"PUT /__admin/files/{'a/' * 32}b", "Content-Length: 1", body=b"x"))
    stage.expect("32 folders are made", answer.status == 200, f"status {answer.status}")
    stage.expect("the server lives", server.is_alive)


CHECKS = [("traversal", traversal), ("traversal-deep", deep)]
