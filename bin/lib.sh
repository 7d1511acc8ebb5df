# shellcheck shell=bash
# shellcheck disable=SC2034 # what looks unused is read by the commands that source this
# What the commands in bin share. Sourced, never run.
#
# AMS_HEAP       heap of a node, for example 2g (default 1g; 512m with --local)
# AMS_DIRECT     memory of a node outside the heap (default 512m; 256m with --local)
# AMS_JAVA_OPTS  further options for the JVM of a node
# AMS_DATA       the folder that holds the data directories (default ./data)
# AMS_BUILD      auto: build the distribution if it is missing or older than its sources; never: take what is there
# AMS_MAVEN_ARGS further arguments for Maven, for example -o
# AMS_CLASSPATH, AMS_MAIN   class path and main class of a node in place of the distribution's; for tests

AMS_HOME=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd)
AMS_LIB=$AMS_HOME/ams-web/target/ams/lib
AMS_STAMP=$AMS_HOME/ams-web/target/ams/.built
# Classes of a node, ready for the JVM. Without it, or with one that another Java made, a start only takes longer.
AMS_ARCHIVE=$AMS_HOME/ams-web/target/ams/classes.jsa
SERVER_MAIN=${AMS_MAIN:-io.ams.web.cli.ServerMain}
DATA_ROOT=${AMS_DATA:-$PWD/data}

# Exit codes, as in docs/exit-codes.md.
EXIT_USAGE=2
EXIT_DATA_UNWRITABLE=11
EXIT_DATA_OF_ANOTHER_NODE=12
EXIT_ALREADY_RUNNING=15
EXIT_NOT_READY_IN_TIME=18
EXIT_NOT_BUILT=19
EXIT_TOOL_MISSING=20

say() { printf '%s\n' "$*"; }
warn() { printf '%s\n' "$*" >&2; }

# fail CODE MESSAGE: ends the command with one line.
fail() {
  local code=$1
  shift
  warn "ams: $*"
  exit "$code"
}

usage_error() { fail "$EXIT_USAGE" "$*; --help shows the options"; }

# need_value OPTION COUNT: refuses an option at the end of the line that lacks its value.
need_value() {
  [ "$2" -ge 2 ] || usage_error "$1 needs a value"
}

absolute() {
  case $1 in
    /*) printf '%s\n' "$1" ;;
    *) printf '%s\n' "$PWD/$1" ;;
  esac
}

# ---- tools -------------------------------------------------------------------------------------------------------------

# The feature release of this java: what its installation says of itself, or, slower, what it says when run.
java_version() {
  local release
  release=$(dirname -- "$(dirname -- "$1")")/release
  if [ -r "$release" ] && grep -q '^JAVA_VERSION="[1-9][0-9]*' "$release"; then
    sed -n 's/^JAVA_VERSION="\([0-9][0-9]*\).*/\1/p' "$release"
    return
  fi
  "$1" -XshowSettings:properties -version 2>&1 | sed -n 's/^ *java\.specification\.version = *\([0-9][0-9]*\)$/\1/p'
}

# Whether this is a java of 17 or later; sets JAVA_MAJOR.
java_is_new_enough() {
  [ -x "$1" ] || return 1
  JAVA_MAJOR=$(java_version "$1") || return 1
  [ -n "$JAVA_MAJOR" ] && [ "$JAVA_MAJOR" -ge 17 ]
}

# Sets JAVA to the first java that will do: JAVA_HOME, the path, what the distribution knows of.
# With "jdk" only one that has its compiler beside it.
find_java() {
  local want=${1:-jre} candidate
  local candidates=()
  [ -z "${JAVA_HOME:-}" ] || candidates+=("$JAVA_HOME/bin/java")
  candidates+=("$(command -v java || true)")
  while read -r candidate; do candidates+=("$candidate"); done < <(update-alternatives --list java 2>/dev/null || true)
  for candidate in "${candidates[@]}"; do
    [ -n "$candidate" ] || continue
    candidate=$(readlink -f -- "$candidate" 2>/dev/null || printf '%s' "$candidate")
    if [ "$want" = jdk ] && [ ! -x "$(dirname -- "$candidate")/javac" ]; then continue; fi
    if java_is_new_enough "$candidate"; then
      JAVA=$candidate
      return 0
    fi
  done
  return 1
}

