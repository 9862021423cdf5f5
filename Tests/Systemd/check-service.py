"""Checks keychaind as a system service under systemd.

    scripts/with-systemd FOLDER python3 Tests/Systemd/check-service.py KEYCHAIND SECURITY

KEYCHAIND and SECURITY are the built programs. The program runs only in the container of scripts/with-systemd.
"""
import glob
import os
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time

from machine import *

KEYCHAIND, SECURITY = sys.argv[1], sys.argv[2]
SERVICE = "latchkey-check"


# Checks, in the order of the file


def a_person_is_not_the_user_of_the_service():
    run("useradd", "--uid", "1600", "keychaind")
    done = subprocess.run([f"{REPOSITORY}/scripts/install-service", KEYCHAIND, PREFIX], text=True, capture_output=True)
    assert done.returncode == 1 and "keychaind (1600) is no system user" in done.stderr, done
    assert not os.path.exists("/etc/latchkey/service.plist") and not os.path.exists(f"{PREFIX}/libexec/keychaind")
    run("userdel", "keychaind")


def the_service_is_installed():
    install()
    assert property_of("keychaind.socket", "ActiveState") == "active"
    assert run("systemctl", "is-enabled", "keychaind.socket") == "enabled"
    for path, mode in [
        ("/etc/latchkey/service.plist", 0o644), ("/etc/latchkey/apps", 0o755), (f"{PREFIX}/libexec/keychaind", 0o755),
        ("/run/keychaind", 0o755), ("/etc/systemd/system/keychaind.service", 0o644),
        ("/etc/dbus-1/system.d/org.latchkey.keychaind.conf", 0o644),
        ("/etc/systemd/system/keychaind.socket", 0o644)]:
        status = os.stat(path)
        assert (status.st_uid, status.st_gid, status.st_mode & 0o7777) == (0, 0, mode), path
    assert not glob.glob("/etc/dbus-1/system.d/*.new") + glob.glob("/etc/latchkey/*.new") + glob.glob("/etc/systemd/system/*.new")


def the_first_request_starts_the_service():
    assert daemon() == 0
    expect(security("add-generic-password", "-a", "a", "-s", "first", "-w", "secret"), 0)
    assert property_of("keychaind.service", "ActiveState") == "active"
    assert property_of("keychaind.service", "StatusText") == "serving"
    expect(find("first"), 0, "secret")
    # The first packet of a search comes before the service listens.
    stop()
    expect(find("first"), 0, "secret")


def the_files_belong_to_the_service():
    number = int(run("id", "-u", "keychaind"))
    folder = f"/var/lib/keychaind/{run('id', '-u', PERSON)}"
    for path in ["/var/lib/keychaind", folder, f"{folder}/device.key", f"{folder}/keychain.db"]:
        status = os.stat(path)
        assert status.st_uid == number and status.st_mode & 0o077 == 0, path
    assert subprocess.run(as_user(PERSON, "ls", "/var/lib/keychaind"), capture_output=True).returncode != 0
    assert not os.path.exists(f"/home/{PERSON}/.local/share/latchkey/keychain.db")


def the_service_has_no_privileges():
    process = daemon()
    with open(f"/proc/{process}/status") as file:
        status = dict(line.rstrip("\n").split(":\t", 1) for line in file if ":\t" in line)
    for name in ["CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb"]:
        assert int(status[name], 16) == 0, (name, status[name])
    user, group = run("id", "-u", "keychaind"), run("id", "-g", "keychaind")
    assert status["Uid"].split() == [user] * 4 and status["Gid"].split() == [group] * 4
    assert status["Groups"].split() in ([], [group])
    assert status["NoNewPrivs"] == "1" and status["Seccomp"] == "2"
    with open(f"/proc/{process}/limits") as file:
        limits = {line[:25].strip(): line[26:].split()[:2] for line in file}
    assert limits["Max core file size"] == ["0", "0"]
    assert limits["Max open files"] == ["16384", "16384"]
    log = run("journalctl", "--unit=keychaind", "--output=cat", "--no-pager")
    assert "cannot be locked" not in log, "the memory of keys is not locked"


