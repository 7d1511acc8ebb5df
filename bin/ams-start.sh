#!/usr/bin/env bash
# Starts AMS: one node, or several on this machine. Returns when they are ready.
set -euo pipefail
# shellcheck source=bin/lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/lib.sh"

usage() {
  cat <<'TEXT'
usage: bin/ams-start.sh [options]            one node (default: n1, http://127.0.0.1:8181, data in ./data/n1)
       bin/ams-start.sh --local N [options]  N nodes on this machine: HTTP 8181.., Raft 9871.., data in ./data/n1..
                                             (admin: HTTP port + 1000, so 9181..)

  --id ID                  the node's id (default n1)
  --peers ID=HOST:PORT,..  all nodes of a new cluster with their Raft addresses, this one among them
  --join URL               join the cluster of the node at URL instead; needs --raft
  --raft HOST:PORT         the node's Raft address as others reach it (default: from --peers; alone 127.0.0.1:9871)
  --http HOST:PORT         where the service listens (default: port 8181; on loopback if the Raft addresses are, else everywhere)
  --admin HOST:PORT        where metrics and health checks listen (default: 127.0.0.1, HTTP port + 1000)
  --data DIR               the node's own directory (default ./data/ID)
  --warehouse URI          where the catalog 'default' of a new cluster keeps its tables (default: 'warehouse' beside --data)
  --profile fast|steady    Ratis settings, a file in ratis-conf (default steady)
  --config FILE            a file with further settings
  --token-file FILE        the cluster's admin token, for --join (or AMS_TOKEN, AMS_TOKEN_FILE)
  --foreground             run in this process, log to the terminal
  --dry-run                print the command that would run, and end
  --help                   show this

Environment: AMS_HEAP (1g; 512m with --local), AMS_DIRECT, AMS_JAVA_OPTS, JAVA_HOME, AMS_DATA (./data), AMS_START_TIMEOUT (120 s),
AMS_HTTP_PORT and AMS_RAFT_PORT (first ports of --local: 8181, 9871). Exit codes: docs/exit-codes.md.
TEXT
}

id=n1
local_nodes=
data=
foreground=
dry_run=
timeout=${AMS_START_TIMEOUT:-120}
passed=()
given=()

while [ $# -gt 0 ]; do
  option=$1
  # --option=value is the same as --option value.
  if [[ $option == --*=* ]]; then
    set -- "${option%%=*}" "${option#*=}" "${@:2}"
    option=$1
  fi
  case $option in
    --help | -h) usage; exit 0 ;;
    --foreground) foreground=yes ;;
    --dry-run) dry_run=yes ;;
    --id) need_value "$option" $#; id=$2; given+=("$option"); shift ;;
    --data) need_value "$option" $#; data=$2; given+=("$option"); shift ;;
    --local) need_value "$option" $#; local_nodes=$2; shift ;;
    --peers | --join | --raft | --http | --admin) need_value "$option" $#; passed+=("$option" "$2"); given+=("$option"); shift ;;
    --warehouse | --profile) need_value "$option" $#; passed+=("$option" "$2"); shift ;;
    --config | --token-file) need_value "$option" $#; passed+=("$option" "$(absolute "$2")"); shift ;;
    *) usage_error "unknown option '$option'" ;;
  esac
  shift
done

