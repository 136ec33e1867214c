#!/usr/bin/env bash
# Compares what two commits say of the same programs, byte for byte: their facts with the C++, and what is wrong with them.
set -euo pipefail
ORCHLENS_ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
. "$ORCHLENS_ROOT/scripts/common.sh"

if [ $# -lt 3 ] || [ "$1" = --help ] || [ "$1" = -h ]; then
  cat << 'TEXT'
Usage: scripts/same-facts.sh BEFORE AFTER FOLDER...

BEFORE and AFTER are commits of this project, a FOLDER has programs in it, such as a checkout of pypto-lib; imports are looked for in
it. Builds both commits aside, prints what "facts" and "check" tell of each program on both, and shows the differences. Exits with 0
if there are none, with 1 if there are. The jars stay in ORCHLENS_CACHE for the next time.
TEXT
  [ $# -ge 1 ] && exit 0
  exit 2
fi

work=$(mktemp -d)
trap 'rm -rf "$work"; git -C "$ORCHLENS_ROOT" worktree prune' EXIT

# jar_of COMMIT: builds the commit's server unless that was done before, and prints the path of its jar.
jar_of() {
  local commit jar
  commit=$(git -C "$ORCHLENS_ROOT" rev-parse --verify --quiet "$1^{commit}") || die "there is no commit $1"
  jar=$ORCHLENS_CACHE/jars/$commit.jar
  if [ ! -f "$jar" ]; then
    say "building $1"
    git -C "$ORCHLENS_ROOT" worktree add --quiet --detach "$work/$commit" "$commit" >&2
    (ORCHLENS_ROOT=$work/$commit; maven -q -pl server -am package -DskipTests -Dspotless.check.skip=true) > "$work/log" 2>&1 ||
      { cat "$work/log" >&2; die "$1 did not build; the messages above say why"; }
    mkdir -p "$ORCHLENS_CACHE/jars"
    mv "$work/$commit/server/target/orchlens.jar" "$jar"
  fi
  printf '%s\n' "$jar"
}

# told COMMAND JAR FOLDER FILE...: what a command tells of programs; that some are wrong is no failure.
told() {
  local command=$1 jar=$2 folder=$3 code=0 words
  shift 3
  words=("$command")
  if [ "$command" = check ]; then words+=(--strict --format json); fi
  (cd "$folder" && "$java/bin/java" -XX:+UseSerialGC -Xss8m -jar "$jar" "${words[@]}" --root "$folder" "$@" 2>&1) || code=$?
  [ "$code" -le 2 ] || die "$command ended with $code"
}

java=$(java_home)
before=$(jar_of "$1")
after=$(jar_of "$2")
shift 2
programs=0
differ=0
for folder in "$@"; do
  folder=$(cd "$folder" && pwd)
  mapfile -t files < <(cd "$folder" && grep -rlE --include='*.py' 'pypto\.language' . | sort)
  [ ${#files[@]} -gt 0 ] || die "no program in $folder imports pypto.language"
  programs=$((programs + ${#files[@]}))
  for command in facts check; do
    told "$command" "$before" "$folder" "${files[@]}" > "$work/before"
    told "$command" "$after" "$folder" "${files[@]}" > "$work/after"
    if ! cmp --quiet "$work/before" "$work/after"; then
      differ=1
      diff "$work/before" "$work/after" | cut -c 1-300 || true
    fi
  done
done
[ "$differ" = 0 ] && say "equal: facts and diagnostics of $programs programs"
exit "$differ"
