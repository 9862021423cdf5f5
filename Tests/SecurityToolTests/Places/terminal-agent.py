# Shows questions of keychain-agent on a terminal, and prints the screens and what the client printed.
#
#     terminal-agent.py answer|end COLUMNS ROWS AGENT CLIENT WORD...
#
# `answer` types a wrong passcode and the right one. `end` ends the client, and then the terminal, during a question.
import fcntl
import os
import re
import select
import struct
import subprocess
import sys
import termios
import time

mode, columns, rows, agent, words = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4], sys.argv[5:]


class Screen:
    """A terminal that understands what curses sends to a vt100."""

    def __init__(self):
        self.cells = [[" "] * columns for _ in range(rows)]
        self.row = self.column = 0
        self.draws_lines = False
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
        elif character in "\x0e\x0f":
            self.draws_lines = character == "\x0e"
        elif character == "\b":
            self.column = max(0, self.column - 1)
        elif character >= " ":
            if self.column >= columns:
                self.column, self.row = 0, min(self.row + 1, rows - 1)
            # The letter x draws a vertical line, and other letters draw horizontal lines and corners.
            self.cells[self.row][self.column] = "|" if self.draws_lines and character == "x" else (
                "-" if self.draws_lines else character)
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

    def text(self):
        """The words on the screen, without the frame."""
        return " ".join(" ".join(line.strip(" |-") for line in self.lines()).split())


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


def ask():
    """Starts the client until it asks. Returns it when the question is on the screen."""
    for _ in range(100):
        # Without an agent, the client fails at once.
        asking = subprocess.Popen(words, stdout=subprocess.PIPE, stdin=subprocess.DEVNULL)
        if watch(5, lambda: asking.poll() is not None or "Passcode:" in screen.text()) and asking.poll() is None:
            watch(0.5, lambda: False)
            return asking
    sys.exit("no question appeared")


def show(name):
    for line in screen.lines():
        print("|" + line)
    print(f"{name}: {screen.text()}")


def echoes():
    return termios.tcgetattr(slave)[3] & termios.ECHO == before[3] & termios.ECHO


def processes(*names, parent=None):
    """The numbers of the processes with one of the names that run: those that a process started, or those of the session."""
    found = []
    for number in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{number}/stat") as file:
                name, rest = file.read().rsplit(") ", 1)
        except OSError:
            continue
        state, parent_of_process, _, session = rest.split()[:4]
        is_here = int(parent_of_process) == parent if parent else int(session) == shell.pid
        if is_here and state != "Z" and name.split(" (", 1)[1] in names:
            found.append(int(number))
    return found


def answer():
    """Types a wrong passcode and the right one."""
    asking = ask()
    show("question")
    os.write(master, b"wrong\r")
    watch(10, lambda: "The passcode is wrong." in screen.text())
    watch(0.5, lambda: False)
    show("retry")
    os.write(master, b"passcode\r")
    watch(20, lambda: asking.poll() is not None)
    watch(1, echoes)
    print(asking.stdout.read().decode().strip() if echoes() else "the terminal keeps the settings of the pinentry")


def end():
    """The client ends during a question, and then the terminal ends during another one."""
    asking = ask()
    # An application executes itself again, as /proc/self/exe.
    [agent_process] = processes("keychain-agent", "exe")
    print("pinentries:", len(processes("pinentry-curses", parent=agent_process)))
    asking.kill()
    is_gone = watch(1, lambda: not processes("pinentry-curses", parent=agent_process) and echoes())
    print("after the client:", "gone" if is_gone else "still there")
    asking = ask()
    os.close(master)
    limit = time.monotonic() + 3
    while time.monotonic() < limit and processes("keychain-agent", "exe"):
        time.sleep(0.05)
    print("after the terminal:", "still there" if processes("keychain-agent", "exe") else "gone")
    print(asking.communicate(timeout=20)[0].decode().strip())


{"answer": answer, "end": end}[mode]()
shell.kill()
