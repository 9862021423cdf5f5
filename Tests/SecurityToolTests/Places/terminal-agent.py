# Shows a question of keychain-agent on a terminal, types the passcode, and prints the screen and what the client printed.
#
#     terminal-agent.py COLUMNS ROWS AGENT CLIENT
import fcntl
import os
import re
import select
import struct
import subprocess
import sys
import termios
import time

columns, rows, agent, client = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3], sys.argv[4]


class Screen:
    """A terminal that understands what curses sends to a vt100."""

    def __init__(self):
        self.cells = [[" "] * columns for _ in range(rows)]
        self.row = self.column = 0
        self.rest = ""

    def feed(self, data):
        text = self.rest + data.decode("utf-8", "replace")
        self.rest = ""
        position = 0
        while position < len(text):
            character = text[position]
            if character == "\x1b":
                match = re.match(r"\x1b(\[[?>]?[0-9;]*[@-~]|[()][A-Za-z0-9]|[=>78DMcEH])", text[position:])
                if not match:
                    self.rest = text[position:]
                    return
                self.control(match.group(1))
                position += match.end()
                continue
            self.put(character)
            position += 1

    def put(self, character):
        if character == "\r":
            self.column = 0
        elif character == "\n":
            self.row = min(self.row + 1, rows - 1)
        elif character == "\b":
            self.column = max(0, self.column - 1)
        elif character >= " ":
            if self.column >= columns:
                self.column, self.row = 0, min(self.row + 1, rows - 1)
            self.cells[self.row][self.column] = character
            self.column += 1

    def control(self, sequence):
        if sequence[0] != "[" or sequence[1:2] in "?>":
            return
        numbers = [int(number or 0) for number in sequence[1:-1].split(";")]
        first = numbers[0]
        kind = sequence[-1]
        if kind in "Hf":
            self.row = min(max(first, 1), rows) - 1
            self.column = min(max(numbers[1] if len(numbers) > 1 else 1, 1), columns) - 1
        elif kind == "J":
            start = 0 if first == 2 else self.row * columns + self.column
            for cell in range(start, rows * columns):
                self.cells[cell // columns][cell % columns] = " "
        elif kind == "K":
            span = range(self.column, columns) if first == 0 else range(0, self.column + 1 if first == 1 else columns)
            for column in span:
                self.cells[self.row][column] = " "
        elif kind == "A":
            self.row = max(0, self.row - max(first, 1))
        elif kind == "B":
            self.row = min(rows - 1, self.row + max(first, 1))
        elif kind == "C":
            self.column = min(columns - 1, self.column + max(first, 1))
        elif kind == "D":
            self.column = max(0, self.column - max(first, 1))
        elif kind == "G":
            self.column = min(max(first, 1), columns) - 1
        elif kind == "d":
            self.row = min(max(first, 1), rows) - 1

    def lines(self):
        return ["".join(line).rstrip() for line in self.cells]


master, slave = os.openpty()
fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
before = termios.tcgetattr(slave)
environment = {"TERM": "vt100", "LANG": "C.UTF-8", "PATH": "/usr/bin:/bin"}
# The shell of the terminal: a session whose terminal is the slave.
shell = subprocess.Popen(
    ["/bin/sh", "-c", "(%s --terminal &) ; sleep 60" % agent], stdin=slave, stdout=slave, stderr=slave, env=environment,
    start_new_session=True, preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0))
screen = Screen()


def watch(seconds, condition):
    end = time.monotonic() + seconds
    while time.monotonic() < end and not condition():
        if select.select([master], [], [], 0.05)[0]:
            screen.feed(os.read(master, 65536))
    return condition()


asking = None
for _ in range(100):
    # Without an agent, the client fails at once.
    asking = subprocess.Popen([client, "unlock"], stdout=subprocess.PIPE, stdin=subprocess.DEVNULL)
    if watch(1, lambda: asking.poll() is not None or any("Passcode:" in line for line in screen.lines())):
        if asking.poll() is None:
            break
watch(0.5, lambda: False)
for line in screen.lines():
    print("|" + line)
os.write(master, b"passcode\r")
watch(20, lambda: asking.poll() is not None)
output = asking.stdout.read().decode().strip()
watch(1, lambda: termios.tcgetattr(slave)[3] & termios.ECHO == before[3] & termios.ECHO)
if termios.tcgetattr(slave)[3] & termios.ECHO != before[3] & termios.ECHO:
    output = "the terminal keeps the settings of the pinentry"
print(output)
shell.kill()