def the_exposure_is_small():
    table = run("systemd-analyze", "security", "--no-pager", "keychaind.service")
    figure = float(re.search(r"Overall exposure level for keychaind.service: ([0-9.]+)", table).group(1))
    print(f"    systemd-analyze security: {figure}")
    assert figure <= 0.7, table
    run("systemd-analyze", "verify", "/etc/systemd/system/keychaind.service", "/etc/systemd/system/keychaind.socket")


def users_are_kept_apart():
    expect(find("first", user=OTHER), MISSING)
    add("own", "of other", user=OTHER)
    expect(find("own", user=PERSON), MISSING)
    expect(find("own", user=OTHER), 0, "of other")


def the_tool_says_how_it_is_known():
    outcome = security("doctor")
    assert "keychaind" in outcome[1] and "grade 1" in outcome[1], outcome


def the_system_keychain_can_be_read():
    """A state folder of keychaind in the folder of the system keychain would hide the system keychain."""
    outcome = security("doctor")
    assert "ok  search list: /Library/Keychains/System.keychain" in outcome[1], outcome


def a_passcode_is_set():
    expect(security("set-keychain-password", input="geheim\ngeheim\n"), 0)
    expect(find("first"), 0, "secret")


def keep_unlocked(*names):
    """Names the users whose keychains stay unlocked without a session."""
    users = "".join(f"<string>{name}</string>" for name in names)
    write("/etc/latchkey/service.plist",
          '<plist version="1.0"><dict><key>user</key><string>keychaind</string>'
          f"<key>unlocked-after-logout</key><array>{users}</array></dict></plist>")


def a_restart_keeps_the_keychain_open():
    # The person has no session.
    keep_unlocked(PERSON)
    before = daemon()
    run("systemctl", "restart", "keychaind.service")
    assert daemon() not in (0, before)
    expect(find("first"), 0, "secret")
    assert property_of("keychaind.service", "NFileDescriptorStore") == "0", "the keys are still in the descriptor store"


def a_second_restart_without_a_request_keeps_it_open():
    run("systemctl", "restart", "keychaind.service")
    run("systemctl", "restart", "keychaind.service")
    expect(find("first"), 0, "secret")


def kill():
    before = daemon()
    assert before > 0
    os.kill(before, signal.SIGKILL)
    wait_until(lambda: daemon() not in (0, before), "the restart after the kill")


def a_kill_locks_a_keychain_with_a_passcode():
    add("other", "open", user=OTHER)
    kill()
    expect(find("first"), LOCKED)
    expect(find("other", user=OTHER), 0, "open")


def many_kills_do_not_end_the_service():
    """The service manager gives up after five failures in ten seconds, unless the unit says otherwise."""
    for _ in range(7):
        kill()
    expect(find("other", user=OTHER), 0, "open")


def a_restart_of_a_locked_keychain_does_not_open_it():
    run("systemctl", "restart", "keychaind.service")
    expect(find("first"), LOCKED)
    expect(security("unlock-keychain", input="geheim\n"), 0)
    expect(find("first"), 0, "secret")


def a_stop_locks():
    stop()
    expect(find("first"), LOCKED)
    expect(security("unlock-keychain", input="geheim\n"), 0)


def a_locked_keychain_stays_locked_after_a_restart():
    expect(security("lock-keychain"), 0)
    run("systemctl", "restart", "keychaind.service")
    expect(find("first"), LOCKED)
    expect(security("unlock-keychain", input="geheim\n"), 0)


def no_read_fails_during_restarts():
    """Clients with a connection and clients with new connections read while the service is restarted."""
    add("load", "loaded", user=OTHER)
    failures, counts, is_over = [], [0, 0], threading.Event()

    def long_client():
        client = Client(OTHER)
        while not is_over.is_set():
            answer = client.ask("find-generic-password -s load -w")
            counts[0] += 1
            if answer != "loaded":
                failures.append(answer)
        client.end()

    def short_clients():
        while not is_over.is_set():
            outcome = find("load", user=OTHER)
            counts[1] += 1
            if outcome[:2] != (0, "loaded"):
                failures.append(outcome)

    threads = [threading.Thread(target=long_client) for _ in range(3)]
    threads += [threading.Thread(target=short_clients) for _ in range(2)]
    for thread in threads:
        thread.start()
    processes = set()
    try:
        for _ in range(12):
            run("systemctl", "restart", "keychaind.service")
            processes.add(daemon())
            time.sleep(0.25)
    finally:
        is_over.set()
        for thread in threads:
            thread.join()
    print(f"    {counts[0]} reads of connected clients, {counts[1]} new clients, {len(processes)} processes")
    assert not failures, f"{len(failures)} reads failed: {failures[:3]}"
    assert len(processes) == 12 and min(counts) > 20
    # The keychain with a passcode is still open.
    expect(find("first"), 0, "secret")


