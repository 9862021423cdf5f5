# A shell that sources this file gets git with its own configuration, and a server with a repository that
# requires a password. BASE must name an empty folder, CREDENTIALS must name the folder of this file, and PATH
# must contain a credential helper.
#
# `login USER:PASSWORD` sets the name and the password that the server accepts. `answers USER PASSWORD` sets
# the answers to git's questions. `$BASE/asked` contains the questions of git, one in each line. `$URL` is the
# URL of the repository.
export HOME=$BASE/home GIT_CONFIG_NOSYSTEM=1 GIT_CONFIG_GLOBAL=$BASE/config
export GIT_TERMINAL_PROMPT=0 GIT_ASKPASS=$BASE/askpass LC_ALL=C.UTF-8
unset http_proxy https_proxy all_proxy
mkdir "$HOME" "$BASE/served" || exit 99
cd "$BASE" || exit 99
cat >askpass <<'END'
#!/bin/sh
echo "$1" | sed 's/ for .*//' >>"$BASE/asked"
case $1 in Username*) sed 's/ .*//' "$BASE/typed" ;; *) sed 's/.* //' "$BASE/typed" ;; esac
END
chmod +x askpass
: >asked
login() { echo "$1" >"$BASE/login"; }
answers() { echo "$1 $2" >"$BASE/typed"; }
git init -q --bare served/repository.git &&
  git -C served/repository.git -c user.name=T -c user.email=t@example.org \
    commit-tree -m first "$(git -C served/repository.git hash-object -t tree -w /dev/null)" \
    >commit &&
  git -C served/repository.git update-ref HEAD "$(cat commit)" &&
  git -C served/repository.git update-server-info || exit 99
/usr/bin/python3 "$CREDENTIALS/repository-server.py" served login port </dev/null >server.log 2>&1 &
server=$!
trap 'kill $server; wait $server 2>/dev/null' EXIT
tries=600
until [ -f port ]; do
  tries=$((tries - 1))
  [ $tries -gt 0 ] || { cat server.log; exit 99; }
  sleep 0.1
done
URL=http://127.0.0.1:$(cat port)/repository.git