[[ $id =~ ^[A-Za-z0-9][A-Za-z0-9._-]*$ ]] || usage_error "--id '$id' must be letters, digits, '.', '_' or '-'"
[[ $timeout =~ ^[1-9][0-9]*$ ]] || usage_error "AMS_START_TIMEOUT '$timeout' must be seconds"
if [ -n "$local_nodes" ]; then
  [[ $local_nodes =~ ^[1-9]$ ]] || usage_error "--local needs a number from 1 to 9"
  [ ${#given[@]} -eq 0 ] || usage_error "--local chooses ${given[0]} itself"
  [ -z "$foreground" ] || usage_error "--local and --foreground exclude each other"
fi

# node_command ID DATA HEAP DIRECT OPTION...: fills the array COMMAND.
node_command() {
  local node=$1 directory=$2 heap=$3 direct=$4 extra=()
  shift 4
  read -r -a extra <<<"${AMS_JAVA_OPTS:-}"
  mapfile -t COMMAND < <(jvm_options "$heap" "$direct")
  COMMAND=("$JAVA" "${COMMAND[@]}" ${extra[@]+"${extra[@]}"} -cp "$(class_path)" "$SERVER_MAIN"
    --home "$AMS_HOME" --id "$node" --data "$directory" "$@")
}

require_writable() {
  if ! mkdir -p "$1/logs" 2>/dev/null || ! : 2>/dev/null >>"$1/logs/ams.log"; then
    fail "$EXIT_DATA_UNWRITABLE" "cannot start: data directory $1 cannot be written; give this user the right to, or choose another --data [DATA_UNWRITABLE, exit code $EXIT_DATA_UNWRITABLE]"
  fi
}

# launch ID DATA: runs COMMAND in the background, apart from this terminal. Says so if the node runs already.
launch() {
  local node=$1 directory=$2 pid
  if pid=$(running_pid "$directory"); then
    grep -qxF -- "$node" <<<"$(command_line_of "$pid")" || fail "$EXIT_DATA_OF_ANOTHER_NODE" \
      "cannot start: another node than $node runs on $directory (pid $pid); choose another --data [DATA_OF_ANOTHER_NODE, exit code $EXIT_DATA_OF_ANOTHER_NODE]"
    say "node $node runs already (pid $pid)"
    return
  fi
  require_writable "$directory"
  rm -f "$directory/ams.url"
  wc -c <"$directory/logs/ams.log" >"$directory/logs/.start"
  # setsid runs java in its own session and in the same process, so this is the pid of the node.
  setsid nohup "${COMMAND[@]}" >>"$directory/logs/ams.log" 2>&1 </dev/null 9>&- &
  pid=$!
  printf '%s\n' "$pid" >"$directory/ams.pid"
  LAUNCHED+=("$pid")
  say "node $node starts (pid $pid, log $directory/logs/ams.log)"
}

# since_start DATA: what the node wrote since it was started.
since_start() {
  tail -c "+$(($(cat "$1/logs/.start" 2>/dev/null || echo 0) + 1))" "$1/logs/ams.log"
}

# reason DATA: one line that says why it did not start.
reason() {
  local line
  line=$(since_start "$1" | grep -E '^ams: ' | tail -n 1 || true)
  [ -n "$line" ] || line=$(since_start "$1" | grep -E 'ERROR|Exception|Error' | head -n 1 || true)
  [ -n "$line" ] || line=$(since_start "$1" | tail -n 1)
  printf '%s\n' "${line:-the log is empty}"
}

# What this command started goes again when a part of it did not come up.
stop_launched() {
  local pid
  for pid in ${LAUNCHED[@]+"${LAUNCHED[@]}"}; do kill -TERM "$pid" 2>/dev/null || true; done
}

# await_ready ID DATA: waits until the node reads and writes, or has ended.
await_ready() {
  local node=$1 directory=$2 pid url='' code body=''
  pid=$(cat "$directory/ams.pid")
  while true; do
    if ! running_pid "$directory" >/dev/null; then
      code=0
      wait "$pid" 2>/dev/null || code=$?
      # Not our child: it was there before and ended now.
      [ "$code" -ne 127 ] && [ "$code" -ne 0 ] || code=1
      warn "$(reason "$directory")"
      stop_launched
      fail "$code" "node $node did not come up; the log is $directory/logs/ams.log"
    fi
    if [ -s "$directory/ams.url" ]; then
      url=$(cat "$directory/ams.url")
      if http_get "$url/readyz/read" >/dev/null 2>&1 && body=$(http_get "$url/readyz/write" 2>/dev/null); then
        say "node $node is ready: $url  (Iceberg: $url/iceberg, dashboard: $url/)"
        return
      fi
    fi
    if [ "$SECONDS" -ge "$timeout" ]; then
      [ -z "$body" ] || warn "ams: node $node: $body"
      fail "$EXIT_NOT_READY_IN_TIME" "node $node runs (pid $pid) but is not ready after $timeout s: has a majority of its peers started? It goes on trying; bin/ams status${url:+ --url $url} shows more [NOT_READY_IN_TIME, exit code $EXIT_NOT_READY_IN_TIME]"
    fi
    sleep 0.2
  done
}

print_command() {
  printf '%q ' "${COMMAND[@]}"
  printf '\n'
}

start_one() {
  local directory=${data:-$DATA_ROOT/$id}
  directory=$(absolute "$directory")
  node_command "$id" "$directory" 1g 512m ${passed[@]+"${passed[@]}"}
  if [ -n "$dry_run" ]; then
    print_command
  elif [ -n "$foreground" ]; then
    ! running_pid "$directory" >/dev/null || fail "$EXIT_ALREADY_RUNNING" \
      "cannot start: node $id runs already on data directory $directory [ALREADY_RUNNING, exit code $EXIT_ALREADY_RUNNING]"
    require_writable "$directory"
    printf '%s\n' "$$" >"$directory/ams.pid"
    exec "${COMMAND[@]}"
  else
    launch "$id" "$directory"
    await_ready "$id" "$directory"
  fi
}

# The size that the local cluster began with: later nodes join it.
founders() {
  local count
  count=$(cat "$DATA_ROOT/.local-founders" 2>/dev/null || true)
  printf '%s\n' "${count:-$local_nodes}"
}

start_local() {
  local http=${AMS_HTTP_PORT:-8181} raft=${AMS_RAFT_PORT:-9871} i first peers='' directory
  [[ $http =~ ^[1-9][0-9]{0,4}$ && $raft =~ ^[1-9][0-9]{0,4}$ ]] || usage_error "AMS_HTTP_PORT '$http' and AMS_RAFT_PORT '$raft' must be ports"
  DATA_ROOT=$(absolute "$DATA_ROOT")
  first=$(founders)
  for ((i = 1; i <= first; i++)); do peers+="${peers:+,}n$i=127.0.0.1:$((raft + i - 1))"; done
  for ((i = 1; i <= local_nodes; i++)); do
    directory=$DATA_ROOT/n$i
    local member=(--peers "$peers")
    if [ "$i" -gt "$first" ]; then
      member=(--join "http://127.0.0.1:$http" --raft "127.0.0.1:$((raft + i - 1))")
    fi
    node_command "n$i" "$directory" 512m 256m "${member[@]}" --http "127.0.0.1:$((http + i - 1))" ${passed[@]+"${passed[@]}"}
    if [ -n "$dry_run" ]; then
      print_command
    else
      # Whoever joins needs a cluster that answers.
      if [ "$i" -eq $((first + 1)) ]; then await_all 1 "$first"; fi
      launch "n$i" "$directory"
    fi
  done
  [ -z "$dry_run" ] || return 0
  printf '%s\n' "$first" >"$DATA_ROOT/.local-founders"
  await_all 1 "$local_nodes"
}

await_all() {
  local i
  for ((i = $1; i <= $2; i++)); do await_ready "n$i" "$DATA_ROOT/n$i"; done
}

LAUNCHED=()
prepare
SECONDS=0
if [ -n "$local_nodes" ]; then start_local; else start_one; fi
