# Gives a shell its own /etc and /run, in which it can configure, start and stop keychaind. The shell is in a mount namespace
# of its own, and reads this file.
#
# keychaind is the user 990, and the person is the user 12345. The variables are: PLACE, a folder that all users may search;
# PLACES, the folder of this file; KEYCHAIND, the program.
mkdir "$PLACE/memory"
mount -t tmpfs none "$PLACE/memory"
mkdir "$PLACE/memory/upper" "$PLACE/memory/work"
mount -t overlay none -o "lowerdir=/etc,upperdir=$PLACE/memory/upper,workdir=$PLACE/memory/work" /etc
mount -t tmpfs none /run
mkdir -p /etc/latchkey/apps
mkdir /run/keychaind
chmod 755 /etc /etc/latchkey /etc/latchkey/apps /run /run/keychaind
echo 'keychaind:x:990:990::/:/bin/false' >> /etc/passwd
echo "person:x:12345:12345::$PLACE/person:/bin/false" >> /etc/passwd
mkdir -m 700 "$PLACE/state" "$PLACE/person"
: > "$PLACE/log"
chmod 666 "$PLACE/log"
chown 990:990 "$PLACE/state"
chown 12345:12345 "$PLACE/person"
unset LATCHKEY_HOME
export HOME="$PLACE/person"
configure() {
  printf '%s' '<plist version="1.0"><dict><key>user</key><integer>990</integer></dict></plist>' \
    > /etc/latchkey/service.plist
  chmod 644 /etc/latchkey/service.plist
}
start() { daemon=$(/usr/bin/python3 "$PLACES/start-keychaind.py" /run/keychaind/socket "$KEYCHAIND" 990 "$PLACE/state"); }
# Whether a process runs. A process that has ended may wait for some time until its parent asks for its status.
runs() { [ -e "/proc/$1/status" ] && ! grep -q '^State:.*Z' "/proc/$1/status" 2>/dev/null; }
stop() { kill "$daemon"; while runs "$daemon"; do sleep 0.02; done; }
# Ends keychaind before the test removes its folder.
finish() {
  [ -n "$daemon" ] || return 0
  kill "$daemon" 2>/dev/null || :
  wait "$daemon" 2>/dev/null || :
  for _ in $(seq 250); do runs "$daemon" || return 0; sleep 0.02; done
}
trap finish EXIT
daemon=