# apt_install PACKAGE...: installs where it may. Returns 1 where it may not; says what apt-get said only if it failed.
apt_install() {
  local as=() said code=0
  command -v apt-get >/dev/null || return 1
  if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null && sudo -n true 2>/dev/null || return 1
    as=(sudo -n)
  fi
  warn "ams: installing $* with apt-get"
  said=$(mktemp)
  # RUNLEVEL=1 keeps a package from starting its service.
  "${as[@]}" env DEBIAN_FRONTEND=noninteractive apt-get update -qq >"$said" 2>&1 \
    && "${as[@]}" env DEBIAN_FRONTEND=noninteractive RUNLEVEL=1 \
      apt-get install -y -qq --no-install-recommends "$@" >>"$said" 2>&1 || code=1
  [ "$code" -eq 0 ] || cat "$said" >&2
  rm -f "$said"
  return "$code"
}

# The newest headless JDK that this system offers, 17 at least.
jdk_package() {
  local version
  for version in 17 21 25; do
    if apt-cache show "openjdk-$version-jdk-headless" >/dev/null 2>&1; then
      printf 'openjdk-%s-jdk-headless\n' "$version"
      return
    fi
  done
  printf 'default-jdk-headless\n'
}

require_java() {
  if find_java jre; then return; fi
  apt_install "$(jdk_package)" || true
  find_java jre || fail "$EXIT_TOOL_MISSING" \
    "a JDK of version 17 or later is missing (JAVA_HOME and PATH hold none). Install one, for example: apt-get install openjdk-17-jdk-headless"
}

# Sets JAVA and JAVA_HOME to a whole JDK and makes sure that mvn is there.
require_build_tools() {
  if ! find_java jdk; then
    apt_install "$(jdk_package)" || true
    find_java jdk || fail "$EXIT_TOOL_MISSING" \
      "a JDK of version 17 or later, with javac, is missing. Install one, for example: apt-get install openjdk-17-jdk-headless"
  fi
  JAVA_HOME=$(dirname -- "$(dirname -- "$JAVA")")
  export JAVA_HOME
  if ! command -v mvn >/dev/null; then
    apt_install maven || true
    command -v mvn >/dev/null || fail "$EXIT_TOOL_MISSING" \
      "Maven 3.8.7 or later is missing. Install it, for example: apt-get install maven"
  fi
}

# ---- distribution ------------------------------------------------------------------------------------------------------

distribution_is_fresh() {
  [ -f "$AMS_STAMP" ] && compgen -G "$AMS_LIB/ams-web-*.jar" >/dev/null || return 1
  local newer
  newer=$(find "$AMS_HOME"/pom.xml "$AMS_HOME"/*/pom.xml "$AMS_HOME"/*/src/main -newer "$AMS_STAMP" -print -quit)
  [ -z "$newer" ]
}

build_distribution() {
  require_build_tools
  warn "ams: building the distribution (once; some minutes on a fresh machine)"
  local started maven_args=()
  read -r -a maven_args <<<"${AMS_MAVEN_ARGS:-}"
  started=$(mktemp)
  rm -rf "$AMS_LIB"
  if ! (cd "$AMS_HOME" && mvn -B -q -Dstyle.color=never "${maven_args[@]}" -pl ams-web -am package -Dmaven.test.skip=true \
      -Dspotless.check.skip -Denforcer.skip -Djacoco.skip >&2); then
    rm -f "$started"
    fail "$EXIT_NOT_BUILT" "the distribution could not be built; the output of Maven is above"
  fi
  archive_classes
  # As of the start of the build: what changed while it ran is newer.
  mv -f "$started" "$AMS_STAMP"
}

# Has a node start and stop once, and keeps the classes that it loaded.
archive_classes() {
  local folder
  folder=$(mktemp -d)
  rm -f "$AMS_ARCHIVE"
  timeout 120 "$JAVA" -XX:ArchiveClassesAtExit="$AMS_ARCHIVE" -Xmx512m -Djava.awt.headless=true -cp "$(class_path)" \
    io.ams.web.cli.Rehearsal "$folder/n1" >"$folder/log" 2>&1 9>&- || rm -f "$AMS_ARCHIVE"
  rm -rf "$folder"
}

