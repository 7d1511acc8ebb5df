#!/usr/bin/env bash
# Sets up what is missing, then runs the whole test suite. Further arguments go to Maven.
set -euo pipefail
# shellcheck source=bin/lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/lib.sh"

require_build_tools
# What single tests need; where it may not be installed, those tests are skipped and say so.
for tool in etcd:etcd-server etcdctl:etcd-client shellcheck:shellcheck; do
  command -v "${tool%%:*}" >/dev/null || apt_install "${tool#*:}" || warn "ams: ${tool%%:*} is missing; tests that need it are skipped"
done
cd "$AMS_HOME"
SECONDS=0
code=0
read -r -a maven_args <<<"${AMS_MAVEN_ARGS:-}"
# Tests that start bin/ams-start.sh take the distribution of this very build.
AMS_BUILD=never mvn -B --no-transfer-progress "${maven_args[@]}" verify "$@" || code=$?
say "test suite: exit code $code after $((SECONDS / 60)) min $((SECONDS % 60)) s"
exit "$code"
