#!/usr/bin/env bash
# Holds the facts of the programs of a checkout of pypto-lib against measured ones; docs/real-programs.md has its results.
set -euo pipefail
ORCHLENS_ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
. "$ORCHLENS_ROOT/scripts/common.sh"

if [ $# -lt 2 ] || [ "$1" = --help ] || [ "$1" = -h ]; then
  cat << 'TEXT'
Usage: scripts/score-real.sh MEASURED CHECKOUT [TEXT]

MEASURED is a folder with measured facts, a/b.json for the program a/b.py of CHECKOUT. Prints the first difference of every section
that is not equal, and then how many sections are equal, by folder and by kind. With TEXT, only paths that hold it count.
TEXT
  [ $# -ge 1 ] && exit 0
  exit 2
fi

measured=$(cd "$1" && pwd)
checkout=$(cd "$2" && pwd)
shift 2
maven -q -DskipTests package dependency:build-classpath -Dmdep.outputFile=target/classpath > /dev/null
classpath=$ORCHLENS_ROOT/tests/target/test-classes:$(cat "$ORCHLENS_ROOT/tests/target/classpath")
exec "$(java_home)/bin/java" -cp "$classpath" dev.orchlens.tests.conformance.RealPrograms "$measured" "$checkout" "$@"
