#!/usr/bin/env bash
# ./orchlens bench: the measurements of docs/performance.md.
set -euo pipefail
ORCHLENS_ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
. "$ORCHLENS_ROOT/scripts/common.sh"

usage() {
  cat << 'TEXT'
Usage: ./orchlens bench latency --checkout DIR [--files FILE,...] [--only PART,...] [--quick] [--json]
       ./orchlens bench soak --checkout DIR [--minutes N] [--seed S]
       ./orchlens bench edits --checkout DIR [--steps N] [--seed S] [--files K]
       ./orchlens bench jmh [--checkout DIR] [JMH ARGS...]

latency starts the server as the extension does and measures it from outside, over its streams: from the change written to
the answer read. soak works with the largest programs for N minutes and prints the memory of each minute. edits makes random
edits on one server and compares it with servers started for the same state. DIR is a checkout of pypto-lib; each of the three
tells more with --help.

jmh runs the benchmarks that JMH's arguments name: EditToFacts, Emit, Growth, and with a checkout of pypto-lib, Checkout. Without any,
the first two.
TEXT
}

# build_tests: builds what the benchmarks need, and sets CLASSPATH_OF_TESTS.
build_tests() {
  maven -q -DskipTests -Dspotless.check.skip=true test-compile dependency:build-classpath -Dmdep.outputFile=target/classpath > /dev/null
  CLASSPATH_OF_TESTS=$ORCHLENS_ROOT/tests/target/test-classes:$(cat "$ORCHLENS_ROOT/tests/target/classpath")
}

# measure COMMAND ARGS...: one of the tools that look at the real server from outside.
measure() {
  local java
  java=$(java_home)
  build_tests
  build_jar
  server_command "$java"
  exec "$java/bin/java" -XX:+UseSerialGC -Xss8m -cp "$CLASSPATH_OF_TESTS" "-Dorchlens.root=$ORCHLENS_ROOT" \
    dev.orchlens.tests.measure.Measure "$@" -- "${SERVER_COMMAND[@]}"
}

jmh() {
  local checkout=
  if [ "${1:-}" = --checkout ]; then
    checkout=$(cd "$2" && pwd)
    shift 2
  fi
  [ $# -gt 0 ] || set -- 'EditToFacts|Emit'
  build_tests
  # The benchmarks run in the JVM that the server runs in.
  exec "$(java_home)/bin/java" -cp "$CLASSPATH_OF_TESTS" org.openjdk.jmh.Main \
    -jvmArgsAppend "@$SERVER_ARGUMENTS -Dorchlens.checkout=$checkout" "$@"
}

case ${1:-} in
  latency | soak | edits) measure "$@" ;;
  jmh) shift; jmh "$@" ;;
  --help | -h) usage ;;
  *) usage >&2; exit 2 ;;
esac
