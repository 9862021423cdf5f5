"""Watches items with libsecret while another connection locks and unlocks their collection.

libsecret reads the properties of an item once, and trusts the signals. The login keychain has the password `passcode`.
"""

import os
import sys
import time
import unittest

import gi

gi.require_version("Secret", "1")
from gi.repository import GLib, Secret  # noqa: E402

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from pinentry_answers import *  # noqa: E402,F403
from service_client import *  # noqa: E402,F403

UNLOCKED = (False, "Label", {"service": "watched", "xdg:schema": "org.example.Watched"})
LOCKED = (True, "", {})


class LibsecretTest(ClientTest):
    def setUp(self):
        super().setUp()
        answer("passcode")
        self.unlock()
        self.item = self.client.create(self.client.plain(), UNLOCKED[2], b"secret", label="Label", replace=True)

    def lock(self):
        self.assertEqual(self.client.service("Lock", "ao", [LOGIN]), ([LOGIN], "/"))

    def unlock(self):
        _, prompt = self.client.service("Unlock", "ao", [LOGIN])
        if prompt != "/":
            self.assertEqual(self.client.prompt(prompt)[0], False)

    def load(self):
        """The collection and the item, with all properties."""
        service = Secret.Service.open_sync(Secret.Service, None, Secret.ServiceFlags.LOAD_COLLECTIONS, None)
        collections = [one for one in service.get_collections() if one.get_object_path() == LOGIN]
        collections[0].load_items_sync(None)
        items = [one for one in collections[0].get_items() if one.get_object_path() == self.item]
        return service, collections[0], items[0]

    def expect(self, collection, item, wanted):
        """Runs the main loop until libsecret knows the state of the item and of its collection."""
        context, end = GLib.MainContext.default(), time.monotonic() + 20
        while True:
            state = (item.get_locked(), item.get_label(), item.get_attributes())
            if (state, collection.get_locked()) == (wanted, wanted[0]):
                return
            self.assertLess(time.monotonic(), end, state)
            if not context.iteration(False):
                time.sleep(0.01)

    def test_items_that_were_loaded_while_locked(self):
        self.lock()
        service, collection, item = self.load()
        self.expect(collection, item, LOCKED)
        self.unlock()
        self.expect(collection, item, UNLOCKED)
        self.lock()
        self.expect(collection, item, LOCKED)

    def test_items_that_were_loaded_while_unlocked(self):
        service, collection, item = self.load()
        self.expect(collection, item, UNLOCKED)
        self.lock()
        self.expect(collection, item, LOCKED)
        self.unlock()
        self.expect(collection, item, UNLOCKED)

    def test_a_lock_by_the_tool(self):
        service, collection, item = self.load()
        self.expect(collection, item, UNLOCKED)
        tool("lock-keychain")
        self.expect(collection, item, LOCKED)
        tool("unlock-keychain", "-p", "passcode")
        self.expect(collection, item, UNLOCKED)


if __name__ == "__main__":
    unittest.main(verbosity=2)
