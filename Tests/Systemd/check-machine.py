"""Checks Latchkey on a whole machine: what a person and an administrator do, from the installation to another machine.

    scripts/with-systemd FOLDER python3 Tests/Systemd/check-machine.py SECURITY STORE one
    scripts/with-systemd FOLDER python3 Tests/Systemd/check-machine.py SECURITY STORE other

SECURITY is the built tool, and STORE is a folder outside of the container. The run on `one` machine leaves copies of the
keychain and of its device key there, and the run on the `other` machine restores them. Both runs work only in the container
of scripts/with-systemd, whose variable LATCHKEY_SYSTEMD_FOLDER names STORE. The first machine restarts once.
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

SECURITY, STORE, MACHINE = sys.argv[1], sys.argv[2], sys.argv[3]
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

    def read_until_one(self, *texts):
        """Reads until one of the texts appears. Returns everything with the text."""
        read = ""
        while not any(text in read for text in texts):
            assert select.select([self.terminal], [], [], 30)[0], f"none of {texts} in {read!r}"
            read += os.read(self.terminal, 65536).decode(errors="replace")
        return read

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


def a_locked_session_asks():
    """The lock of the session locks the keychain. The agent of the session then asks the person on the terminal."""
    write("/etc/latchkey/agent.plist",
          '<?xml version="1.0"?><plist version="1.0"><dict><key>pinentry</key><string>/usr/bin/pinentry-curses</string>'
          "</dict></plist>")
    console = Console()
    console.ask("(keychain-agent --terminal &)")
    run("loginctl", "lock-session", sessions()[0])
    wait_until(lambda: find("web")[0] == LOCKED, "the locking with the session")
    wait_until(lambda: asks(console), "the question of the agent")
    console.write(PASSWORD + "\r")
    assert "stored" in console.read_until(Console.PROMPT)
    console.ask("stty -echo")
    assert console.ask("security find-generic-password -s web -w") == "stored"
    console.log_out()


def asks(console):
    """Whether a search in the session is answered with a question on the terminal. The agent may still be starting."""
    console.write("security find-generic-password -s web -w\n")
    return "Passcode:" in console.read_until_one("Passcode:", Console.PROMPT)


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
    for name in ["keychaind", "keychain-agent", "pam_latchkey.so", "protected-note"]:
        run("cp", f"{REPOSITORY}/.build/{name}", f"{TREE}/.build/")
    run("chown", "-R", f"{PERSON}:{PERSON}", TREE)
    write("/usr/local/bin/make", """#!/bin/sh
[ "$1" != application ] || exit 0
exec /usr/bin/make --no-print-directory --silent --old-file=daemon --old-file=agent --old-file=pam-module --old-file=packages "$@"
""", 0o755)
    write(f"/etc/sudoers.d/{PERSON}", f"{PERSON} ALL=(ALL) NOPASSWD: ALL\n", 0o440)


def root_copies_the_keychain():
    run(TOOL, "export-user-keychain", "-u", PERSON, f"{STORE}/copy")
    expect(security("-P", "export-device-key", "-o", f"/home/{PERSON}/key", input=PASSWORD + "\n"), 0)
    run("install", "-m", "600", f"/home/{PERSON}/key", f"{STORE}/key")


def the_other_machine_restores_the_keychain():
    """Another root, with the service and without keychains. The login unlocks what the copy contains."""
    run("systemctl", "start", "systemd-user-sessions.service")
    follow_word_for_word(None, "service", "Set-up", slice(0, 1))
    run("pam-auth-update", "--enable", "latchkey")
    run("chpasswd", input=f"{PERSON}:{PASSWORD}\n")
    for name in ["copy", "key"]:
        run("install", "-m", "600", f"{STORE}/{name}", f"/root/{name}")
    run(TOOL, "import-user-keychain", "-u", PERSON, "--device-key", "/root/key", "/root/copy")
    expect(find("web"), LOCKED)
    console = Console()
    assert console.ask("security find-generic-password -s web -w") == "stored"
    assert console.ask("security find-generic-password -s mail -w") == "in files"
    console.log_out()


def root_gives_the_keychain_back():
    run(TOOL, "move-to-service", "--back", "-u", PERSON)
    follow_word_for_word(None, "service", "Set-up", slice(1, 2))
    # Without keychaind, the keys of unlocked keychains are in the kernel, which refuses them in a container.
    console = Console()
    assert console.ask(f"cd; LATCHKEY_PASSCODE_FILE=~/passcode security find-generic-password -s web -w") == "stored"
    console.log_out()


CHECKS = {
    "one": [
        a_keychain_in_files_exists, the_service_is_installed, the_keychain_moves, a_login_unlocks, a_locked_session_asks,
        a_second_program_is_refused,
    ],
    "one, restarted": [everything_is_there_after_a_restart, root_copies_the_keychain],
    "other": [the_other_machine_restores_the_keychain, root_gives_the_keychain_back],
}


def main():
    if os.path.exists("/restarted"):
        carry_out(CHECKS["one, restarted"])
    prepare(SECURITY)
    prepare_tree()
    write(f"/home/{PERSON}/passcode", PASSWORD, 0o600)
    run("chown", PERSON, f"/home/{PERSON}/passcode")
    with open("/restarted", "w"):
        pass
    carry_out(CHECKS[MACHINE], then=RESTART if MACHINE == "one" else 0)


main()
