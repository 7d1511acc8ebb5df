#!/usr/bin/env bash
# Runs a worker as a process of its own, in the foreground: it takes upkeep tasks from any node and hands the results in.
# All options go to the worker; bin/ams-optimizer.sh --help shows them. AMS_HEAP (1g) and AMS_JAVA_OPTS as for a node.
set -euo pipefail
# shellcheck source=bin/lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/lib.sh"

prepare
read -r -a extra <<<"${AMS_JAVA_OPTS:-}"
mapfile -t options < <(jvm_options 1g 512m)
exec "$JAVA" "${options[@]}" ${extra[@]+"${extra[@]}"} -cp "$(class_path)" io.ams.optimizer.WorkerMain "$@"
