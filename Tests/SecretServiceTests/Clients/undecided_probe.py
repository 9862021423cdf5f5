"""Asks a Secret Service that asks the person about each program (latchkey-secret-service --ask), as a program that the
person has not allowed. The login keychain has the password `passcode`."""

import os
import subprocess
import sys
import time
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from pinentry_answers import *  # noqa: E402,F403
from service_client import *  # noqa: E402,F403

PORTAL = "org.freedesktop.portal.Desktop"


class UndecidedTest(ClientTest):
    def setUp(self):
        tool("unlock-keychain", "-p", "passcode")
        super().setUp()
        self.assertIs(self.client.get(LOGIN, "Collection", "Locked"), True)

    def is_locked(self):
        """Whether the login keychain is locked."""
        answer("-")
        return tool("find-generic-password", "-s", "web", "-w", check=False) == ""

    def test_every_program_can_lock(self):
        tool("add-generic-password", "-s", "web", "-a", "anna", "-w", "secret", "-U")
        self.assertIs(self.is_locked(), False)
        self.assertEqual(self.client.service("Lock", "ao", [LOGIN]), ([LOGIN], "/"))
        self.assertIs(self.is_locked(), True)
        tool("unlock-keychain", "-p", "passcode")
        self.client.service("LockService")
        self.assertIs(self.is_locked(), True)

    def test_aliases_stay(self):
        self.fails("AccessDenied", self.client.service, "SetAlias", "so", "default", SESSION)
        self.fails("AccessDenied", self.client.service, "SetAlias", "so", "mine", LOGIN)

    def retrieve(self, connection, application):
        ends = os.pipe()
        call = new_method_call(
            DBusAddress("/org/freedesktop/portal/desktop", NAME, "org.freedesktop.impl.portal.Secret"),
            "RetrieveSecret", "osha{sv}", ("/org/freedesktop/portal/desktop/request/1", application, ends[1], {}))
        reply = connection.send_and_get_reply(call)
        os.close(ends[1])
        with os.fdopen(ends[0], "rb") as pipe:
            if reply.header.message_type == MessageType.error:
                raise BusError(reply.header.fields[4], "")
            return reply.body[0], pipe.read()

    def test_only_the_portal_asks_for_applications(self):
        application = "org.example.Sandboxed"
        with open_dbus_connection("SESSION", enable_fds=True) as connection:
            self.fails("AccessDenied", self.retrieve, connection, application)
            connection.send_and_get_reply(message_bus.RequestName(PORTAL))
            response, secret = self.retrieve(connection, application)
            self.assertEqual((response, len(secret)), (0, 64))
            # The secret stays the same when another keychain becomes the default one.
            tool("create-keychain", "-p", "passcode", "other.keychain")
            tool("list-keychains", "-s", "login.keychain", "other.keychain")
            tool("default-keychain", "-s", "other.keychain")
            try:
                self.assertEqual(self.retrieve(connection, application), (0, secret))
                self.client.service("Lock", "ao", [LOGIN])
                self.assertEqual(self.retrieve(connection, application), (2, b""))
                self.assertEqual(self.retrieve(connection, "org.example.New")[0], 0)
            finally:
                tool("default-keychain", "-s", "login.keychain")
                tool("delete-keychain", "other.keychain")

    def as_unknown_program(self, asks):
        """Reads a secret from a connection whose process has ended. Returns the secret, or the name of the error."""
        reading, writing = os.pipe()
        if os.fork() == 0:
            os.close(reading)
            client = Client()
            if os.fork():
                os._exit(0)
            result = b"broken"
            try:
                time.sleep(0.3)
                found, locked = client.search({"service": "web"})
                if asks:
                    _, prompt = client.service("Unlock", "ao", locked)
                    client.prompt(prompt)
                result = client.secret(client.plain(), (found + locked)[0])[0]
            except BusError as error:
                result = error.name.encode()
            finally:
                os.write(writing, result)
                os._exit(0)
        os.close(writing)
        os.wait()
        with os.fdopen(reading, "rb") as pipe:
            return pipe.read()

    def test_a_program_without_a_path_is_no_other_program(self):
        tool("add-generic-password", "-s", "web", "-a", "anna", "-w", "secret", "-U")
        answer("yes")
        self.assertEqual(self.as_unknown_program(False), b"IsLocked")
        self.assertEqual(self.as_unknown_program(True), b"secret")
        self.assertIn("(unknown)", questions())
        self.assertEqual(self.as_unknown_program(False), b"IsLocked")

    def test_a_wrong_passcode_is_no_consent(self):
        tool("lock-keychain")
        answer("waitwrong", "-")
        _, prompt = self.client.service("Unlock", "ao", [LOGIN])
        queue = []
        with self.client.connection.filter(MatchRule(type="signal", path=prompt), queue=mark_queue(queue)):
            self.client.send(prompt, SECRET + "Prompt", "Prompt", "s", "")
            while "passcode" not in questions():
                time.sleep(0.01)
            tool("unlock-keychain", "-p", "passcode")
            go_on()
            while not queue:
                self.client.connection.recv_messages(timeout=30)
        self.assertEqual(queue[0].body, (True, ("ao", [])))
        self.assertIn("asks to use the keychain", questions())

    def test_what_an_undecided_program_learns_from_signals(self):
        tool("add-generic-password", "-s", "web", "-a", "anna", "-w", "secret", "-U")
        self.client.service("Lock", "ao", [LOGIN])
        self.client.watch()
        answer("waitpasscode")
        with self.client.recorded() as signals:
            lookup = subprocess.Popen(["secret-tool", "lookup", "service", "web"], stdout=subprocess.PIPE)
            while "passcode" not in questions():
                time.sleep(0.01)
            # This program, which is not allowed, makes the last call before the question ends.
            self.client.service("ReadAlias", "s", "none")
            go_on()
            self.assertEqual(lookup.communicate()[0], b"secret")
        states = [body[1]["Locked"] for path, name, body in signals if (path, name) == (LOGIN, "PropertiesChanged")]
        self.assertEqual(states, [("b", False)])
        with self.client.recorded() as signals:
            for secret in [b"one", b"two"]:
                subprocess.run(["secret-tool", "store", "--label=Private", "card", "4111"], input=secret, check=True)
        self.assertIn("ItemCreated", [name for _, name, _ in signals])
        self.assertIn("ItemChanged", [name for _, name, _ in signals])
        self.assertNotIn("Private", repr(signals))
        self.assertNotIn("4111", repr(signals))


if __name__ == "__main__":
    unittest.main(verbosity=2)
