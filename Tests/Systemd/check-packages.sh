#!/bin/sh
# Checks the Debian packages: installs, uses, upgrades, removes and purges them.
#
#     sh check-packages.sh FOLDER
#
# FOLDER contains the packages in `debs`, packages of an earlier version in `earlier`, programs in C and Swift, and the
# backend of keyring. The script changes its root file system, so it runs only in the roots that scripts/check-debs makes.
set -eu
folder=$1
[ -d /run/systemd/system ] && has_manager=yes || has_manager=no
packages="keychaind latchkey latchkey-secret-service libpam-latchkey libsecurity-dev libsecurity0 libswift-latchkey-dev"
work=$(mktemp -d)
chmod 755 "$work"
passed=0
export DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8

fail() {
  printf 'check-packages: %s\n' "$*" >&2
  exit 1
}
expect() {
  [ "$2" = "$3" ] || fail "$(printf '%s: expected\n%s\nbut found\n%s' "$1" "$3" "$2")"
  echo "ok  $1"
  passed=$((passed + 1))
}
contains() {
  case $2 in *"$3"*) ;; *) fail "$(printf '%s: %s is not in\n%s' "$1" "$3" "$2")" ;; esac
  echo "ok  $1"
  passed=$((passed + 1))
}
if [ $has_manager = no ]; then
  # Nothing starts a service.
  printf '#!/bin/sh\nexit 101\n' >/usr/sbin/policy-rc.d
  chmod 755 /usr/sbin/policy-rc.d
else
  # debootstrap leaves a file that prevents the start of services.
  rm -f /usr/sbin/policy-rc.d
fi

