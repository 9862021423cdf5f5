#!/bin/sh
# Runs the commands that README names for the installation and for a first secret.
#
#     sh check-first-secret.sh FOLDER
#
# FOLDER contains the packages in `debs`, and the commands in `commands`. The commands with sudo are run as root, and the
# others as a new user. The script changes its root file system, so it runs only in the roots that scripts/check-apt uses.
set -eu
folder=$1
export DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8
fail() {
  printf 'check-first-secret: %s\n' "$*" >&2
  exit 1
}
! command -v swift || fail "this Debian has Swift"
useradd --create-home anna
cd "$folder/debs"
log=$(mktemp)
found=
start=$(date +%s)
while read -r line <&3; do
  echo "$line"
  # The answers to the question of apt, and to the question for the password.
  case $line in
    'sudo '*) echo y | sh -c "${line#sudo }" >"$log" 2>&1 || fail "$(cat "$log")" ;;
    *)
      found=$(echo 'a secret' | setpriv --reuid anna --regid anna --init-groups \
        env -i HOME=/home/anna PATH=/usr/bin:/bin sh -c "$line")
      ;;
  esac
done 3<"$folder/commands"
seconds=$(($(date +%s) - start))
[ "$found" = "a secret" ] || fail "the last command printed: $found"
[ $seconds -le 60 ] || fail "the commands took $seconds s"
echo "ok  the first secret, after $seconds s"
