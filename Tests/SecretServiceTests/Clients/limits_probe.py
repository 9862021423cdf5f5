"""Asks a running Secret Service for more than fits into a message, and keeps it busy. The login keychain has no password."""

import glob
import os
import signal
import subprocess
import sys
import time
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from pinentry_answers import *  # noqa: E402,F403
from service_client import *  # noqa: E402,F403

MIB = 1 << 20


class Sizes(ClientTest):
    def test_a_reply_that_the_bus_cannot_deliver_is_refused(self):
        session, encrypted = self.client.plain(), self.client.encrypted()
        whole = self.client.create(session, {"size": "64"}, bytes(64 * MIB))
        self.addCleanup(self.client.item, whole, "Delete")
        # The bytes of the secret fit into an array. They do not with the padding, nor in the array of secrets.
        self.assertEqual(len(self.client.secret(session, whole)[0]), 64 * MIB)
        self.fails("LimitsExceeded", self.client.secret, encrypted, whole)
        self.fails("LimitsExceeded", self.client.secrets, session, [whole])
        part = self.client.create(session, {"size": "23"}, bytes(23 * MIB))
        self.addCleanup(self.client.item, part, "Delete")
        spelled = [part, DEFAULT + part[len(LOGIN):], PATH + "/aliases/login" + part[len(LOGIN):]]
        self.fails("LimitsExceeded", self.client.secrets, session, spelled)
        self.assertEqual(set(self.client.secrets(session, spelled[:2])), set(spelled[:2]))


class Replacing(ClientTest):
    def create(self, attributes, secret):
        item = self.client.create(self.client.plain(), attributes, secret, replace=True)
        self.addCleanup(self.remove, item)
        return item

    def remove(self, item):
        try:
            self.client.item(item, "Delete")
        except BusError:
            pass

    def test_what_is_not_shown_is_not_replaced(self):
        bytes_tool = [os.environ["SECURITY_TOOL"], "add-generic-password", "-s", "hidden"]
        subprocess.run([*bytes_tool, "-a", b"\xff\xfe", "-w", "account"], check=True)
        for attributes in [("-t", "form"), ("-r", "zzzz")]:
            tool("add-internet-password", "-s", "hidden.example", "-a", "anna", *attributes, "-w", "internet")
        tool("add-generic-password", "-s", "", "-a", "", "-l", "nothing", "-w", "nothing")
        before = self.client.secrets(self.client.plain(), self.client.search({})[0])
        self.assertEqual(sorted(before.values()), [b"account", b"internet", b"internet", b"nothing"])
        for attributes in [
            {"service": "hidden"}, {"server": "hidden.example", "user": "anna"}, {},
            {"xdg:schema": "org.freedesktop.Secret.Generic"},
        ]:
            item = self.create(attributes, b"new")
            self.assertNotIn(item, before)
            self.assertEqual(self.create(attributes, b"newer"), item)
        self.assertEqual(self.client.secrets(self.client.plain(), list(before)), before)
        for item in before:
            self.remove(item)


class Unusable(ClientTest):
    def test_a_keychain_that_is_gone_holds_up_no_other(self):
        answer("pw")
        made = []
        for label in ["gone", "present"]:
            _, prompt = self.client.service("CreateCollection", "a{sv}s", {SECRET + "Collection.Label": ("s", label)}, "")
            made.append(self.client.prompt(prompt)[1][1])
        session = self.client.plain()
        items = [self.client.create(session, {"in": str(number)}, b"x", path=path) for number, path in enumerate(made)]
        present = made[1]
        folder = os.environ["LATCHKEY_HOME"] + "/keychains/"
        for path in glob.glob(folder + "*gone.keychain-db*") + glob.glob(folder + ".*gone*"):
            os.rename(path, path + ".away")
        self.assertEqual(self.client.secrets(session, items), {items[1]: b"x"})
        self.assertEqual(self.client.service("Lock", "ao", made), ([present], "/"))
        self.assertIs(self.client.get(present, "Collection", "Locked"), True)
        unlocked, prompt = self.client.service("Unlock", "ao", made)
        self.assertEqual((unlocked, self.client.prompt(prompt)), ([], (False, ("ao", [present]))))
        with self.assertRaises(BusError):
            self.client.service("LockService")
        self.assertIs(self.client.get(present, "Collection", "Locked"), True)


class Load(ClientTest):
    def test_a_call_with_many_paths_is_answered_soon(self):
        alias = PATH + "/aliases/default"
        start = time.monotonic()
        self.client.service("Lock", "ao", [alias] * 3000)
        self.client.service("Unlock", "ao", [alias + "/" + "0" * 32] * 3000)
        missing = [(LOGIN if number % 2 else SESSION) + "/%032x" % number for number in range(6000)]
        self.assertEqual(self.client.secrets(self.client.plain(), missing), {})
        self.assertLess(time.monotonic() - start, 5)
        for member in ["Lock", "Unlock"]:
            self.fails("LimitsExceeded", self.client.service, member, "ao", [alias] * 20000)

    def test_descriptors_that_nobody_reads_do_not_end_the_service(self):
        """The service receives the messages with descriptors while it waits for the bus."""
        with open("/proc/%s/limits" % os.environ["SECRET_SERVICE_PROCESS"]) as file:
            limits = next(line.split() for line in file if line.startswith("Max open files"))
        self.assertEqual(limits[3], limits[4])


class Ending(ClientTest):
    """It ends the service, so it is the last class."""

    def test_calls_without_a_pause_delay_neither_a_question_nor_the_end(self):
        # Each call takes the service some time, and the next calls wait already.
        code = (
            "from service_client import *\n"
            "arguments = ('sv', (ENCRYPTED, ('ay', b'\\2')))\n"
            "call = new_method_call(DBusAddress(PATH, NAME, SECRET + 'Service'), 'OpenSession', *arguments)\n"
            "client, number = Client(), 1000\n"
            "for _ in range(50):\n"
            "    number += 1\n"
            "    client.connection.sock.sendall(call.serialise(serial=number))\n"
            "while True:\n"
            "    client.connection.receive()\n"
            "    number += 1\n"
            "    client.connection.sock.sendall(call.serialise(serial=number))\n")
        flood = [subprocess.Popen([sys.executable, "-c", code], env={
            **os.environ, "PYTHONPATH": os.path.dirname(os.path.abspath(__file__))}) for _ in range(2)]
        try:
            time.sleep(0.5)
            answer("pw")
            _, prompt = self.client.service("CreateCollection", "a{sv}s", {SECRET + "Collection.Label": ("s", "w")}, "")
            self.assertIs(self.client.prompt(prompt, timeout=20)[0], False)
            process = int(os.environ["SECRET_SERVICE_PROCESS"])
            os.kill(process, signal.SIGTERM)
            for _ in range(100):
                try:
                    with open(f"/proc/{process}/stat") as file:
                        if file.read().rsplit(")", 1)[1].split()[0] == "Z":
                            break
                except FileNotFoundError:
                    break
                time.sleep(0.1)
            else:
                self.fail("the service has not ended")
        finally:
            for one in flood:
                one.kill()
                one.wait()


if __name__ == "__main__":
    unittest.main(verbosity=2)
