"""Checks Latchkey on a whole machine: what a person and an administrator do, from the installation to another machine.

    scripts/with-systemd FOLDER python3 Tests/Systemd/check-machine.py SECURITY STORE one
    scripts/with-systemd FOLDER python3 Tests/Systemd/check-machine.py SECURITY STORE other

SECURITY is the built tool, and STORE is a folder outside of the container. The run on `one` machine leaves copies of the
keychain and of its device key there, and the run on the `other` machine restores them. The file `followed` in STORE has the
blocks of docs/service.md that the runs carried out. Both runs work only in the container
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
FOLLOWED = f"{STORE}/followed"


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


def text_of(page):
    with open(f"{REPOSITORY}/docs/{page}.md") as file:
        return file.read()


def blocks(page, heading):
    """The blocks in a section of a page: the text before the block, its kind, and its text."""
    section = re.split(r"\n##+ ", text_of(page).split(f"# {heading}\n", 1)[1], maxsplit=1)[0]
    return re.findall(r"(.*?)```(console|sh|xml)\n(.*?)```", section, re.S)


def follow_word_for_word(heading, numbers, console=None, user=None):
    """Carries out blocks of a section of docs/service.md. A block with output is a session on a console, whose output is
    compared. A block without output is carried out by a user, or by root. A file is written to the path that the text before
    it names last. Returns the paths of the files."""
    paths = []
    for number in numbers:
        before, kind, text = blocks("service", heading)[number]
        if kind == "xml":
            paths.append(re.findall(r"`(/etc/latchkey/[^`]+\.plist)`", before)[-1])
            write(paths[-1], text)
        elif kind == "sh":
            run(*(as_user(user, "sh", "-euc", text) if user else ("sh", "-euc", text)), cwd=TREE)
        else:
            steps = re.split(r"^\$ ", text, flags=re.M)[1:]
            assert steps, f"block {number} of {heading} has no command"
            for step in steps:
                command, _, expected = step.partition("\n")
                printed = console.ask(command)
                assert printed == expected.rstrip("\n"), f"{command}: {printed!r}, not {expected!r}"
        with open(FOLLOWED, "a") as file:
            file.write(f"{heading} {number}\n")
    return paths


def sessions(user=PERSON):
    """The identifiers of the sessions of a user."""
    lines = run("loginctl", "list-sessions", "--no-legend").splitlines()
    return [line.split()[0] for line in lines if line.split()[2] == user]


def a_keychain_in_files_exists():
    """Before the service is installed, the person has a keychain in the files of the home folder."""
    add("mail", "in files")
    expect(find("mail"), 0, "in files")


def the_service_is_installed():
    follow_word_for_word("Set-up", [0])
    assert property_of("keychaind.socket", "ActiveState") == "active"
    outcome = find("mail")
    assert outcome[0] == UNAVAILABLE and "move-to-service" in outcome[2], outcome


def the_keychain_moves():
    follow_word_for_word("Moving a keychain", [0], user=PERSON)
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
    a_program_of_another_session_does_not_ask_here(console)
    console.log_out()
    # The agent ends with its terminal, so the session ends.
    wait_until(lambda: not sessions(), "the end of the session")
    wait_until(lambda: find("web")[0] == LOCKED, "the locking at the end of the session")


def a_program_of_another_session_does_not_ask_here(console):
    """The tool of a session without an agent asks on its own terminal. The agent of the first session shows nothing."""
    other = Console()
    assert other.ask("security lock-keychain; echo $?") == "0"
    other.write("security find-generic-password -s web -w\n")
    other.read_until("password ")
    assert not select.select([console.terminal], [], [], 1)[0], "the agent of another session asks"
    other.write(PASSWORD + "\n")
    assert "stored" in other.read_until(Console.PROMPT)
    other.log_out()


def asks(console):
    """Whether a search in the session is answered with a question on the terminal. The agent may still be starting."""
    console.write("security find-generic-password -s web -w\n")
    return "Passcode:" in console.read_until_one("Passcode:", Console.PROMPT)


def a_second_program_is_refused():
    """The example application, word for word. The last command of the section removes it."""
    console = Console()
    console.ask(f"cd {TREE}")
    follow_word_for_word("An application step by step", range(4), console)
    console.log_out()
    assert len(blocks("service", "An application step by step")) == 4


def a_unit_has_the_keychain_of_the_person():
    """The manifest of the section "System units". keychaind reads changed manifests within a second."""
    [path] = follow_word_for_word("System units", [0])
    # The keychain of the person is unlocked during a session.
    console = Console()
    assert console.ask("security find-generic-password -s web -w") == "stored"
    wait_until(lambda: "grade 4" in in_unit("mail", TOOL, "doctor", check=False), "the recognition of the unit")
    in_unit("mail", TOOL, "add-generic-password", "-a", "a", "-s", "unit", "-w", "of the unit")
    assert in_unit("mail", TOOL, "find-generic-password", "-s", "unit", "-w") == "of the unit"
    assert not os.path.exists("/var/lib/keychaind/unit-mail.service")
    # The item has the grade of the unit, so it does not exist for programs of the person.
    expect(find("unit"), MISSING)
    console.log_out()
    os.unlink(path)


def keychains_of_the_list_stay_unlocked():
    """The users of `unlocked-after-logout` in the section "Locking": one by the name, and one by the number."""
    path = "/etc/latchkey/service.plist"
    with open(path) as file:
        before = file.read()
    names = {"build": "1601", "nightly": "1002"}
    for name, number in names.items():
        run("useradd", "--create-home", "--uid", number, "--shell", "/bin/sh", name)
        run("chpasswd", input=f"{name}:{PASSWORD}\n")
        add("own", f"of {name}", user=name)
        expect(security("set-keychain-password", user=name, input="geheim\ngeheim\n"), 0)
    assert follow_word_for_word("Locking", [0]) == [path]
    for name in names:
        console = Console(user=name)
        assert console.ask("security find-generic-password -s own -w") == f"of {name}"
        console.log_out()
        wait_until(lambda: not sessions(name), f"the end of the session of {name}")
    # keychaind hears of the ends of the sessions in their order.
    console = Console()
    assert console.ask("security find-generic-password -s web -w") == "stored"
    console.log_out()
    wait_until(lambda: find("web")[0] == LOCKED, "the locking at the end of the session")
    for name in names:
        expect(find("own", user=name), 0, f"of {name}")
    write(path, before)


def the_machine_has_a_device_key():
    """A keychain that is made afterwards has no file with a device key."""
    follow_word_for_word("The device key of the machine", [0])
    run("useradd", "--create-home", "--uid", "1503", "--shell", "/bin/sh", "sealed")
    add("sealed", "by the credential", user="sealed")
    assert os.path.exists("/var/lib/keychaind/1503/keychain.db")
    assert not os.path.exists("/var/lib/keychaind/1503/device.key")
    run("systemctl", "restart", "keychaind.service")
    expect(find("sealed", user="sealed"), 0, "by the credential")
    # The next checks do not depend on the credential.
    os.unlink("/etc/credstore.encrypted/latchkey.device-key")
    run("systemctl", "restart", "keychaind.service")
    assert find("sealed", user="sealed")[0] == UNAVAILABLE


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


def commands_of_root_for_copies():
    """The two commands in docs/backup.md that make a copy on a machine, and restore it on another one."""
    _, kind, text = blocks("backup", "With keychaind")[0]
    copy, restoration = text.splitlines()
    assert kind == "sh", kind
    return copy, restoration


def root_copies_the_keychain():
    run("sh", "-euc", commands_of_root_for_copies()[0], cwd=STORE)
    expect(security("-P", "export-device-key", "-o", f"/home/{PERSON}/key", input=PASSWORD + "\n"), 0)
    run("install", "-m", "600", f"/home/{PERSON}/key", f"{STORE}/anna.device-key")


def the_other_machine_restores_the_keychain():
    """Another root, without keychains. The files of the service come from an image. The login unlocks what the copy
    contains."""
    run("systemctl", "start", "systemd-user-sessions.service")
    run("make", "DESTDIR=/root/image", "install-service", cwd=TREE)
    run("cp", "-r", "/root/image/.", "/")
    follow_word_for_word("Set-up", [1])
    run("pam-auth-update", "--enable", "latchkey")
    run("chpasswd", input=f"{PERSON}:{PASSWORD}\n")
    # Only root may be able to change a copy that is restored.
    for name in ["anna.copy", "anna.device-key"]:
        run("install", "-m", "600", f"{STORE}/{name}", f"/root/{name}")
    run("sh", "-euc", commands_of_root_for_copies()[1], cwd="/root")
    expect(find("web"), LOCKED)
    console = Console()
    assert console.ask("security find-generic-password -s web -w") == "stored"
    assert console.ask("security find-generic-password -s mail -w") == "in files"
    console.log_out()
    wait_until(lambda: find("web")[0] == LOCKED, "the locking at the end of the session")


def root_gives_the_keychain_back():
    follow_word_for_word("Moving a keychain", [1])
    follow_word_for_word("Set-up", [2])
    # Without keychaind, the keys of unlocked keychains are in the kernel, which refuses them in a container.
    console = Console()
    assert console.ask(f"cd; LATCHKEY_PASSCODE_FILE=~/passcode security find-generic-password -s web -w") == "stored"
    console.log_out()


def every_block_was_followed():
    """Every block of the part about keychaind was carried out on one of the machines."""
    part = re.split(r"\n## ", text_of("service").split("\n## keychaind\n", 1)[1], maxsplit=1)[0]
    count = len(re.findall(r"```(?:console|sh|xml)\n", part))
    headings = re.findall(r"^### (.*)$", part, re.M)
    all_blocks = {f"{heading} {number}" for heading in headings for number in range(len(blocks("service", heading)))}
    # The blocks of this section stop the service, so check-service.py carries them out.
    elsewhere = {block for block in all_blocks if block.startswith("A socket for one application ")}
    assert elsewhere
    assert len(all_blocks) == count > 0, f"{count} blocks, of which {len(all_blocks)} are in sections"
    with open(FOLLOWED) as file:
        followed = set(file.read().splitlines())
    assert followed == all_blocks - elsewhere, f"not carried out: {all_blocks - elsewhere - followed}"


CHECKS = {
    "one": [
        a_keychain_in_files_exists, the_service_is_installed, the_keychain_moves, a_login_unlocks, a_locked_session_asks,
        a_second_program_is_refused, a_unit_has_the_keychain_of_the_person, keychains_of_the_list_stay_unlocked,
        the_machine_has_a_device_key,
    ],
    "one, restarted": [everything_is_there_after_a_restart, root_copies_the_keychain],
    "other": [the_other_machine_restores_the_keychain, root_gives_the_keychain_back, every_block_was_followed],
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