class Session:
    """A session of the person, which logind knows."""

    def __enter__(self):
        self.process = subprocess.Popen(
            ["systemd-run", "--quiet", "--pipe", "--collect", "--unit=latchkey-session", "-p", "PAMName=login", "-p",
             f"User={PERSON}",
             # A session without a terminal would have the class background.
             "--setenv=XDG_SESSION_CLASS=user", "sleep", "60"],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        wait_until(self.numbers, "the session")
        return self

    def numbers(self):
        lines = run("loginctl", "list-sessions", "--no-legend").splitlines()
        return [line.split()[0] for line in lines if PERSON in line.split()]

    def __exit__(self, *_):
        run("systemctl", "stop", "latchkey-session.service")
        self.process.wait()


def session_unlock_does_not_unlock():
    """Every program of a user can send the signal that unlocks a session."""
    keep_unlocked()
    with Session() as session:
        expect(security("lock-keychain"), 0)
        run("loginctl", "unlock-sessions")
        for number in session.numbers():
            run("loginctl", "unlock-session", number)
        time.sleep(0.5)
        expect(find("first"), LOCKED)
    # The end of the session locks the keychain, too, perhaps while it is unlocked.
    wait_until(lambda: security("unlock-keychain", input="geheim\n")[0] == 0, "unlocking")


def sessions_lock_keychains():
    """The hardened unit hears logind. The keychain of another user stays as it is."""
    with Session() as session:
        expect(security("unlock-keychain", input="geheim\n"), 0)
        run("loginctl", "lock-session", session.numbers()[0])
        wait_until(lambda: find("first")[0] == LOCKED, "the locking with the session")
        expect(security("unlock-keychain", input="geheim\n"), 0)
        expect(find("first"), 0, "secret")
    wait_until(lambda: find("first")[0] == LOCKED, "the locking at the end of the session")
    expect(security("unlock-keychain", input="geheim\n"), 0)
    # polkit permits every program to delay the sleep.
    inhibitors = run("systemd-inhibit", "--list", "--no-legend")
    assert re.search(r"\bkeychaind\b.*\bsleep\b.*\bdelay *$", inhibitors, re.M), inhibitors


def a_flood_of_signals_loses_no_lock():
    """Another user sends more than a queue of the bus can hold, while keychaind receives nothing."""
    with Session() as session:
        expect(security("unlock-keychain", input="geheim\n"), 0)
        connections = [line.split() for line in run("busctl", "list", "--unique", "--no-legend").splitlines()]
        [name] = [words[0] for words in connections if words[1] == str(daemon())]
        send = f"dbus-send --system --type=signal --dest={name} /flood org.example.Flood.Flood"
        os.kill(daemon(), signal.SIGSTOP)
        try:
            run(*as_user(
                OTHER, "sh", "-euc", "text=string:$(head -c 120000 /dev/zero | tr '\\0' a); "
                f"for _ in $(seq 110); do {send} {'$text ' * 12}; done"))
            run("loginctl", "lock-session", session.numbers()[0])
        finally:
            os.kill(daemon(), signal.SIGCONT)
        wait_until(lambda: find("first")[0] == LOCKED, "the locking after the flood")
    expect(security("unlock-keychain", input="geheim\n"), 0)


def a_restart_locks_the_keychain_of_a_user_without_a_session():
    """Nobody watches the sessions while keychaind restarts."""
    with Session():
        run("systemctl", "restart", "keychaind.service")
        wait_until(
            lambda: "locked with their sessions" in run("journalctl", f"_PID={daemon()}", "--output=cat", "--no-pager"),
            "the reading of the sessions")
        expect(find("first"), 0, "secret")
    wait_until(lambda: find("first")[0] == LOCKED, "the locking at the end of the session")
    expect(security("unlock-keychain", input="geheim\n"), 0)
    run("systemctl", "restart", "keychaind.service")
    wait_until(lambda: find("first")[0] == LOCKED, "the locking after the restart")
    expect(security("unlock-keychain", input="geheim\n"), 0)
    keep_unlocked(PERSON)


def expect_unit(unit, properties):
    """Waits until a program in a unit is recognised. keychaind reads changed manifests within a second."""
    wait_until(
        lambda: "grade 4" in in_unit(unit, TOOL, "doctor", properties=properties, check=False),
        f"the recognition of {unit}")


def expect_no_unit(unit, properties, *words):
    text = in_unit(unit, *(words or (TOOL, "doctor")), properties=properties)
    assert "grade 1" in text and "grade 4" not in text, text


SEARCH = [TOOL, "find-generic-password", "-s", "unit", "-w"]
ADD = [TOOL, "add-generic-password", "-U", "-a", "a", "-s", "unit", "-w"]


def a_unit_uses_the_keychain_of_its_manifest():
    manifest("mail", ("unit", "mail.service"), users=[PERSON])
    expect_unit("mail", [f"User={SERVICE}"])
    in_unit("mail", *ADD, "of the unit", properties=[f"User={SERVICE}"])
    assert in_unit("mail", *SEARCH, properties=[f"User={SERVICE}"]) == "of the unit"
    folder = f"/var/lib/keychaind/{run('id', '-u', PERSON)}"
    assert os.path.exists(f"{folder}/keychain.db")
    # The item has the grade 4, so it does not exist for programs of the person, even with the passcode.
    expect(security("find-generic-password", "-s", "unit", "-w"), MISSING)
    expect(security("find-generic-password", "-s", "unit", "-w", user=OTHER), MISSING)
    # The unit needs no home folder.
    for properties in [[f"User={SERVICE}", "ProtectHome=yes"], []]:
        assert in_unit("mail", *SEARCH, properties=properties) == "of the unit"
    # A unit with another name, and a program of a person in the unit, have the rights of their users only.
    expect_no_unit("mail2", [f"User={SERVICE}"])
    expect_no_unit("mail", [f"User={OTHER}"])


def a_dynamic_user_has_the_keychain_of_its_unit():
    manifest("dynamic", ("unit", "dynamic.service"))
    dynamic = ["DynamicUser=yes"]
    expect_unit("dynamic", dynamic)
    in_unit("dynamic", *ADD, "of the dynamic unit", properties=dynamic)
    first = int(in_unit("dynamic", "id", "-u", properties=dynamic))
    assert 61184 <= first <= 65519
    # The service manager chooses the number by the name of the user. Another name gives another number.
    second = int(in_unit("dynamic", "id", "-u", properties=[*dynamic, "User=renamed"]))
    assert second != first
    assert in_unit("dynamic", *SEARCH, properties=[*dynamic, "User=renamed"]) == "of the dynamic unit"
    assert os.path.isdir("/var/lib/keychaind/unit-dynamic.service")
    # Another unit with the same user number has no keychain.
    refused = in_unit("dynamic2", "sh", "-c", "id -u; exec " + " ".join(SEARCH), properties=[*dynamic, "User=renamed"],
                      check=False)
    assert refused.startswith(f"{second}\n") and "DynamicUser=yes" in refused, refused
    assert not os.path.exists(f"/var/lib/keychaind/{second}")


def a_unit_of_a_user_is_no_system_unit():
    """A user can give a unit of the user manager, and a control group, the name of a system unit."""
    number = run("id", "-u", OTHER)
    run("loginctl", "enable-linger", OTHER)
    manager = as_user(
        OTHER, "env", f"XDG_RUNTIME_DIR=/run/user/{number}", "systemd-run", "--user", "--quiet", "--pipe", "--wait",
        "--collect")
    wait_until(
        lambda: subprocess.run([*manager, "true"], capture_output=True).returncode == 0, "the start of the user manager")
    text = run(*manager, "--unit=mail.service", TOOL, "doctor")
    assert "grade 1" in text and "grade 4" not in text, text
    # A delegated control group belongs to the user, who makes groups with the names of the system in it.
    forge = """
import os, subprocess, sys
path = "/sys/fs/cgroup" + [line for line in open("/proc/self/cgroup") if line.startswith("0::")][0][3:].strip()
group = path + "/system.slice/mail.service"
os.makedirs(group)
os.setxattr(group, "user.invocation_id", b"0123456789abcdef0123456789abcdef")
open(group + "/cgroup.procs", "w").write(str(os.getpid()))
assert open("/proc/self/cgroup").read().strip().endswith("/system.slice/mail.service")
os.execv(sys.argv[1], [sys.argv[1], "doctor"])
"""
    text = run(*manager, "--property=Delegate=yes", "python3", "-c", forge, TOOL)
    assert "grade 1" in text and "grade 4" not in text, text
    # A system unit that delegates its control group to a user is not recognised either.
    manifest("delegating", ("unit", "delegating.service"), users=[PERSON])
    expect_unit("delegating", [f"User={SERVICE}"])
    expect_no_unit("delegating", [f"User={SERVICE}", "Delegate=yes"])
    # The same in a control group below system.slice that a system unit delegates to the user.
    expect_no_unit("delegating", [f"User={SERVICE}", "Delegate=yes"], "python3", "-c", forge, TOOL)
    # A user cannot enter the control group of a system unit.
    unit = subprocess.Popen(
        ["systemd-run", "--quiet", "--wait", "--collect", "--unit=mail.service", "-p", "User=other", "sleep", "60"])
    try:
        wait_until(lambda: os.path.exists("/sys/fs/cgroup/system.slice/mail.service/cgroup.procs"), "the unit")
        done = subprocess.run(
            as_user(OTHER, "sh", "-c", "echo $$ > /sys/fs/cgroup/system.slice/mail.service/cgroup.procs"),
            capture_output=True)
        assert done.returncode != 0
    finally:
        run("systemctl", "stop", "mail.service")
        unit.wait()
    run("loginctl", "disable-linger", OTHER)


def a_container_that_binds_the_socket_is_served():
    """A container of root without a user namespace: mounts, processes and its own /etc. The users are those of the kernel."""
    with tempfile.TemporaryDirectory() as folder:
        script = f"""
            mount -t tmpfs none {folder}
            mkdir {folder}/up {folder}/work {folder}/root
            mount -t overlay none -o lowerdir=/,upperdir={folder}/up,workdir={folder}/work {folder}/root
            mkdir -p {folder}/root/run/keychaind
            mount -t proc proc {folder}/root/proc
            mount --bind /run/keychaind {folder}/root/run/keychaind
            sed -i /^keychaind:/d {folder}/root/etc/passwd
            sed -i 's|<string>keychaind</string>|<integer>{run("id", "-u", "keychaind")}</integer>|' \
              {folder}/root/etc/latchkey/service.plist
            cd {folder}/root
            exec chroot . setpriv --reuid {OTHER} --regid {OTHER} --init-groups env -i HOME=/home/{OTHER} \
              {TOOL} find-generic-password -s load -w"""
        assert run("unshare", "--mount", "--pid", "--fork", "--uts", "--ipc", "--net", "sh", "-euc", script) == "loaded"


def a_user_namespace_proves_nothing():
    """In a user namespace of a user, the service has no user, so the client refuses it."""
    words = as_user(
        OTHER, "unshare", "--user", "--map-root-user", "--mount", TOOL, "find-generic-password", "-s", "load", "-w")
    done = subprocess.run(words, text=True, capture_output=True, timeout=120)
    assert done.returncode == UNAVAILABLE and "user namespace" in done.stderr, done
    # When root, the service and the user have their own numbers, the client can verify the service, and the service sees
    # the users of the kernel.
    number, service = int(run("id", "-u", OTHER)), int(run("id", "-u", "keychaind"))
    expect_mapped(f"0 0 1\n{service} {service} 1\n{number} {number} 1\n", 0, 0, "loaded")
    # A map that moves all users.
    expect_mapped("0 100000 65536\n", 100000, UNAVAILABLE, None)


def expect_mapped(users, offset, status, text):
    """Runs a search as OTHER in a user namespace with a map of users, in which root has the number `offset` outside."""
    number = int(run("id", "-u", OTHER))
    reader, writer = os.pipe()
    # The process is root in the namespace only if its user outside is the first one of the map.
    child = subprocess.Popen(
        ["setpriv", "--reuid", str(offset), "--regid", str(offset), "--clear-groups", "unshare", "--user", "sh", "-c",
         f"read line; exec setpriv --reuid {number} --regid {number} --clear-groups env -i HOME=/home/{OTHER} "
         f"{TOOL} find-generic-password -s load -w"],
        stdin=reader, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    os.close(reader)
    own = os.readlink("/proc/self/ns/user")
    wait_until(lambda: os.readlink(f"/proc/{child.pid}/ns/user") != own, "the user namespace")
    for name in ["uid_map", "gid_map"]:
        with open(f"/proc/{child.pid}/{name}", "w") as file:
            file.write(users)
    os.write(writer, b"\n")
    os.close(writer)
    output, errors = child.communicate(timeout=120)
    assert child.returncode == status and (text is None or output == text + "\n"), (users, child.returncode, errors)


def without_visible_users_nobody_is_served():
    """With PrivateUsers=yes every client would be the same user."""
    drop_in("users", "[Service]\nPrivateUsers=yes\n")
    try:
        for user in [PERSON, OTHER]:
            outcome = find("load", user=user)
            assert outcome[0] == UNAVAILABLE, outcome
        assert not os.path.exists("/var/lib/keychaind/65534")
    finally:
        remove_drop_ins()
    expect(find("load", user=OTHER), 0, "loaded")


def a_program_in_a_sandbox_has_a_socket_of_its_own():
    """The commands of the page make the socket and start a program with it."""
    follow(documented("A socket for one application"))
    launch = documented("A socket for one application", 1).replace("anna", PERSON)
    done = subprocess.run(
        ["sh", "-euc", launch], text=True, capture_output=True, timeout=120,
        env={"PATH": f"{os.path.dirname(TOOL)}:/usr/sbin:/usr/bin:/sbin:/bin"})
    assert done.returncode == 0 and "as com.example.chat, with the grade 2" in done.stderr, done
    outside = security("-v", "show-keychain-info")
    assert outside[0] == 0 and "as a program without a manifest, with the grade 1" in outside[2], outside
    refused = subprocess.run(as_user(PERSON, "ls", "/run/keychaind-chat/inside"), text=True, capture_output=True)
    assert refused.returncode != 0 and "Permission denied" in refused.stderr, refused
    follow(documented("A socket for one application", 2))
    # The stop locked the keychain.
    expect(security("unlock-keychain", input="geheim\n"), 0)


def a_credential_is_the_device_key():
    """A new user's keychain is sealed with the credential, and cannot be opened without it."""
    run("useradd", "--create-home", "--uid", "1503", "sealed")
    key = "/etc/credstore.encrypted/latchkey.device-key"
    follow(documented("The device key of the machine"))
    add("sealed", "by the credential", user="sealed")
    assert not os.path.exists("/var/lib/keychaind/1503/device.key")
    run("systemctl", "restart", "keychaind.service")
    expect(find("sealed", user="sealed"), 0, "by the credential")
    # A keychain from before keeps its own key.
    expect(find("load", user=OTHER), 0, "loaded")
    os.rename(key, key + ".away")
    run("systemctl", "restart", "keychaind.service")
    outcome = find("sealed", user="sealed")
    assert outcome[0] == UNAVAILABLE and "device key is missing" in outcome[2], outcome
    os.rename(key + ".away", key)
    run("systemctl", "restart", "keychaind.service")
    expect(find("sealed", user="sealed"), 0, "by the credential")
    os.unlink(key)
    run("systemctl", "restart", "keychaind.service")
    expect(find("load", user=OTHER), 0, "loaded")


def another_version_takes_over():
    """An installation over an installed version keeps the items, the unlocked keys and the configuration."""
    before = daemon()
    path = "/etc/latchkey/service.plist"
    with open(path) as file:
        text = file.read()
    write(path, text.replace("<dict>", "<dict><!-- of the administrator -->"))
    install()
    assert daemon() not in (0, before)
    expect(find("first"), 0, "secret")
    with open(path) as file:
        assert "of the administrator" in file.read()
    # Another socket unit takes effect at once.
    run("sed", "-i", "s/^Backlog=.*/Backlog=7/", "/etc/systemd/system/keychaind.socket")
    run("systemctl", "daemon-reload")
    run("systemctl", "restart", "keychaind.socket")
    assert property_of("keychaind.socket", "Backlog") == "7"
    install()
    assert property_of("keychaind.socket", "Backlog") == "1024"
    expect(find("first"), 0, "secret")


def an_unsafe_prefix_is_refused():
    def refuse(prefix, reason):
        done = subprocess.run(
            [f"{REPOSITORY}/scripts/install-service", KEYCHAIND, prefix], text=True, capture_output=True)
        assert done.returncode == 1 and reason in done.stderr, done
    os.makedirs("/opt/open/inner", exist_ok=True)
    os.chmod("/opt/open", 0o775)
    refuse("/opt/open/inner", "only root may be able to write to /opt/open")
    os.symlink("/opt/open", "/opt/link")
    refuse("/opt/link/inner", "only root may be able to write to /opt/")
    os.chmod("/etc/latchkey/apps", 0o775)
    refuse("/opt", "only root may be able to write to /etc/latchkey/apps")
    os.chmod("/etc/latchkey/apps", 0o755)
    refuse(f"/home/{PERSON}", "only root may be able to write")
    refuse("relative", "a path from the root")
    refuse("/opt/a b", "letters, digits")
    refuse("/opt/a|b", "letters, digits")
    assert not glob.glob("/opt/open/inner/*")


def the_service_is_removed_and_keeps_keychains():
    uninstall()
    for path in [
        "/etc/latchkey/service.plist", "/etc/systemd/system/keychaind.socket", "/etc/systemd/system/keychaind.service",
        "/etc/sysusers.d/keychaind.conf", f"{PREFIX}/libexec/keychaind", "/run/keychaind",
        "/etc/dbus-1/system.d/org.latchkey.keychaind.conf",
        "/etc/systemd/system/sockets.target.wants/keychaind.socket"]:
        assert not os.path.lexists(path), path
    assert property_of("keychaind.service", "LoadState") == "not-found"
    assert not subprocess.run(["pgrep", "-x", "keychaind"], capture_output=True).stdout
    assert os.path.exists(f"/var/lib/keychaind/{run('id', '-u', PERSON)}/keychain.db")
    # The library uses a keychain of its own again.
    expect(find("load", user=OTHER), MISSING)
    run("rm", "-rf", f"/home/{OTHER}/.local")
    install()
    expect(find("load", user=OTHER), 0, "loaded")
    expect(find("first"), LOCKED)
    uninstall()
    uninstall()


CHECKS = [
    a_person_is_not_the_user_of_the_service,
    the_service_is_installed, the_first_request_starts_the_service, the_files_belong_to_the_service,
    the_service_has_no_privileges, the_exposure_is_small, users_are_kept_apart, the_tool_says_how_it_is_known,
    the_system_keychain_can_be_read, a_passcode_is_set, a_restart_keeps_the_keychain_open,
    a_second_restart_without_a_request_keeps_it_open, a_kill_locks_a_keychain_with_a_passcode,
    many_kills_do_not_end_the_service,
    a_restart_of_a_locked_keychain_does_not_open_it, a_stop_locks, a_locked_keychain_stays_locked_after_a_restart,
    no_read_fails_during_restarts, session_unlock_does_not_unlock, sessions_lock_keychains,
    a_flood_of_signals_loses_no_lock, a_restart_locks_the_keychain_of_a_user_without_a_session,
    a_unit_uses_the_keychain_of_its_manifest,
    a_dynamic_user_has_the_keychain_of_its_unit, a_unit_of_a_user_is_no_system_unit,
    a_container_that_binds_the_socket_is_served, a_user_namespace_proves_nothing,
    without_visible_users_nobody_is_served, a_program_in_a_sandbox_has_a_socket_of_its_own,
    a_credential_is_the_device_key, another_version_takes_over,
    an_unsafe_prefix_is_refused, the_service_is_removed_and_keeps_keychains,
]


prepare(SECURITY)
# A user for services, whose home folder does not exist.
run("useradd", "--system", "--home-dir", "/nonexistent", SERVICE)
carry_out(CHECKS)
