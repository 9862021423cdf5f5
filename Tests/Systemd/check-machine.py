"""Checks Latchkey on a whole machine: what a person and an administrator do, from the installation to another machine.

    scripts/with-systemd FOLDER python3 Tests/Systemd/check-machine.py SECURITY STORE
    scripts/with-systemd FOLDER python3 Tests/Systemd/check-machine.py SECURITY STORE --other-machine

SECURITY is the built tool, and STORE is a folder outside of the container. The first run leaves a backup and a copy of a
device key there, and the second run restores them. Both runs work only in the container of scripts/with-systemd, whose
variable LATCHKEY_SYSTEMD_FOLDER names STORE. The first run restarts the machine and goes on after the restart.
"""
import os
import pty
import re
import select
import signal
import subprocess
import sys
import time

from machine import *

SECURITY, STORE = sys.argv[1], sys.argv[2]
IS_OTHER_MACHINE = "--other-machine" in sys.argv
PASSWORD = "correct horse"
TREE = f"/home/{PERSON}/latchkey"  # the source tree of the person


class Console:
    """A person at a console: a login with the password, and a shell."""

    PROMPT = "ready> "

    def __init__(self, user=PERSON, password=PASSWORD, size=(24, 80)):
        self.process, self.terminal = pty.fork()
        if self.process == 0:
            os.environ.clear()
            os.environ.update(TERM="vt100", PATH="/usr/local/bin:/usr/bin:/bin")
            os.execv("/bin/login", ["login", user])
        self.read_until("Password: ")
        self.write(password + "\n")
        self.read_until("$ ")
        # The terminal still shows what is typed, so the typed text differs from the prompt.
        self.ask(f"stty -echo rows {size[0]} cols {size[1]}; PS1=re'{self.PROMPT[2:]}'")

    def write(self, text):
        os.write(self.terminal, text.encode())

    def read_until(self, text, limit=30):
        """Reads until a text appears. Returns everything before the text."""
        read, end = "", time.monotonic() + limit
        while text not in read:
            rest = end - time.monotonic()
            assert rest > 0 and select.select([self.terminal], [], [], rest)[0], f"no {text!r} in {read!r}"
            read += os.read(self.terminal, 65536).decode(errors="replace")
        return read.split(text, 1)[0]

    def ask(self, command):
        """Carries out a command. Returns its output with its errors."""
        self.write(command + "\n")
        return self.read_until(self.PROMPT).replace("\r", "").rstrip("\n")

    def log_out(self):
        self.write("exit\n")
        os.waitpid(self.process, 0)
        os.close(self.terminal)


def sections(page, heading):
    """The blocks of commands in a section of a page: whether they are a session with output, and the text."""
    with open(f"{REPOSITORY}/docs/{page}.md") as file:
        section = re.split(r"\n##+ ", file.read().split(f"# {heading}\n", 1)[1], maxsplit=1)[0]
    return [(kind == "console", text) for kind, text in re.findall(r"```(console|sh)\n(.*?)```", section, re.S)]


def follow_word_for_word(console, page, heading, block=slice(None)):
    """Carries out blocks of a section, and compares what they print. Root carries out the blocks without output."""
    for is_session, text in sections(page, heading)[block]:
        if not is_session:
            run("sh", "-euc", text, cwd=TREE)
            continue
        for step in re.split(r"^\$ ", text, flags=re.M)[1:]:
            command, _, expected = step.partition("\n")
            printed = console.ask(command)
            assert printed == expected.rstrip("\n"), f"{command}: {printed!r}, not {expected!r}"


def sessions(user=PERSON):
    """The identifiers of the sessions of a user."""
    lines = run("loginctl", "list-sessions", "--no-legend").splitlines()
    return [line.split()[0] for line in lines if line.split()[2] == user]


def a_keychain_in_files_exists():
    """Before the service is installed, the person has a keychain in the files of the home folder."""
    add("mail", "in files")
    expect(find("mail"), 0, "in files")


def the_service_is_installed():
    follow_word_for_word(None, "service", "Set-up", slice(0, 1))
    assert property_of("keychaind.socket", "ActiveState") == "active"
    outcome = find("mail")
    assert outcome[0] == UNAVAILABLE and "move-to-service" in outcome[2], outcome


def the_keychain_moves():
    expect(security("move-to-service"), 0)
    expect(find("mail"), 0, "in files")


def a_login_unlocks():
    # The start of the container ends before the services of a multi-user machine, which let people log in.
    run("systemctl", "start", "systemd-user-sessions.service")
    run("chpasswd", input=f"{PERSON}:{PASSWORD}\n")
    run("pam-auth-update", "--enable", "latchkey")
    console = Console()
    output = console.ask(f"printf '{PASSWORD}\\n' | security set-keychain-password --login; echo status $?")
    assert output.endswith("status 0"), output
    assert console.ask("security add-generic-password -a a -s web -w stored; echo $?") == "0"
    console.log_out()
    expect(security("lock-keychain"), 0)
    expect(find("web"), LOCKED)
    console = Console()
    assert console.ask("security find-generic-password -s web -w") == "stored"
    assert len(sessions()) == 1, sessions()
    console.log_out()
    wait_until(lambda: not sessions(), "the end of the session")


def a_second_program_is_refused():
    """The example application, word for word. The last command of the section removes it."""
    console = Console()
    console.ask(f"cd {TREE}")
    follow_word_for_word(console, "service", "An application step by step")
    console.log_out()


def everything_is_there_after_a_restart():
    run("systemctl", "start", "systemd-user-sessions.service")
    assert daemon() == 0
    expect(find("web"), LOCKED)
    console = Console()
    assert console.ask("security find-generic-password -s web -w") == "stored"
    assert console.ask("security find-generic-password -s mail -w") == "in files"
    console.log_out()


def prepare_tree():
    """Copies the source tree for the person. The programs are built, because the container has no time to build them."""
    run("mkdir", "-p", f"{TREE}/.build")
    run("sh", "-euc", f"cp -r Makefile Units scripts Examples docs Package.swift {TREE}/", cwd=REPOSITORY)
    for name in ["keychaind", "pam_latchkey.so", "protected-note"]:
        run("cp", f"{REPOSITORY}/.build/{name}", f"{TREE}/.build/")
    run("chown", "-R", f"{PERSON}:{PERSON}", TREE)
    write("/usr/local/bin/make", """#!/bin/sh
[ "$1" != application ] || exit 0
exec /usr/bin/make --no-print-directory --silent --old-file=daemon --old-file=pam-module --old-file=packages "$@"
""", 0o755)
    write(f"/etc/sudoers.d/{PERSON}", f"{PERSON} ALL=(ALL) NOPASSWD: ALL\n", 0o440)


BEFORE = [
    a_keychain_in_files_exists, the_service_is_installed, the_keychain_moves, a_login_unlocks, a_second_program_is_refused,
]
AFTER = [everything_is_there_after_a_restart]
OTHER_MACHINE = []

if IS_OTHER_MACHINE:
    prepare(SECURITY)
    carry_out(OTHER_MACHINE)
elif os.path.exists("/restarted"):
    carry_out(AFTER)
else:
    prepare(SECURITY)
    prepare_tree()
    with open("/restarted", "w"):
        pass
    carry_out(BEFORE, then=RESTART)