# The files of the system, and the contents of those in /etc. Accounts stay, and runtime files come and go.
contents() {
  find / -xdev \( -path /proc -o -path /sys -o -path /dev -o -path /run -o -path /tmp -o -path /home \
    -o -path /packages -o -path "$folder" -o -path /var/log -o -path /var/tmp -o -path /var/cache -o -path /var/lib/systemd \
    -o -path /var/lib/keychaind -o -path '/var/lib/dpkg/*-old' -o -path '/var/lib/dpkg/lock*' \
    -o -path /var/lib/dpkg/triggers -o -path /var/lib/dpkg/updates \) -prune -o -print | LC_ALL=C sort
  find /etc -type f ! -name 'passwd*' ! -name 'group*' ! -name 'shadow*' ! -name 'gshadow*' ! -name 'sub[ug]id*' \
    ! -name ld.so.cache ! -name machine-id -exec md5sum {} + | LC_ALL=C sort
  dpkg-statoverride --list || :
  find /var/lib/systemd -path '*deb-systemd*' -type f | LC_ALL=C sort
}
as() {
  user=$1
  shift
  setpriv --reuid "$user" --regid "$user" --init-groups env -i HOME="/home/$user" PATH=/usr/bin:/bin "$@"
}
keychain_of() { printf '/var/lib/keychaind/%s' "$(id -u "$1")"; }
install_from() {
  dpkg -i "$folder/$1"/*.deb >"$work/log" 2>&1 || fail "$(cat "$work/log")"
}

# Runs Python as a user, with the backend of keyring that the repository contains.
python_as() {
  user=$1
  shift
  as "$user" PYTHONPATH="$work/Python" PYTHON_KEYRING_BACKEND=latchkey_keyring.Keyring python3 "$@"
}
cp -R "$folder/Python" "$work/Python"
keychain_files() {
  find /home/anna/.local/share/latchkey /home/anna/.local/state/latchkey \( -name keychain.db -o -name device.key \) \
    -exec sha256sum {} + | LC_ALL=C sort
}

useradd --create-home anna
useradd --create-home ben
contents >"$work/before"

dpkg -i "$folder"/earlier/latchkey_*.deb >/dev/null
printf 'url=https://anna:secret@git.example.com\n' | as anna git-credential-latchkey store
expect "the helper of git stores and finds" \
  "$(printf 'url=https://git.example.com\n' | as anna git-credential-latchkey get)" \
  "$(printf 'username=anna\npassword=secret')"
as anna security add-generic-password -a a -s own -w secret
expect "the tool stores and finds" "$(as anna security find-generic-password -s own -w)" secret
as anna security verify-keychain >/dev/null
[ -e /home/anna/.local/share/latchkey/keychain.db ] || fail "the keychain is not in the home folder"

: >/etc/systemd/system/keychaind.service
said=$(dpkg -i "$folder"/earlier/keychaind_*.deb 2>&1) && fail "keychaind was installed beside a service from the sources"
rm /etc/systemd/system/keychaind.service
contains "a service from the sources is not hidden" "$said" "make uninstall-service"

install_from earlier
expect "no library is missing" "$(
  ldd /usr/bin/security /usr/bin/*latchkey /usr/bin/keychain-agent /usr/libexec/keychaind \
    /usr/libexec/latchkey-secret-service /usr/lib/*/security/pam_latchkey.so \
    /usr/lib/libSecurity.so.0 /usr/lib/libCommonCrypto.so.0 /usr/lib/latchkey/*.so* |
    grep 'not found' || :
)" ""
expect "the agent has its group" "$(stat -c '%U %G %a' /usr/bin/keychain-agent)" "root lk-app-agent 2755"
expect "the user of the service exists" "$(getent passwd keychaind | cut -d: -f6)" /var/lib/keychaind
expect "the folder of the keychains is private" "$(stat -c '%U %a' /var/lib/keychaind)" "keychaind 700"
expect "the service is in force" "$(stat -c '%U %a' /etc/latchkey/service.plist)" "root 644"
export LATCHKEY_HOME="$work/keychain"
expect "a program in C uses items" "$("$folder/items")" ok
expect "a program in C uses CommonCrypto" "$("$folder/common_crypto")" ok
unset LATCHKEY_HOME
expect "no login uses the module yet" "$(grep -l pam_latchkey /etc/pam.d/* || :)" ""
pam-auth-update --enable latchkey
expect "logins use the module" "$(grep -l pam_latchkey /etc/pam.d/common-auth)" /etc/pam.d/common-auth
expect "gnome-keyring keeps its files" "$(dpkg -S /usr/share/dbus-1/services/org.freedesktop.secrets.service)" \
  "gnome-keyring: /usr/share/dbus-1/services/org.freedesktop.secrets.service"

if [ $has_manager = yes ]; then
  expect "the socket is enabled" "$(systemctl is-enabled keychaind.socket)" enabled
  expect "the socket listens" "$(systemctl is-active keychaind.socket)" active
  expect "the agent is enabled" "$(systemctl --global is-enabled keychain-agent.service)" enabled
  contains "the move is named" "$(as anna security find-generic-password -s own -w 2>&1 || :)" move-to-service
  as anna security move-to-service >/dev/null
  expect "a moved keychain is used" "$(as anna security find-generic-password -s own -w)" secret
  as ben security add-generic-password -a b -s own -w "of ben"
  expect "a new user uses keychaind" "$(as ben security find-generic-password -s own -w)" "of ben"
  [ -e "$(keychain_of ben)/keychain.db" ] && [ ! -e /home/ben/.local/share/latchkey/keychain.db ] ||
    fail "the keychain of ben is not in the service"
  printf 'geheim\ngeheim\n' | as ben security set-keychain-password >/dev/null
  expect "users are kept apart" "$(as anna security find-generic-password -s own -w)" secret

  # Nobody has a session here, and keychaind locks the keychain of a user without a session after its restart.
  sed -i 's|</dict>|<key>unlocked-after-logout</key><array><string>ben</string></array></dict>|' /etc/latchkey/service.plist
  # This program runs during the upgrade, with the library of the earlier packages.
  mkfifo "$work/question" "$work/answer"
  python_as ben -c '
import sys, keyring
for line in sys.stdin:
    print(keyring.get_password("own", "b"), flush=True)' <"$work/question" >"$work/answer" &
  exec 3>"$work/question" 4<"$work/answer"
  ask() {
    echo >&3
    read -r answer <&4 || fail "the program ended"
    printf '%s' "$answer"
  }
  expect "a program finds an item before the upgrade" "$(ask)" "of ben"
  expect "the earlier socket is in force" "$(systemctl show --property Backlog --value keychaind.socket)" 7

  process=$(systemctl show --property MainPID --value keychaind.service)
  install_from debs
  [ "$process" != "$(systemctl show --property MainPID --value keychaind.service)" ] ||
    fail "keychaind was not restarted"
  expect "an upgrade keeps the keychain open" "$(as ben security find-generic-password -s own -w)" "of ben"
  expect "a program that runs needs no restart" "$(ask)" "of ben"
  exec 3>&- 4<&-
  expect "the new socket is in force" "$(systemctl show --property Backlog --value keychaind.socket)" 1024
  expect "the new socket listens" "$(systemctl is-active keychaind.socket)" active
else
  mkdir -p "$(keychain_of ben)"
  : >"$(keychain_of ben)/keychain.db"
  install_from debs
fi
expect "every package is of the new version" \
  "$(for package in $packages; do dpkg-query -W -f '${Version}\n' "$package"; done | sort -u)" \
  "$(dpkg-deb -f "$folder"/debs/latchkey_*.deb Version)"
expect "the agent keeps its group" "$(stat -c '%U %G %a' /usr/bin/keychain-agent)" "root lk-app-agent 2755"
expect "logins still use the module" "$(grep -l pam_latchkey /etc/pam.d/common-auth)" /etc/pam.d/common-auth
for program in security git-credential-latchkey docker-credential-latchkey keychain-agent /usr/libexec/keychaind \
  /usr/libexec/latchkey-secret-service; do
  expect "${program##*/} has the version of the package" "$("$program" --version)" \
    "${program##*/} (Latchkey) $(dpkg-deb -f "$folder"/debs/latchkey_*.deb Version)"
done
export LATCHKEY_HOME="$work/keychain"
"$folder/token-store" set anna geheim
expect "a Swift program stores and finds" "$("$folder/token-store" get anna)" geheim
expect "the tool finds what the Swift program stored" \
  "$(security find-generic-password -s com.example.token-store -w)" geheim
printf 'friend\n' | PYTHONPATH=$work/Python PYTHON_KEYRING_BACKEND=latchkey_keyring.Keyring python3 -m keyring set cave ali
expect "keyring stores and finds" \
  "$(PYTHONPATH=$work/Python PYTHON_KEYRING_BACKEND=latchkey_keyring.Keyring python3 -m keyring get cave ali)" friend
expect "the tool finds what keyring stored" "$(security find-generic-password -s cave -a ali -w)" friend
unset LATCHKEY_HOME

if [ $has_manager = yes ]; then
  # The administrator switches to the Secret Service for all users.
  mkdir -p /usr/local/share/dbus-1/services
  ln -s /usr/share/latchkey/dbus-1/services/org.freedesktop.secrets.service /usr/local/share/dbus-1/services/
  # shellcheck disable=SC2016 # The inner shell expands the variables.
  said=$(as ben dbus-run-session -- sh -euc '
    printf "of all" | secret-tool store --label=Mail service all username ben
    security find-generic-password -s all -a ben -w
    security secret-service status')
  contains "a link of the administrator is used" "$said" "latchkey-secret-service (process"
  contains "a program of another user uses the keychain" "$said" "of all"
  rm -r /usr/local/share/dbus-1
fi

as anna security secret-service enable >/dev/null
expect "the unit of the package is used" "$(ls /home/anna/.local/share/systemd/user 2>/dev/null || :)" ""
if [ $has_manager = yes ]; then
  # shellcheck disable=SC2016 # The inner shell expands the variables.
  expect "a program with libsecret uses the keychain" "$(as anna dbus-run-session -- sh -euc '
    printf "of the desktop" | secret-tool store --label=Mail service imap username anna
    security find-generic-password -s imap -a anna -w')" "of the desktop"
fi
if [ $has_manager = yes ]; then
  # The systemd of the user starts the unit, whose restrictions also apply to the pinentry.
  number=$(id -u anna)
  loginctl enable-linger anna
  attempt=0
  until [ -S "/run/user/$number/bus" ]; do
    attempt=$((attempt + 1))
    [ $attempt -lt 200 ] || fail "anna has no session bus"
    sleep 0.1
  done
  in_session() {
    as anna XDG_RUNTIME_DIR="/run/user/$number" DBUS_SESSION_BUS_ADDRESS="unix:path=/run/user/$number/bus" "$@"
  }
  cat >/home/anna/pinentry <<'PINENTRY'
#!/bin/sh
grep NoNewPrivs /proc/self/status | tr -d '[:space:]' >"$(dirname "$0")/restrictions"
echo "OK ready"
while read -r command _; do
  case $command in
    GETPIN) printf 'D passcode\nOK\n' ;;
    BYE) echo OK; exit ;;
    *) echo OK ;;
  esac
