"""Asks a Secret Service about items with an access control (GuardedItemTests)."""

import os
import sys
import threading
import time
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from pinentry_answers import *  # noqa: E402,F403
from service_client import *  # noqa: E402,F403


class GuardedTest(unittest.TestCase):
    def setUp(self):
        answer("passcode")
        self.client = Client()
        self.addCleanup(self.client.close)
        if self.client.get(LOGIN, "Collection", "Locked"):
            tool("unlock-keychain", "-p", "passcode")
        self.session = self.client.encrypted()

    def find(self, name):
        unlocked, locked = self.client.search({"service": name, "username": "anna"})
        self.assertEqual(len(unlocked) + len(locked), 1)
        return (unlocked + locked)[0]

    def unlock(self, *items):
        unlocked, prompt = self.client.service("Unlock", "ao", list(items))
        self.assertEqual(unlocked, [])
        return self.client.prompt(prompt)

    def fails(self, name, call, *arguments):
        with self.assertRaises(BusError) as raised:
            call(*arguments)
        self.assertEqual(raised.exception.name, name)

    def looks_locked(self, client, session, item, name):
        self.assertEqual(client.search({"service": name}), ([], [item]))
        values = client.get_all(item, "Item")
        self.assertEqual((values["Locked"], values["Label"], values["Attributes"]), (True, "", {}))
        self.assertEqual(client.secrets(session, [item]), {})
        self.fails("IsLocked", client.secret, session, item)
        self.fails("IsLocked", client.item, item, "Delete")
        self.fails("IsLocked", client.item, item, "SetSecret", "(oayays)", session.wrap(b"x", "text/plain"))
        self.fails("IsLocked", client.set, item, "Item", "Label", "s", "x")

    def test_an_item_looks_locked_in_an_unlocked_collection(self):
        item = self.find("presence")
        self.assertIs(self.client.get(LOGIN, "Collection", "Locked"), False)
        self.looks_locked(self.client, self.session, item, "presence")
        self.assertEqual(questions(), "")

    def test_the_passcode_unlocks_the_item_for_this_connection_alone(self):
        item = self.find("presence")
        with Client() as other:
            session = other.encrypted()
            other.watch()
            with other.recorded() as signals:
                self.assertEqual(self.unlock(item), (False, ("ao", [item])))
                self.assertEqual(self.client.search({"service": "presence"}), ([item], []))
                self.assertEqual(self.client.service("Unlock", "ao", [item]), ([item], "/"))
                values = self.client.get_all(item, "Item")
                self.assertEqual((values["Locked"], values["Label"]), (False, "Label of presence"))
                self.assertEqual(values["Attributes"]["service"], "presence")
                self.assertEqual(self.client.secret(self.session, item)[0], b"secret of presence")
                self.assertEqual(self.client.secrets(self.session, [item]), {item: b"secret of presence"})
                self.client.set(item, "Item", "Label", "s", "A new label")
                self.assertEqual(self.client.get(item, "Item", "Label"), "A new label")
                self.client.set(item, "Item", "Label", "s", "Label of presence")
            self.assertNotIn("presence", repr(signals))
            self.assertNotIn("A new label", repr(signals))
            self.looks_locked(other, session, item, "presence")
        self.assertEqual(questions().count("asks for the passcode"), 1)
        self.assertIn(os.path.realpath(sys.executable), questions())

    def test_one_passcode_unlocks_several_items(self):
        items = [self.find("presence"), self.find("second")]
        self.assertEqual(self.unlock(*items), (False, ("ao", items)))
        self.assertEqual(
            self.client.secrets(self.session, items),
            {items[0]: b"secret of presence", items[1]: b"secret of second"})
        self.assertEqual(questions().count("asks for the passcode"), 1)

    def test_a_locked_collection_and_an_item(self):
        item = self.find("presence")
        tool("lock-keychain")
        answer("passcode", "passcode")
        self.assertEqual(self.unlock(item), (False, ("ao", [item])))
        self.assertEqual(self.client.secret(self.session, item)[0], b"secret of presence")
        self.assertEqual(questions().count("asks for the passcode"), 2)
        self.assertIn("open a protected item", questions())

    def test_an_application_password(self):
        item = self.find("own")
        answer("wrong", "open")
        self.assertEqual(self.unlock(item), (False, ("ao", [item])))
        self.assertEqual(self.client.secret(self.session, item)[0], b"secret of own")
        self.assertEqual(questions().count("asks for the password of its items"), 2)

    def test_a_dismissed_question(self):
        item = self.find("presence")
        answer("-")
        self.assertEqual(self.unlock(item), (True, ("ao", [])))
        self.looks_locked(self.client, self.session, item, "presence")

    def test_locking_the_item_takes_the_permission_away(self):
        item = self.find("presence")
        self.unlock(item)
        self.assertEqual(self.client.service("Lock", "ao", [item]), ([item], "/"))
        answer("passcode")
        unlocked, prompt = self.client.service("Unlock", "ao", [LOGIN])
        self.assertEqual(self.client.prompt(prompt), (False, ("ao", [LOGIN])))
        self.looks_locked(self.client, self.session, item, "presence")

    def test_a_question_holds_nobody_up(self):
        item = self.find("presence")
        answer("waitpasscode")
        _, prompt = self.client.service("Unlock", "ao", [item])
        self.client.send(prompt, SECRET + "Prompt", "Prompt", "s", "")
        while "passcode" not in questions():
            time.sleep(0.01)
        with Client() as other:
            for _ in range(20):
                self.assertEqual(other.search({"service": "presence"}), ([], [item]))
            self.assertEqual(other.service("ReadAlias", "s", "default"), LOGIN)
        threading.Timer(0.2, go_on).start()
        self.assertEqual(self.client.prompt(prompt), (False, ("ao", [item])))


if __name__ == "__main__":
    unittest.main(verbosity=2)
