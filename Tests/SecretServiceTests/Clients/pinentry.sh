#!/bin/sh
# A pinentry for tests. It answers every question as the file PINENTRY_ANSWERS says: each line is the answer to one
# question, and the last line answers all further questions. A line is a password, or `-` to dismiss the question. With the
# prefix `wait`, the answer waits for a file with the name of the answers and the suffix `.go`. Without the file, the
# password is `passcode`. The text of a question goes to the file PINENTRY_LOG after its answer was read, and to the file
# with the suffix `.all`, which tests never empty. The time limit goes to the file with the suffix `.limit`.
answers=${PINENTRY_ANSWERS:-$(dirname "$0")/answers}
log=${PINENTRY_LOG:-$(dirname "$0")/questions}
answer() {
  line=passcode
  if [ -s "$answers" ]; then
    line=$(head -n 1 "$answers")
    if [ "$(wc -l <"$answers")" -gt 1 ]; then sed -i 1d "$answers"; fi
  fi
  echo "$description" >>"$log"
  echo "$description" >>"$log.all"
  case $line in
    wait*)
      while [ ! -e "$answers.go" ]; do sleep 0.05; done
      line=${line#wait} ;;
  esac
}
description=
echo "OK ready"
while read -r command rest; do
  case $command in
    SETTIMEOUT) echo "$rest" >"$log.limit"; echo OK ;;
    SETDESC) description=$rest; echo OK ;;
    GETPIN)
      answer
      if [ "$line" = - ]; then echo "ERR 83886179 cancelled"; else echo "D $line"; echo OK; fi ;;
    CONFIRM)
      answer
      if [ "$line" = - ]; then echo "ERR 83886194 not confirmed"; else echo OK; fi ;;
    BYE) echo OK; exit 0 ;;
    *) echo OK ;;
  esac
done