done
PINENTRY
  chmod 755 /home/anna/pinentry
  in_session systemctl --user set-environment LATCHKEY_PINENTRY=/home/anna/pinentry
  in_session security secret-service enable >/dev/null
  in_session security create-keychain -p passcode work.keychain
  in_session security list-keychains -s login.keychain work.keychain
  in_session security default-keychain -s work.keychain
  expect "the unit does not run before a program asks" \
    "$(in_session systemctl --user is-active latchkey-secret-service || :)" inactive
  printf 'of the session' | in_session secret-tool store --label=Work service work username anna
  expect "the unit runs" "$(in_session systemctl --user is-active latchkey-secret-service)" active
  contains "the unit's process is the Secret Service" "$(in_session security secret-service status)" \
    "latchkey-secret-service (process $(in_session systemctl --user show --property MainPID --value \
      latchkey-secret-service)) is the Secret Service"
  expect "a program finds a password" "$(in_session secret-tool lookup service work)" "of the session"
  in_session security lock-keychain work.keychain
  expect "a program unlocks a keychain" "$(in_session secret-tool lookup service work)" "of the session"
  expect "the pinentry has the restrictions of the unit" "$(cat /home/anna/restrictions)" NoNewPrivs:1
  in_session security secret-service disable >/dev/null
  in_session systemctl --user stop latchkey-secret-service
  in_session security default-keychain -s login.keychain
  in_session security delete-keychain work.keychain
  rm /home/anna/pinentry /home/anna/restrictions
  loginctl disable-linger anna
  systemctl stop "user@$number"
  as anna security secret-service enable >/dev/null
