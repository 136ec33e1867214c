# Shared by the launcher and the scripts beside it; sourced, never run. ORCHLENS_ROOT is the project's folder.

ORCHLENS_CACHE=${ORCHLENS_CACHE:-${XDG_CACHE_HOME:-${HOME:-/root}/.cache}/orchlens}
ORCHLENS_JAR=$ORCHLENS_ROOT/server/target/orchlens.jar
ORCHLENS_UNCHECKED=$ORCHLENS_ROOT/server/target/unchecked
STARTUP_CACHE=$ORCHLENS_ROOT/server/target/orchlens.aot
SERVER_CACHE=$ORCHLENS_ROOT/server/target/server.aot
SERVER_ARGUMENTS=$ORCHLENS_ROOT/server/jvm.args
MINIMUM_JAVA=25

# say TEXT: a message for the person at the terminal; stdout belongs to the commands.
say() { printf 'orchlens: %s\n' "$*" >&2; }

# die TEXT: the same, and the end. Exit code 3: the tools of this machine do not suffice.
die() { say "$*"; exit 3; }

# java_major HOME: prints the feature release of the JDK at HOME from its release file (no JVM is started).
java_major() {
  local line version
  [ -x "$1/bin/java" ] && [ -r "$1/release" ] || return 1
  while IFS= read -r line; do
    case $line in
      JAVA_VERSION=*) version=${line#JAVA_VERSION=\"}; printf '%s\n' "${version%%[!0-9]*}"; return 0 ;;
    esac
  done < "$1/release"
  return 1
}

# is_recent_java HOME: whether HOME is a JDK or JRE of at least MINIMUM_JAVA.
is_recent_java() {
  local major
  major=$(java_major "$1") && [ "${major:-0}" -ge "$MINIMUM_JAVA" ]
}

# java_found HOME: says which Java is there.
java_found() {
  local major
  if major=$(java_major "$1"); then printf 'which is Java %s' "$major"; else printf 'where there is no Java'; fi
}

# java_home: prints the home of a sufficient Java: what the user chose, else the first one found.
java_home() {
  local candidate onpath older=
  if [ -n "${ORCHLENS_JAVA:-}" ]; then
    candidate=$ORCHLENS_JAVA
    if [ -f "$candidate" ]; then candidate=$(dirname "$(dirname "$(readlink -f "$candidate")")"); fi
    is_recent_java "$candidate" ||
      die "ORCHLENS_JAVA is $ORCHLENS_JAVA, $(java_found "$candidate"); Orchlens wants Java $MINIMUM_JAVA or newer"
    printf '%s\n' "$candidate"
    return
  fi
  onpath=$(command -v java 2>/dev/null || true)
  if [ -n "$onpath" ]; then onpath=$(dirname "$(dirname "$(readlink -f "$onpath")")"); fi
  for candidate in "${JAVA_HOME:-}" "$onpath" /usr/lib/jvm/* "${HOME:-/root}"/.sdkman/candidates/java/* \
      "${HOME:-/root}"/.jdks/* /opt/java/* /opt/jdk* /Library/Java/JavaVirtualMachines/*/Contents/Home; do
    if [ -n "$candidate" ] && is_recent_java "$candidate"; then
      printf '%s\n' "$candidate"
      return
    fi
    if [ -z "$older" ] && java_major "$candidate" > /dev/null; then older="; $candidate, $(java_found "$candidate")"; fi
  done
  die "no Java $MINIMUM_JAVA or newer found (looked at JAVA_HOME, the PATH and /usr/lib/jvm$older);" \
    "install a JDK $MINIMUM_JAVA, or set ORCHLENS_JAVA to its folder"
}

