#!/bin/sh
# Installs one package and its dependencies with apt, and checks that its programs and libraries find their libraries.
#
#     sh check-dependencies.sh FOLDER PACKAGE
#
# FOLDER contains the packages in `debs`. The script changes its root file system, so it runs only in the roots that
# scripts/check-apt uses.
set -eu
folder=$1 name=$2
export DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8
fail() {
  printf 'check-dependencies: %s\n' "$*" >&2
  exit 1
}
# Nothing starts a service.
printf '#!/bin/sh\nexit 101\n' >/usr/sbin/policy-rc.d
chmod 755 /usr/sbin/policy-rc.d
# The dependencies that are packages of Latchkey are files, too.
wanted=$name files=
while [ -n "$wanted" ]; do
  next=
  for package in $wanted; do
    file=$(echo "$folder/debs/${package}"_*.deb)
    [ -e "$file" ] || continue
    case " $files " in *" $file "*) continue ;; esac
    files="$files $file"
    next="$next $(dpkg-deb -f "$file" Depends | tr ',|' '\n\n' | sed 's/^ *//; s/[ :].*//')"
  done
  wanted=$(echo $next)
done
log=$(mktemp)
# shellcheck disable=SC2086 # $files is a list of names.
apt-get install -q -y --no-install-recommends $files >"$log" 2>&1 || fail "$(cat "$log")"
count=0
for file in $(dpkg -L "$name"); do
  [ -f "$file" ] && [ "$(head -c 4 "$file" | tail -c 3)" = ELF ] || continue
  count=$((count + 1))
  missing=$(ldd "$file" | grep 'not found' || :)
  [ -z "$missing" ] || fail "$file: $missing"
done
echo "ok  $count programs and libraries of $name find their libraries"