fi
as anna security secret-service disable >/dev/null

echo '<!-- changed -->' >>/etc/latchkey/service.plist
# shellcheck disable=SC2086 # $packages is a list of names.
said=$(dpkg --remove $packages 2>&1)
contains "a removal says where the keychains are" "$said" "still in /var/lib/keychaind"
expect "the keychain is still there" "$(ls "$(keychain_of ben)/keychain.db")" "$(keychain_of ben)/keychain.db"
expect "no login names the module" "$(grep -l pam_latchkey /etc/pam.d/* || :)" ""
[ ! -e /etc/latchkey/service.plist ] || fail "programs still search for keychaind"
if [ $has_manager = yes ]; then
  expect "the socket is gone" "$(systemctl is-active keychaind.socket || :)" inactive
  [ ! -e /run/keychaind ] || fail "/run/keychaind is left"
fi

install_from debs
contains "the configuration of the administrator is back" "$(cat /etc/latchkey/service.plist)" changed
if [ $has_manager = yes ]; then
  expect "the keychains are back" "$(as anna security find-generic-password -s own -w)" secret
fi

echo '<plist/>' >/etc/latchkey/apps/org.example.plist
files=$(keychain_files)
[ $has_manager = yes ] || contains "anna has a keychain in the home folder" "$files" keychain.db
# shellcheck disable=SC2086 # $packages is a list of names.
said=$(dpkg --purge $packages 2>&1)
contains "a purge says where the keychains are" "$said" "$(keychain_of ben)"
contains "a purge names the command" "$said" delete-user-keychain
expect "a purge removes no keychain" "$(ls "$(keychain_of ben)/keychain.db")" "$(keychain_of ben)/keychain.db"
expect "a purge changes no keychain in a home folder" "$(keychain_files)" "$files"
contains "a purge names the folders of keychains in home folders" "$said" "~/.local/share/latchkey and ~/.local/state/latchkey"
expect "the account stays" "$(getent passwd keychaind | cut -d: -f1)" keychaind
expect "the group of the agent stays" "$(getent group lk-app-agent | cut -d: -f1)" lk-app-agent
expect "a manifest of the administrator stays" "$(cat /etc/latchkey/apps/org.example.plist)" '<plist/>'
rm -r /etc/latchkey
contents >"$work/after"
expect "nothing else stays" "$(diff "$work/before" "$work/after")" ""
if [ $has_manager = no ]; then
  dpkg -i "$folder"/debs/latchkey_*.deb >/dev/null
  expect "the keychain in the home folder is used again" "$(as anna security find-generic-password -s own -w)" secret
fi

install_from debs
if [ $has_manager = yes ]; then
  for user in anna ben; do security delete-user-keychain -f -u $user >/dev/null; done
else
  rm -r "$(keychain_of ben)"
fi
# shellcheck disable=SC2086 # $packages is a list of names.
said=$(dpkg --purge $packages 2>&1)
case $said in *delete-user-keychain*) fail "the purge names keychains, but there are none: $said" ;; esac
[ ! -e /var/lib/keychaind ] || fail "/var/lib/keychaind is left: $(ls -la /var/lib/keychaind)"
contents >"$work/after"
expect "nothing stays" "$(diff "$work/before" "$work/after")" ""
echo "$passed passed, 0 failed"
