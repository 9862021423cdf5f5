#!/bin/sh
# Checks that keychaind is not installed if the user `keychaind` is a person.
#
#     sh check-account.sh FOLDER
#
# FOLDER contains the packages in `debs`. The script changes its root file system, so it runs only in the roots that
# scripts/check-debs makes.
set -eu
folder=$1
export DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8
fail() {
  printf 'check-account: %s\n' "$*" >&2
  exit 1
}
useradd -u 1600 keychaind
if said=$(dpkg -i "$folder"/debs/latchkey_*.deb "$folder"/debs/keychaind_*.deb 2>&1); then
  fail "keychaind was installed: $said"
fi
case $said in *"the user keychaind (1600) is no system user"*) ;; *) fail "the reason is not named: $said" ;; esac
[ ! -e /etc/latchkey/service.plist ] || fail "programs use keychaind"
echo "ok  an account of a person is refused"
