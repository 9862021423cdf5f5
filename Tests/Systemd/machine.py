"""What the checks of keychaind under systemd share: programs, users, files, units, and the documentation.

The checks install a service, add users and kill processes, so they run only in the container of scripts/with-systemd.
"""
import glob
import os
import re
import subprocess
import sys
import time

REPOSITORY = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PREFIX = "/usr/local"
TOOL = "/usr/local/bin/security"
# The person is the user of the documentation.
PERSON, OTHER = "anna", "other"
LOCKED = 36  # errSecInteractionNotAllowed (-25308)
UNAVAILABLE = 53  # errSecNotAvailable (-25291)
MISSING = 44  # errSecItemNotFound (-25300)


def run(*words, input="", check=True, **options):
    """Runs a program as root. Returns its output without the last line end."""
    done = subprocess.run(words, input=input, text=True, capture_output=True, timeout=120, **options)
    if check and done.returncode != 0:
        raise AssertionError(f"{' '.join(words)} ended with {done.returncode}: {done.stdout}{done.stderr}")
    return done.stdout.rstrip("\n")


def as_user(user, *words):
    """The words that run a program as a user, with the environment of a login."""
    return [
        "setpriv", "--reuid", user, "--regid", user, "--init-groups", "env", "-i", f"HOME=/home/{user}",
        "PATH=/usr/local/bin:/usr/bin:/bin", *words]


def security(*words, user=PERSON, input=""):
    """Runs the tool. Returns its exit status, its output and its errors."""
    done = subprocess.run(as_user(user, TOOL, *words), input=input, text=True, capture_output=True, timeout=120)
    return done.returncode, done.stdout.rstrip("\n"), done.stderr


def expect(outcome, status, text=None):
    assert outcome[0] == status and (text is None or outcome[1] == text), f"expected {status} {text!r}: {outcome}"


def add(service, secret, user=PERSON):
    expect(security("add-generic-password", "-U", "-a", "a", "-s", service, "-w", secret, user=user), 0)


def find(service, user=PERSON):
    return security("find-generic-password", "-s", service, "-w", user=user)


def property_of(unit, name):
    return run("systemctl", "show", "--property", name, "--value", unit)


def daemon():
    """The number of the process of keychaind; 0 if it does not run."""
    return int(property_of("keychaind.service", "MainPID"))


def wait_until(condition, what):
    for _ in range(300):
        if condition():
            return
        time.sleep(0.05)
    raise AssertionError(f"{what} did not happen within 15 seconds")


def stop():
    run("systemctl", "stop", "keychaind.service")


def write(path, text, mode=0o644):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w") as file:
        file.write(text)
    os.chmod(path, mode)


def manifest(name, recogniser, **lists):
    """Writes a manifest of the administrator."""
    def strings(values):
        return "<array>" + "".join(f"<string>{value}</string>" for value in values) + "</array>"
    key, value = recogniser
    write(
        f"/etc/latchkey/apps/{name}.plist",
        '<?xml version="1.0"?><plist version="1.0"><dict>'
        f"<key>application-identifier</key><string>{name}</string>"
        f"<key>recognised-by</key><array><dict><key>{key}</key><string>{value}</string></dict></array>"
        + "".join(f"<key>{key}</key>{strings(values)}" for key, values in lists.items())
        + "</dict></plist>")


def drop_in(name, text):
    """Adds settings to the unit of keychaind."""
    write(f"/etc/systemd/system/keychaind.service.d/{name}.conf", text)
    run("systemctl", "daemon-reload")
    run("systemctl", "restart", "keychaind.service")


def remove_drop_ins():
    for path in glob.glob("/etc/systemd/system/keychaind.service.d/*"):
        os.unlink(path)
    run("systemctl", "daemon-reload")
    run("systemctl", "restart", "keychaind.service")


def in_unit(unit, *words, properties=(), check=True):
    """Runs a program in a system unit. Returns its output, with its errors."""
    command = ["systemd-run", "--quiet", "--pipe", "--wait", "--collect", f"--unit={unit}"]
    command += [f"--property={value}" for value in properties]
    done = subprocess.run([*command, *words], input="", text=True, capture_output=True, timeout=120)
    assert not check or done.returncode == 0, f"{unit} ended with {done.returncode}: {done.stdout}{done.stderr}"
    return (done.stdout + done.stderr).rstrip("\n")


class Client:
    """A tool that keeps its connection while it reads commands."""

    def __init__(self, user=PERSON):
        self.process = subprocess.Popen(
            as_user(user, TOOL, "-i"), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            text=True, bufsize=1)

    def ask(self, command):
        self.process.stdin.write(command + "\n")
        self.process.stdin.flush()
        return self.process.stdout.readline().rstrip("\n")

    def end(self):
        self.process.stdin.close()
        self.process.wait(timeout=30)


def documented(heading, number=0):
    """A block of commands in docs/service.md."""
    with open(f"{REPOSITORY}/docs/service.md") as file:
        section = file.read().split(f"### {heading}\n", 1)[1].split("\n### ", 1)[0]
    return re.findall(r"```sh\n(.*?)```", section, re.S)[number]


def follow(commands):
    """Runs commands of the documentation in the repository. The container cannot build, so the programs are already built."""
    commands = commands.replace("make ", f"make --old-file=daemon --old-file=agent --old-file=pam-module PREFIX={PREFIX} ")
    run("sh", "-euc", commands, cwd=REPOSITORY)


def install():
    follow(documented("Set-up", 0))


def uninstall():
    follow(documented("Set-up", 2))


def prepare(tool):
    """Installs the tool and adds the users. The container begins with the files of this machine, which may have the
    service or a keychain of root."""
    if not os.path.exists("/latchkey-own-root") or run("systemd-detect-virt", "--container", check=False) != "systemd-nspawn":
        sys.exit(f"{sys.argv[0]}: this program installs a service; run it with scripts/with-systemd")
    run("install", "-D", "-m", "755", tool, TOOL)
    run(f"{REPOSITORY}/scripts/uninstall-service", PREFIX)
    run("rm", "-rf", "/etc/latchkey", "/var/lib/latchkey", "/var/lib/keychaind", "/root/.local/share/latchkey",
        "/root/.local/state/latchkey")
    run("userdel", "keychaind", check=False)
    for number, user in [("1501", PERSON), ("1502", OTHER)]:
        run("useradd", "--create-home", "--uid", number, "--shell", "/bin/sh", user)


RESTART = 133  # The exit status with which a program asks scripts/with-systemd to restart the container.


def carry_out(checks, then=0):
    """Carries out the checks, and prints a line for each. Ends the program with the status `then`, or 1 if one failed."""
    failed = 0
    for check in checks:
        name = check.__name__.replace("_", " ")
        began = time.monotonic()
        try:
            check()
            print(f"ok  {name} ({time.monotonic() - began:.1f} s)", flush=True)
        except Exception as error:
            failed += 1
            print(f"FAILED  {name}: {type(error).__name__}: {error}", flush=True)
    if failed:
        print(run("journalctl", "--unit=keychaind", "--output=short-monotonic", "--no-pager", "--lines=80"))
    print(f"{len(checks) - failed} passed, {failed} failed")
    sys.exit(1 if failed else then)
