"""A KWallet for tests: the methods of org.kde.KWallet that read a wallet."""

import struct

import dbus
import dbus.mainloop.glib
import dbus.service
from gi.repository import GLib

dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
bus = dbus.SessionBus()
name = dbus.service.BusName("org.kde.kwalletd5", bus)
INTERFACE = "org.kde.KWallet"


def text(string):
    encoded = string.encode("utf-16-be")
    return struct.pack(">I", len(encoded)) + encoded


MAP = struct.pack(">I", 2) + text("login") + text("änna 🗝") + text("password") + struct.pack(">I", 0xFFFFFFFF)
FOLDERS = {
    "Passwords": {"mail": (1, "größe"), "bytes": (2, b"\0\xff\n"), "form": (3, MAP)},
    "Form Data": {},
    "Broken": {"map": (3, MAP[:-1]), "unknown": (7, b"")},
}


class Wallet(dbus.service.Object):
    @dbus.service.method(INTERFACE, "", "as")
    def wallets(self):
        return ["kdewallet", "closed"]

    @dbus.service.method(INTERFACE, "sxs", "i")
    def open(self, wallet, window, application):
        return 42 if wallet == "kdewallet" else -1

    @dbus.service.method(INTERFACE, "is", "as")
    def folderList(self, handle, application):
        return dbus.Array(FOLDERS, signature="s")

    @dbus.service.method(INTERFACE, "iss", "as")
    def entryList(self, handle, folder, application):
        return dbus.Array(FOLDERS[folder], signature="s")

    @dbus.service.method(INTERFACE, "isss", "i")
    def entryType(self, handle, folder, entry, application):
        return FOLDERS[folder][entry][0]

    @dbus.service.method(INTERFACE, "isss", "s")
    def readPassword(self, handle, folder, entry, application):
        return FOLDERS[folder][entry][1]

    @dbus.service.method(INTERFACE, "isss", "ay")
    def readEntry(self, handle, folder, entry, application):
        return dbus.ByteArray(FOLDERS[folder][entry][1])

    @dbus.service.method(INTERFACE, "isss", "ay")
    def readMap(self, handle, folder, entry, application):
        return dbus.ByteArray(FOLDERS[folder][entry][1])


wallet = Wallet(bus, "/modules/kwalletd5")
GLib.MainLoop().run()
