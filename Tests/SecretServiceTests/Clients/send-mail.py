"""Sends a message with msmtp to a server in this process, and prints the user and the password that the server got."""

import base64
import socket
import subprocess
import threading

server = socket.create_server(("127.0.0.1", 0))
received = []


def serve():
    connection, _ = server.accept()
    file = connection.makefile("rw", newline="\r\n")

    def say(line):
        file.write(line + "\n")
        file.flush()

    say("220 ready")
    for line in file:
        words = line.split()
        if words[0] == "EHLO":
            say("250-ready")
            say("250 AUTH PLAIN")
        elif words[0] == "AUTH":
            received.append(base64.b64decode(words[2]))
            say("235 accepted")
        elif words[0] == "DATA":
            say("354 go on")
            for text in file:
                if text.strip() == ".":
                    break
            say("250 accepted")
        elif words[0] == "QUIT":
            say("221 bye")
            break
        else:
            say("250 accepted")


threading.Thread(target=serve, daemon=True).start()
subprocess.run(
    ["msmtp", "--host=localhost", f"--port={server.getsockname()[1]}", "--auth=plain", "--tls=off", "--user=carl",
     "--from=a@example.org", "b@example.org"],
    input=b"Subject: test\n\ntest\n", check=True)
print(received[0].split(b"\0")[1:])
