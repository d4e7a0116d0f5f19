"""The servers that are compared: how each is given its stubs and started."""
import os
import pathlib
import shutil
import subprocess

import families
from processes import Server, free_port

WORK = pathlib.Path(".build/serving").absolute()
HERE = pathlib.Path(__file__).parent.absolute()
STUBBER = os.environ.get("STUBBER", "")
#: The Python that the other servers are installed for.
PYTHON = str(WORK / "python/bin/python")

NGINX = """
worker_processes {workers};
daemon off;
pid {folder}/nginx.pid;
error_log stderr crit;
events {{ worker_connections 8192; }}
http {{
  access_log {log};
  default_type text/plain;
  keepalive_requests 1000000000;
  keepalive_timeout 600s;
  client_body_temp_path {folder}/body;
  proxy_temp_path {folder}/proxy;
  fastcgi_temp_path {folder}/fastcgi;
  uwsgi_temp_path {folder}/uwsgi;
  scgi_temp_path {folder}/scgi;
  server {{
    listen 127.0.0.1:{port} {options};
    {certificate}
    # A parameter is shorter than 4 KB, so the large body is put together from pieces.
    set $piece "{piece}";
    location / {{ return 200 "{body}"; }}
    location /large/ {{ return 200 "{pieces}"; }}
  }}
}}
"""


def stored(name, text):
    """A file with this text, which is written once in a session."""
    path = WORK / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def nginx(options="", tls=False, core="server", workers=1, log="off"):
    """nginx that answers everything at once: the limit of the machine. Its log is a file or `off`."""
    port = free_port()
    folder = WORK / f"nginx-{port}"
    folder.mkdir(parents=True, exist_ok=True)
    certificate = ""
    if tls:
        options += " ssl"
        certificate = f"ssl_certificate {WORK}/tls.pem; ssl_certificate_key {WORK}/tls.key;"
        make_certificate()
    text = NGINX.format(
        folder=folder, port=port, options=options, workers=workers, log=log, certificate=certificate, body=families.BODY,
        piece=families.LARGE_BODY[:1_024], pieces="${piece}" * 10)
    configuration = stored(f"{folder.name}/nginx.conf", text)
    return Server("nginx", [shutil.which("nginx", path="/usr/sbin:" + os.environ["PATH"]),
                            "-p", str(folder), "-c", str(configuration)],
                  port, folder / "log", core=core)


def make_certificate():
    """A certificate of the kind that `stubber` mints, for 127.0.0.1."""
    if (WORK / "tls.pem").exists():
        return
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256",
         "-nodes", "-days", "30", "-subj", "/CN=127.0.0.1", "-addext",
         "subjectAltName=IP:127.0.0.1", "-keyout", str(WORK / "tls.key"), "-out",
         str(WORK / "tls.pem")], check=True, capture_output=True)


def extra_options():
    """Options for one thread and no log of requests, if this build of `stubber` has them."""
    text = subprocess.run([STUBBER, "serve", "--help"], capture_output=True, text=True,
                          check=True).stdout
    options = []
    # Older builds call it --loops.
    for option in ["--threads", "--loops"]:
        if option in text:
            options += [option, "1"]
    if "--quiet" in text:
        options += ["--quiet"]
    return options


def stubber(rules, tls=False, core="server", options=None, output=None):
    """`stubber serve` with one rule file and the journal on.

    Without options of its own it has one thread and logs nothing. `output` is the file of its log.
    """
    port = free_port()
    address = ["--port", str(port)]
    secure = []
    environment = {}
    if tls:
        address = ["--port", str(free_port())]
        secure = ["--https-port", str(port)]
        # Certificates of its own place, so that the user's are left alone.
        environment = {"XDG_DATA_HOME": str(WORK / "data"), "HOME": str(WORK / "home")}
    command = [STUBBER, "serve", str(rules), *address, *secure, "--no-watch",
               *(extra_options() if options is None else options)]
    return Server("stubber", command, port, WORK / f"stubber-{port}.log", core=core,
                  environment=environment, output=output)


def recorder(upstream):
    """`stubber record` for the server on a port of this machine, into a new file."""
    port = free_port()
    recording = WORK / f"recording-{port}.har"
    recording.unlink(missing_ok=True)
    command = [STUBBER, "record", f"http://127.0.0.1:{upstream}", "-o", str(recording),
               "--port", str(port)]
    return Server("stubber record", command, port, WORK / f"recorder-{port}.log")


def wiremock(mappings, core="server", journal=("--max-request-journal-entries", "1000")):
    """WireMock with one file of mappings and the last 1,000 requests in its journal.

    It counts its journal for each request, so that a long one would make it slower.
    """
    jar = next((WORK / "python").glob("lib/*/site-packages/wiremock/server/*.jar"))
    port = free_port()
    folder = WORK / f"wiremock-{port}"
    (folder / "mappings").mkdir(parents=True, exist_ok=True)
    shutil.copy(mappings, folder / "mappings/stubs.json")
    return Server("WireMock", ["java", "-Xmx1g", "-jar", str(jar), "--port", str(port),
                               "--bind-address", "127.0.0.1", "--root-dir", str(folder),
                               "--disable-banner", *journal],
                  port, WORK / f"wiremock-{port}.log", core=core)


def mitmproxy(family, count):
    """mitmproxy as a server in front of nothing, with an addon that answers from flow filters."""
    port = free_port()
    return Server(
        "mitmproxy", [str(WORK / "python/bin/mitmdump"), "-q",
                      "--mode", "reverse:http://127.0.0.1:9", "--listen-host", "127.0.0.1",
                      "--listen-port", str(port), "--set", "connection_strategy=lazy",
                      "--set", f"confdir={WORK}/mitmproxy", "-s", str(HERE / "mitmproxy_stubs.py")],
        port, WORK / f"mitmproxy-{port}.log",
        environment={"FAMILY": family.name, "COUNT": str(count)})


def pytest_httpserver(family, count):
    """pytest-httpserver, outside of a test."""
    port = free_port()
    return Server(
        "pytest-httpserver", [PYTHON, str(HERE / "pytest_stubs.py"), family.name, str(count),
                              str(port)], port, WORK / f"pytest-{port}.log")
