# Adds keychain-agent, a pinentry and a keychain with the passcode "passcode" to the environment of daemon-machine.sh. A shell
# reads this file after the applications were made, and can call the functions below.
#
# The pinentry writes into the folder $SEEN what it sees: `environment`, `status`, `commands` and `started`. It gives the
# passcode in the file `answer`, and none while the file `hang` exists.
SEEN="$PLACE/person/seen"
mkdir -m 777 "$SEEN"
echo passcode > "$SEEN/answer"
chmod 666 "$SEEN/answer"
cat > /run/app/pinentry <<END
#!/bin/sh
seen='$SEEN'
END
cat >> /run/app/pinentry <<'END'
tr '\0' '\n' < /proc/$$/environ | sort > "$seen/environment"
grep -E '^(Gid|Groups|NoNewPrivs):' /proc/$$/status | tr '\t' ' ' > "$seen/status"
echo $$ >> "$seen/started"
echo OK
while read -r command rest; do
  echo "$command $rest" >> "$seen/commands"
  case $command in
    GETPIN)
      while [ -e "$seen/hang" ]; do sleep 0.05; done
      printf 'D %s\nOK\n' "$(cat "$seen/answer")"
      ;;
    BYE) echo OK; exit ;;
    *) echo OK ;;
  esac
done
END
chmod 755 /run/app/pinentry
# agent_setting PATH: writes the configuration of the agents with a pinentry.
agent_setting() {
  printf '%s' "<plist version=\"1.0\"><dict><key>pinentry</key><string>$1</string></dict></plist>" > /etc/latchkey/agent.plist
  chmod 644 /etc/latchkey/agent.plist
}
agent_setting /run/app/pinentry
echo 'lk-app-agent:x:992:' >> /etc/group
cp "$SOURCE/Units/org.latchkey.keychain-agent.plist" /etc/latchkey/apps
chmod 644 /etc/latchkey/apps/org.latchkey.keychain-agent.plist
cp "$BUILT/keychain-agent" /run/app/keychain-agent
chown root:lk-app-agent /run/app/keychain-agent
chmod 2755 /run/app/keychain-agent
configure
start
as_person "$SECURITY" set-keychain-password -p passcode
as_person "$SECURITY" lock-keychain
agent=
# start_agent [VARIABLE=VALUE ...]: starts keychain-agent for windows, and waits until it is registered.
start_agent() {
  setpriv --reuid 12345 --regid 12345 --clear-groups env -i DISPLAY=:7 "$@" /run/app/keychain-agent 2>> "$PLACE/log" &
  agent=$!
  await_agent
}
# An agent that is registered has a thread for its questions.
await_agent() {
  for _ in $(seq 200); do
    [ "$(ls "/proc/$agent/task" 2>/dev/null | wc -l)" -lt 3 ] || return 0
    sleep 0.05
  done
  echo "keychain-agent is not registered" >&2
  cat "$PLACE/log" >&2
  exit 1
}
# await FILE: waits until a file exists and is not empty.
await() {
  for _ in $(seq 200); do [ ! -s "$1" ] || return 0; sleep 0.05; done
  echo "$1 is missing" >&2
  exit 1
}
finish_agent() {
  [ -z "$agent" ] || kill -CONT "$agent" 2>/dev/null || :
  [ -z "$agent" ] || kill -KILL "$agent" 2>/dev/null || :
  finish
}
trap finish_agent EXIT
