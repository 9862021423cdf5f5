"""Asks org.freedesktop.portal.Secret for the secret of this application, and prints it in hexadecimal digits."""

import os
import sys

from jeepney import DBusAddress, MatchRule, new_method_call
from jeepney.bus_messages import message_bus
from jeepney.io.blocking import open_dbus_connection

PORTAL = DBusAddress("/org/freedesktop/portal/desktop", "org.freedesktop.portal.Desktop",
                     "org.freedesktop.portal.Secret")
connection = open_dbus_connection("SESSION", enable_fds=True)
rule = MatchRule(type="signal", interface="org.freedesktop.portal.Request", member="Response")
connection.send_and_get_reply(message_bus.AddMatch(rule))
reader, writer = os.pipe()
with connection.filter(rule) as queue:
    call = new_method_call(PORTAL, "RetrieveSecret", "ha{sv}", (writer, {}))
    reply = connection.send_and_get_reply(call, timeout=20)
    assert reply.header.message_type.name == "method_return", reply.body
    os.close(writer)
    response = connection.recv_until_filtered(queue, timeout=20).body[0]
assert response == 0, response
with os.fdopen(reader, "rb") as file:
    print(file.read().hex())