# Makes sure that the distribution is there and JAVA is set. One build at a time.
prepare() {
  if [ -n "${AMS_CLASSPATH:-}" ] || [ "${AMS_BUILD:-auto}" = never ]; then
    [ -n "${AMS_CLASSPATH:-}" ] || compgen -G "$AMS_LIB/ams-web-*.jar" >/dev/null \
      || fail "$EXIT_NOT_BUILT" "no distribution in $AMS_LIB, and AMS_BUILD=never"
  elif ! distribution_is_fresh; then
    mkdir -p "$AMS_HOME/ams-web/target"
    if command -v flock >/dev/null; then
      exec 9>"$AMS_HOME/ams-web/target/build.lock"
      flock 9
      distribution_is_fresh || build_distribution
      exec 9>&-
    else
      build_distribution
    fi
  fi
  require_java
}

class_path() {
  # AMS' own jar first: most classes that a start looks for are there.
  printf '%s\n' "${AMS_CLASSPATH:-$(compgen -G "$AMS_LIB/ams-web-*.jar" | head -n 1):$AMS_LIB/*}"
}

# jvm_options HEAP DIRECT: the options of a node's JVM, one a line.
jvm_options() {
  local options=("-Xmx${AMS_HEAP:-$1}" "-XX:MaxDirectMemorySize=${AMS_DIRECT:-$2}" -XX:+UseParallelGC -Dams.log.level=INFO
    -XX:+ExitOnOutOfMemoryError -Djava.awt.headless=true -Dfile.encoding=UTF-8)
  if [ -f "$AMS_ARCHIVE" ] && [ -z "${AMS_CLASSPATH:-}" ]; then
    options+=("-XX:SharedArchiveFile=$AMS_ARCHIVE" -Xshare:auto -Xlog:cds=off -Xlog:cds+dynamic=off)
  fi
  # RocksDB and Hadoop load native code; newer Java warns of it, and will refuse it.
  if [ "$JAVA_MAJOR" -ge 24 ]; then options+=(--enable-native-access=ALL-UNNAMED); fi
  printf '%s\n' "${options[@]}"
}

# ---- processes ---------------------------------------------------------------------------------------------------------

command_line_of() {
  if [ -r "/proc/$1/cmdline" ]; then
    # It may end between the two looks.
    { tr '\0' '\n' <"/proc/$1/cmdline"; } 2>/dev/null || true
  else
    ps -p "$1" -o args= 2>/dev/null | tr ' ' '\n'
  fi
}

# running_pid DATA: prints the pid of the node of this directory if it runs. A pid that was given to another program does not count.
running_pid() {
  local pid line
  [ -f "$1/ams.pid" ] || return 1
  pid=$(cat "$1/ams.pid")
  [[ $pid =~ ^[0-9]+$ ]] && kill -0 "$pid" 2>/dev/null || return 1
  line=$(command_line_of "$pid") || return 1
  grep -qxF -- "$SERVER_MAIN" <<<"$line" && grep -qxF -- "$1" <<<"$line" || return 1
  printf '%s\n' "$pid"
}

# has_ended PID: whether it is gone, with its ports and locks. One that is only waiting to be taken note of has let go of them.
has_ended() {
  local state
  kill -0 "$1" 2>/dev/null || return 0
  [ -r "/proc/$1/stat" ] || return 1
  state=$(sed 's/.*) //' "/proc/$1/stat" 2>/dev/null) || return 0
  [[ $state == [ZX]* ]]
}

# http_get URL: the body, and 0 for a status of 200. curl is not everywhere; bash is.
http_get() (
  rest=${1#http://}
  authority=${rest%%/*}
  host=${authority%:*}
  host=${host#[}
  exec 8<>"/dev/tcp/${host%]}/${authority##*:}" || exit 1
  printf 'GET /%s HTTP/1.0\r\nHost: %s\r\nConnection: close\r\n\r\n' "${rest#*/}" "$authority" >&8
  IFS= read -r -t 5 status <&8 || exit 1
  timeout 5 sed '1,/^\r*$/d' <&8
  [[ $status == *" 200"* ]]
)
