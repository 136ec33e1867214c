#!/usr/bin/env bash
# ./orchlens bench: the JMH benchmarks of docs/performance.md.
set -euo pipefail
ORCHLENS_ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
. "$ORCHLENS_ROOT/scripts/common.sh"

if [ "${1:-}" = --help ] || [ "${1:-}" = -h ]; then
  cat << 'TEXT'
Usage: ./orchlens bench [--checkout DIR] [JMH ARGS...]

Runs the benchmarks that JMH's arguments name: EditToFacts, Emit, Growth, and with a checkout of pypto-lib, Checkout. Without
any, the first two.
TEXT
  exit 0
fi

checkout=
if [ "${1:-}" = --checkout ]; then
  checkout=$(cd "$2" && pwd)
  shift 2
fi
[ $# -gt 0 ] || set -- 'EditToFacts|Emit'
maven -q -DskipTests package dependency:build-classpath -Dmdep.outputFile=target/classpath > /dev/null
classpath=$ORCHLENS_ROOT/tests/target/test-classes:$(cat "$ORCHLENS_ROOT/tests/target/classpath")
# The collector is the one that the extension starts the server with.
exec "$(java_home)/bin/java" -cp "$classpath" org.openjdk.jmh.Main \
  -jvmArgsAppend "-XX:+UseParallelGC -Dorchlens.checkout=$checkout" "$@"