# need_packages COMMAND_OR_FILE=PACKAGE...: installs with apt the packages whose command or file is missing.
# Without root it only says what is missing: some of it may be there under another name.
need_packages() {
  local pair probe missing=()
  for pair in "$@"; do
    probe=${pair%%=*}
    if [ "${probe#/}" != "$probe" ]; then
      compgen -G "$probe" > /dev/null || missing+=("${pair#*=}")
    else
      command -v "$probe" > /dev/null 2>&1 || missing+=("${pair#*=}")
    fi
  done
  [ ${#missing[@]} -gt 0 ] || return 0
  if [ "$(id -u)" != 0 ] || ! command -v apt-get > /dev/null 2>&1; then
    say "missing on this machine: ${missing[*]} (Debian's package names); going on without"
    return 0
  fi
  local log
  log=$(mktemp)
  say "installing ${missing[*]}"
  apt-get update -qq > "$log" 2>&1 < /dev/null || say "apt-get update failed; trying with the lists that are there"
  if ! DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >> "$log" 2>&1 < /dev/null; then
    cat "$log" >&2
    die "apt-get could not install ${missing[*]}"
  fi
  rm -f "$log"
}

# maven ARGS...: Maven on this project, without questions, on the Java that runs the server: the formatter reads the sources
# with the parser of the Java that Maven runs on.
maven() {
  need_packages mvn=maven
  command -v mvn > /dev/null 2>&1 || die "Maven (mvn) is needed to build the server and is not on the PATH"
  (
    cd "$ORCHLENS_ROOT" || exit 3
    JAVA_HOME=$(java_home)
    export JAVA_HOME
    exec mvn -B -ntp "$@" < /dev/null
  )
}

# jar_is_current: whether the server's jar is there and no source of it is newer.
jar_is_current() {
  [ -f "$ORCHLENS_JAR" ] || return 1
  [ -z "$(find "$ORCHLENS_ROOT/pom.xml" "$ORCHLENS_ROOT/grammar/pom.xml" "$ORCHLENS_ROOT/grammar/src/main" \
    "$ORCHLENS_ROOT/server/pom.xml" "$ORCHLENS_ROOT/server/src/main" "$ORCHLENS_ROOT/docs/diagnostics.md" \
    -newer "$ORCHLENS_JAR" \( -type f -o -type d \) -print -quit 2> /dev/null)" ]
}

# build_jar: builds the server's jar if it is missing or older than its sources. Two launchers build one after the other.
build_jar() {
  jar_is_current && return 0
  local log=$ORCHLENS_ROOT/server/target/build.log
  mkdir -p "$ORCHLENS_ROOT/server/target"
  (
    if command -v flock > /dev/null 2>&1; then exec 9> "$ORCHLENS_ROOT/server/target/.build-lock"; flock 9; fi
    jar_is_current && exit 0
    say "building the server (once; its sources are newer than its jar)"
    # Error Prone doubles the time that compiling takes; whoever only uses the server does not wait for it.
    if ! maven -q -pl server -am package -DskipTests -Dspotless.check.skip=true -Derror-prone.plugin=-nowarn > "$log" 2>&1; then
      cat "$log" >&2
      if grep -qE 'UnknownHost|Could not transfer|Network is unreachable|Connection (refused|timed out)' "$log"; then
        die "the server did not build, as Maven could not fetch what it needs: once, the build needs the network;" \
          "behind a proxy or with a mirror, ~/.m2/settings.xml says where"
      fi
      die "the server did not build; the messages above say why"
    fi
    touch "$ORCHLENS_JAR" "$ORCHLENS_UNCHECKED"
  ) || exit $?
}

# make_startup_cache JAVA_HOME FILE ARGS...: makes FILE, with which a JVM starts quickly, by watching one run of the jar with
# these arguments of the JVM and the command; done once for each jar. Fails where this Java or this jar has no such cache: then
# everything works, a little slower to start.
make_startup_cache() {
  local java=$1 cache=$2
  shift 2
  if [ ! -e "$cache" ] || [ "$ORCHLENS_JAR" -nt "$cache" ]; then
    (
      if command -v flock > /dev/null 2>&1; then exec 9> "$ORCHLENS_ROOT/server/target/.build-lock"; flock 9; fi
      if [ -e "$cache" ] && [ ! "$ORCHLENS_JAR" -nt "$cache" ]; then exit 0; fi
      rm -f "$cache"
      "$java/bin/java" "-XX:AOTCacheOutput=$cache" "$@" > /dev/null 2>&1 < /dev/null || true
      # An empty file says that it was tried in vain.
      [ -e "$cache" ] || : > "$cache"
    )
  fi
  [ -s "$cache" ]
}

# prepare_startup_cache JAVA_HOME: the cache of the commands that end soon.
prepare_startup_cache() {
  make_startup_cache "$1" "$STARTUP_CACHE" -XX:+UseSerialGC -jar "$ORCHLENS_JAR" facts "$ORCHLENS_ROOT"/examples/*.py
}

# server_command JAVA_HOME: sets SERVER_COMMAND to the command, an array, that starts the language server as the extension does.
server_command() {
  SERVER_COMMAND=("$1/bin/java" "@$SERVER_ARGUMENTS")
  if make_startup_cache "$1" "$SERVER_CACHE" "@$SERVER_ARGUMENTS" -jar "$ORCHLENS_JAR" train; then
    SERVER_COMMAND+=("-XX:AOTCache=$SERVER_CACHE")
  fi
  SERVER_COMMAND+=(-jar "$ORCHLENS_JAR" lsp)
}
