#!/usr/bin/env bash
# Stops nodes of this machine gracefully: each lets its buckets go, hands leadership over and ends.
set -euo pipefail
# shellcheck source=bin/lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/lib.sh"

usage() {
  cat <<'TEXT'
usage: bin/ams-stop.sh [--id ID | --data DIR | --all] [--force]

  (nothing)    stop the one node that runs under ./data
  --id ID      stop the node of ./data/ID
  --data DIR   stop the node of this directory
  --all        stop every node under ./data
  --force      kill a node that has not ended after AMS_STOP_TIMEOUT seconds (60); acknowledged writes survive that

Returns 0 when nothing runs any more, also if nothing ran.
TEXT
}

id=
data=
all=
force=
timeout=${AMS_STOP_TIMEOUT:-60}

while [ $# -gt 0 ]; do
  option=$1
  if [[ $option == --*=* ]]; then
    set -- "${option%%=*}" "${option#*=}" "${@:2}"
    option=$1
  fi
  case $option in
    --help | -h) usage; exit 0 ;;
    --id) need_value "$option" $#; id=$2; shift ;;
    --data) need_value "$option" $#; data=$(absolute "$2"); shift ;;
    --all) all=yes ;;
    --force) force=yes ;;
    *) usage_error "unknown option '$option'" ;;
  esac
  shift
done
[[ $timeout =~ ^[1-9][0-9]*$ ]] || usage_error "AMS_STOP_TIMEOUT '$timeout' must be seconds"
[ $(($([ -n "$id" ] && echo 1 || echo 0) + $([ -n "$data" ] && echo 1 || echo 0) + $([ -n "$all" ] && echo 1 || echo 0))) -le 1 ] \
  || usage_error "--id, --data and --all exclude each other"

DATA_ROOT=$(absolute "$DATA_ROOT")
directories=()
if [ -n "$data" ]; then
  directories=("$data")
elif [ -n "$id" ]; then
  [[ $id =~ ^[A-Za-z0-9][A-Za-z0-9._-]*$ ]] || usage_error "--id '$id' must be letters, digits, '.', '_' or '-'"
  directories=("$DATA_ROOT/$id")
else
  for file in "$DATA_ROOT"/*/ams.pid; do
    [ -f "$file" ] || continue
    directories+=("$(dirname -- "$file")")
  done
fi

stopping=()
for directory in ${directories[@]+"${directories[@]}"}; do
  if running_pid "$directory" >/dev/null; then
    stopping+=("$directory")
  else
    rm -f "$directory/ams.pid"
  fi
done

if [ ${#stopping[@]} -eq 0 ]; then
  say "nothing to stop${id:+: node $id does not run}"
  exit 0
fi
if [ ${#stopping[@]} -gt 1 ] && [ -z "$all" ]; then
  usage_error "${#stopping[@]} nodes run (${stopping[*]##*/}): say --id or --all"
fi

# All at once: where every node goes there is nobody to hand anything to.
pids=()
for directory in "${stopping[@]}"; do
  pid=$(running_pid "$directory" || true)
  pids+=("$pid")
  [ -n "$pid" ] || continue
  say "stopping ${directory##*/} (pid $pid)"
  kill -TERM "$pid" 2>/dev/null || true
done

SECONDS=0
for i in "${!stopping[@]}"; do
  directory=${stopping[$i]}
  pid=${pids[$i]}
  while [ -n "$pid" ] && ! has_ended "$pid"; do
    if [ "$SECONDS" -ge "$timeout" ]; then
      [ -n "$force" ] || fail 1 "${directory##*/} (pid $pid) has not ended after $timeout s; its log is $directory/logs/ams.log; --force kills it"
      warn "ams: killing ${directory##*/} (pid $pid)"
      kill -KILL "$pid" 2>/dev/null || true
    fi
    sleep 0.1
  done
  rm -f "$directory/ams.pid"
  say "stopped ${directory##*/}"
done
