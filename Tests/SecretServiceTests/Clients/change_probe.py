"""Checks the signals of a Secret Service about changes that another process makes with the tool."""

import os
import sys
import time
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from pinentry_answers import *  # noqa: E402,F403
from service_client import *  # noqa: E402,F403


class ChangeTest(unittest.TestCase):
    def setUp(self):
        self.client = Client()
        self.addCleanup(self.client.close)
        self.client.watch()
        # The service knows the items after its first listing, and reports what changes later.
        self.sync()

    def collect(self, is_complete, timeout=20):
        """Collects the signals until a condition is true."""
        queue, end = [], time.monotonic() + timeout
        with self.client.connection.filter(MatchRule(type="signal"), queue=mark_queue(queue)):
            while not is_complete(self.signals(queue)):
                left = end - time.monotonic()
                self.assertGreater(left, 0, f"only {self.signals(queue)}")
                try:
                    self.client.connection.recv_messages(timeout=left)
                except TimeoutError:
                    pass
        return self.signals(queue)

    @staticmethod
    def signals(queue):
        return [(message.header.fields[3], message.body) for message in queue
                if message.header.fields[1].startswith(PATH)]

    def sync(self):
        """Waits until the service reports an item that the tool adds."""
        for number in range(50):
            name = f"sync{number}"
            tool("add-generic-password", "-s", name, "-a", "x", "-w", "x")
            try:
                self.collect(lambda signals: any(member == "ItemCreated" for member, _ in signals), 1)
                break
            except AssertionError:
                continue
            finally:
                tool("delete-generic-password", "-s", name)
        self.collect(lambda signals: any(member == "ItemDeleted" for member, _ in signals))

    def test_an_item_comes_changes_and_goes(self):
        tool("add-generic-password", "-s", "web", "-a", "anna", "-l", "First", "-w", "one")
        signals = self.collect(lambda signals: len(signals) >= 1)
        self.assertEqual([member for member, _ in signals], ["ItemCreated"])
        item = self.client.search({"service": "web"})[0][0]
        self.assertEqual(signals[0][1], (item,))
        tool("add-generic-password", "-U", "-s", "web", "-a", "anna", "-l", "Second", "-w", "two")
        signals = self.collect(lambda signals: len(signals) >= 2)
        self.assertEqual([member for member, _ in signals], ["ItemChanged", "PropertiesChanged"])
        self.assertEqual(signals[0][1], (item,))
        self.assertEqual(signals[1][1][1]["Label"], ("s", "Second"))
        tool("delete-generic-password", "-s", "web")
        signals = self.collect(lambda signals: len(signals) >= 1)
        self.assertEqual(signals, [("ItemDeleted", (item,))])

    def test_the_changes_of_clients_are_reported_once(self):
        session = self.client.plain()
        queue = []
        with self.client.connection.filter(MatchRule(type="signal"), queue=mark_queue(queue)):
            item = self.client.create(session, {"own": "1"}, b"one")
            self.client.item(item, "SetSecret", "(oayays)", session.wrap(b"two", "text/plain"))
            self.client.set(item, "Item", "Label", "s", "Own")
            other = self.client.create(session, {"own": "2"}, b"one")
            self.client.item(other, "Delete")
            # The listing after this change contains the changes before it.
            tool("add-generic-password", "-s", "last", "-a", "x", "-w", "x")
            last = self.client.search({"service": "last"})[0][0]
            end = time.monotonic() + 20
            while ("ItemCreated", (last,)) not in self.signals(queue):
                self.client.connection.recv_messages(timeout=max(0.01, end - time.monotonic()))
        members = [(member, body) for member, body in self.signals(queue) if member != "PropertiesChanged"]
        self.assertEqual(members, [
            ("ItemCreated", (item,)), ("ItemChanged", (item,)), ("ItemCreated", (other,)), ("ItemDeleted", (other,)),
            ("ItemCreated", (last,))])
        self.client.item(item, "Delete")
        tool("delete-generic-password", "-s", "last")

    def test_many_changes_and_another_keychain(self):
        tool("create-keychain", "-p", "x", "office.keychain")
        listed = [line.strip().strip('"') for line in tool("list-keychains", "-d", "user").splitlines()]
        tool("list-keychains", "-d", "user", "-s", *listed, "office.keychain")
        # The next search finds the new keychain.
        while not any("office" in one for one in self.client.get(PATH, "Service", "Collections")):
            time.sleep(0.05)
        self.client.search({"service": "none"})
        for attempt in range(20):
            tool("add-generic-password", "-s", f"there{attempt}", "-a", "x", "-w", "x", "office.keychain")
            try:
                self.collect(lambda signals: any(
                    member == "ItemCreated" and "/office/" in body[0] for member, body in signals), 1)
                break
            except AssertionError:
                continue
        else:
            self.fail("no signal of the other keychain")

    def test_a_lock_of_the_tool_is_reported(self):
        tool("create-keychain", "-p", "x", "locking.keychain")
        listed = [line.strip().strip('"') for line in tool("list-keychains", "-d", "user").splitlines()]
        tool("list-keychains", "-d", "user", "-s", *listed, "locking.keychain")
        collection = PATH + "/collection/locking"
        while collection not in self.client.get(PATH, "Service", "Collections"):
            time.sleep(0.05)
        # The service watches the keychain when it has reported an item of it.
        for attempt in range(20):
            self.client.search({"service": "none"})
            tool("add-generic-password", "-s", f"locking{attempt}", "-a", "x", "-w", "x", "locking.keychain")
            try:
                self.collect(lambda signals: any(
                    member == "ItemCreated" and body[0].startswith(collection) for member, body in signals), 1)
                break
            except AssertionError:
                continue
        else:
            self.fail("no signal of the keychain")
        items = self.client.get(collection, "Collection", "Items")
        for command, is_locked in [(["lock-keychain"], True), (["unlock-keychain", "-p", "x"], False)]:
            tool(*command, "locking.keychain")
            signals = self.collect(lambda signals: len(signals) >= 2 * len(items) + 2)
            count = len(items)
            self.assertEqual({signal for signal in signals[:count]}, {("ItemChanged", (item,)) for item in items})
            self.assertEqual(signals[count], ("CollectionChanged", (collection,)))
            member, (interface, values, _) = signals[count + 1]
            self.assertEqual((member, interface), ("PropertiesChanged", SECRET + "Collection"))
            self.assertEqual(values["Locked"], ("b", is_locked))
            for member, (interface, values, _) in signals[count + 2:]:
                self.assertEqual((member, interface, values), (
                    "PropertiesChanged", SECRET + "Item", {"Locked": ("b", is_locked)}))
            self.assertEqual(len(signals), 2 * count + 2)


if __name__ == "__main__":
    unittest.main(verbosity=2)
