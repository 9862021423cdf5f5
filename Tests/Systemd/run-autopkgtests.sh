#!/bin/sh
# Installs the Debian packages, and runs each test of debian/tests as autopkgtest does.
#
#     sh run-autopkgtests.sh FOLDER
#
# FOLDER contains the packages in `debs`, and debian/tests in `tests`. The script changes its root file system, so it
# runs only in the roots that scripts/check-debs makes.
set -eu
folder=$1
export DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8
log=$(mktemp)
run() {
  "$@" >"$log" 2>&1 || {
    status=$?
    cat "$log" >&2
    echo "run-autopkgtests: $1 ended with the status $status" >&2
    exit 1
  }
}
# debootstrap leaves a file that prevents the start of services.
rm -f /usr/sbin/policy-rc.d
run dpkg -i "$folder"/debs/*.deb
passed=0
for name in $(sed -n 's/^Tests: *//p' "$folder/tests/control" | tr ',' ' '); do
  AUTOPKGTEST_TMP=$(mktemp -d)
  export AUTOPKGTEST_TMP
  run sh "$folder/tests/$name"
  echo "ok  $name"
  passed=$((passed + 1))
done
[ $passed -gt 0 ] || {
  echo "run-autopkgtests: debian/tests/control names no test" >&2
  exit 1
}
echo "$passed passed, 0 failed"
