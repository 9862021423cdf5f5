"""Runs pip and twine against servers on the loopback interface. Both get their passwords from the keychain.

The backend is installed in a folder of PYTHONPATH. NEWER_PIP is a folder with a pip that has the option
`--keyring-provider`. SECURITY_TOOL is the `security` tool.
"""

import base64
import io
import os
import subprocess
import sys
import threading
import urllib.error
import urllib.request
import zipfile
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

WHEEL = "demo-1.0-py3-none-any.whl"
# The server accepts this user only.
USER, PASSWORD = "anna", "open: sesame"


def wheel():
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as archive:
        archive.writestr("demo.py", "")
        archive.writestr("demo-1.0.dist-info/METADATA", "Metadata-Version: 2.1\nName: demo\nVersion: 1.0\n")
        archive.writestr("demo-1.0.dist-info/WHEEL",
                         "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        archive.writestr("demo-1.0.dist-info/RECORD", "")
    return content.getvalue()


class Index(BaseHTTPRequestHandler):
    """A package index that needs a password, for downloads and for uploads."""

    def answer(self, status, body=b"", kind="text/html"):
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        if status == 401:
            self.send_header("WWW-Authenticate", 'Basic realm="demo"')
        self.end_headers()
        self.wfile.write(body)

    def is_allowed(self):
        expected = "Basic " + base64.b64encode(f"{USER}:{PASSWORD}".encode()).decode()
        return self.headers.get("Authorization") == expected

    def do_GET(self):
        if not self.is_allowed():
            self.answer(401)
        elif self.path == "/simple/demo/":
            self.answer(200, f'<a href="/{WHEEL}">{WHEEL}</a>'.encode())
        elif self.path == "/" + WHEEL:
            self.answer(200, wheel(), "application/octet-stream")
        else:
            self.answer(404)

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        if self.is_allowed():
            self.server.uploads.append(body)
        self.answer(200 if self.is_allowed() else 403)

    def log_message(self, *arguments):
        pass


@pytest.fixture
def index():
    with ThreadingHTTPServer(("127.0.0.1", 0), Index) as server:
        server.uploads = []
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield server
        server.shutdown()
        thread.join()


def address(index, user=""):
    return f"http://{user}127.0.0.1:{index.server_address[1]}"


@pytest.fixture
def stored(index, request):
    """The index, whose password is in the keychain under the URL of its packages."""
    subprocess.run(
        [os.environ["SECURITY_TOOL"], "add-generic-password", "-U", "-s", address(index) + request.param,
         "-a", USER, "-w"], input=PASSWORD, text=True, check=True)
    return index


def run(*command, **environment):
    return subprocess.run(
        [sys.executable, "-m", *command], capture_output=True, text=True, stdin=subprocess.DEVNULL,
        env={**os.environ, **environment})


def download(index, folder, *options, user="", **environment):
    done = run("pip", "--isolated", "--disable-pip-version-check", "download", "--no-deps", "--no-cache-dir",
               "--index-url", address(index, user) + "/simple/", "-d", str(folder), *options, "demo",
               **environment)
    return done, (folder / WHEEL).exists()


def newer_pip():
    return {"PYTHONPATH": os.environ["NEWER_PIP"] + os.pathsep + os.environ["PYTHONPATH"]}


def test_server_requires_the_password(index):
    with pytest.raises(urllib.error.HTTPError, match="401"):
        urllib.request.urlopen(address(index) + "/simple/demo/")


@pytest.mark.parametrize("stored", ["/simple/"], indirect=True)
def test_pip_of_debian_asks_keyring(stored, tmp_path):
    done, is_there = download(stored, tmp_path)
    assert is_there, done.stderr


@pytest.mark.parametrize("stored", ["/simple/"], indirect=True)
def test_pip_imports_keyring(stored, tmp_path):
    done, is_there = download(stored, tmp_path, "--no-input", "--keyring-provider", "import", **newer_pip())
    assert is_there, done.stderr


@pytest.mark.parametrize("stored", ["/simple/"], indirect=True)
def test_pip_runs_keyring(stored, tmp_path):
    done, is_there = download(
        stored, tmp_path, "--no-input", "--keyring-provider", "subprocess", user=USER + "@", **newer_pip())
    assert is_there, done.stderr


@pytest.mark.parametrize("stored", ["/legacy/"], indirect=True)
@pytest.mark.parametrize("options", [[], ["--username", USER]])
def test_twine_asks_keyring(stored, options, tmp_path):
    (tmp_path / WHEEL).write_bytes(wheel())
    done = run("twine", "upload", "--non-interactive", "--disable-progress-bar",
               "--repository-url", address(stored) + "/legacy/", *options, str(tmp_path / WHEEL))
    assert done.returncode == 0, done.stdout + done.stderr
    assert len(stored.uploads) == 1 and wheel()[:4] in stored.uploads[0]
