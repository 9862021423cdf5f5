# Starts keychain-agent in the environment of scripts/with-keychaind. Its pinentry is pinentry.sh. A shell reads this file;
# AGENT is the built program. The variable agent is the process.
#
# The loader ignores $ORIGIN for a program with the set-group-ID bit, so it finds the Swift libraries in its cache.
libraries=$(ldd "$AGENT" | sed -n 's/^.*libswiftCore.so => \(.*\)\/libswiftCore.so .*/\1/p')
mkdir /run/lib /run/agent
mount --bind "$libraries" /run/lib
[ ! -d /var/cache/ldconfig ] || mount -t tmpfs none /var/cache/ldconfig
echo /run/lib >/etc/ld.so.conf.d/latchkey-test.conf
ldconfig
echo 'lk-app-agent:x:992:' >>/etc/group
cp "$CLIENTS/../../../Units/org.latchkey.keychain-agent.plist" /etc/latchkey/apps
chmod 644 /etc/latchkey/apps/org.latchkey.keychain-agent.plist
printf '%s' "<plist version=\"1.0\"><dict><key>pinentry</key><string>$LATCHKEY_PINENTRY</string></dict></plist>" \
  >/etc/latchkey/agent.plist
chmod 644 /etc/latchkey/agent.plist
cp "$AGENT" /run/agent/keychain-agent
chown root:lk-app-agent /run/agent/keychain-agent
chmod 2755 /run/agent/keychain-agent
agent=
trap 'kill $agent 2>/dev/null' EXIT
# An agent that is registered has a thread for its questions. keychaind may not have read the new manifest yet, and then the
# agent ends.
attempt=0
until [ -n "$agent" ] && [ "$(ls "/proc/$agent/task" 2>/dev/null | wc -l)" -ge 3 ]; do
  if [ -z "$agent" ] || ! kill -0 "$agent" 2>/dev/null; then
    env -i DISPLAY=:7 /run/agent/keychain-agent &
    agent=$!
  fi
  attempt=$((attempt + 1))
  [ $attempt -lt 200 ] || {
    echo "keychain-agent is not registered" >&2
    exit 1
  }
  sleep 0.05
done
