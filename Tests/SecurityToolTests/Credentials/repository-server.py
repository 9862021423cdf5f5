"""Serves a folder over HTTP to clients that send the right password.

    repository-server.py FOLDER PASSWORD-FILE PORT-FILE

The password file contains `user:password`. The server reads it for each request. The server writes its
port to the port file, and ends after two minutes.
"""

import base64
import functools
import http.server
import os
import signal
import sys

folder, password_file, port_file = sys.argv[1:]


class Handler(http.server.SimpleHTTPRequestHandler):
    def do_GET(self):
        with open(password_file, encoding="utf-8") as file:
            expected = base64.b64encode(file.read().strip().encode()).decode()
        if self.headers.get("Authorization") == "Basic " + expected:
            super().do_GET()
            return
        self.send_response(401)
        self.send_header("WWW-Authenticate", 'Basic realm="test"')
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *arguments):
        pass


signal.alarm(120)
server = http.server.ThreadingHTTPServer(
    ("127.0.0.1", 0), functools.partial(Handler, directory=folder)
)
with open(port_file + ".new", "w", encoding="utf-8") as file:
    print(server.server_port, file=file)
os.rename(port_file + ".new", port_file)
server.serve_forever()
