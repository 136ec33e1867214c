#!/usr/bin/env bash
# ./orchlens test: everything that is tested, from nothing but the package registries. Every part runs even if one before
# it failed; the exit code says whether all of them passed.
set -euo pipefail
ORCHLENS_ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
. "$ORCHLENS_ROOT/scripts/common.sh"
. "$ORCHLENS_ROOT/scripts/editor.sh"

usage() {
  cat << 'TEXT'
Usage: ./orchlens test [--quick | --java | --editor] [--update-screenshots] [--checkout DIR]

Installs what the tests need and runs them: the Java modules (mvn verify), the extension's type check, lint and unit tests, the
end-to-end tests in a real VS Code in headless Chromium, and Neovim and Emacs without a screen. --java and --editor run one side
only. --quick runs what takes less than a minute after a change: the Java tests that start no process and wait for nothing (those
without the tag "slow"), and the extension's type check, lint and unit tests. --update-screenshots puts the pictures that the
end-to-end tests take into docs/images; else they go to vscode-extension/test-output. With --checkout the end-to-end tests also
open the largest program of the checkout of pypto-lib at DIR.
TEXT
}

quick=
java_side=yes
editor_side=yes
screenshots=$EXTENSION_DIR/test-output
while [ $# -gt 0 ]; do
  case $1 in
    --quick) quick=yes ;;
    --java) editor_side= ;;
    --editor) java_side= ;;
    --checkout) [ $# -gt 1 ] || { usage >&2; exit 2; }; ORCHLENS_CHECKOUT=$(cd "$2" && pwd); export ORCHLENS_CHECKOUT; shift ;;
    --update-screenshots) screenshots=$ORCHLENS_ROOT/docs/images ;;
    --help | -h) usage; exit 0 ;;
    *) say "test has no option $1"; usage >&2; exit 2 ;;
  esac
  shift
done

failed=()

# part NAME COMMAND...: runs one part and remembers whether it failed.
part() {
  local name=$1 started=$SECONDS
  shift
  say "$name"
  if "$@"; then
    say "$name: passed in $((SECONDS - started)) s"
  else
    failed+=("$name")
    say "$name: FAILED after $((SECONDS - started)) s"
  fi
}

java_tests() {
  # What the launcher compiled, it compiled without Error Prone.
  if [ -e "$ORCHLENS_UNCHECKED" ]; then
    rm -rf "$ORCHLENS_ROOT"/{grammar,server}/target/{classes,maven-status} "$ORCHLENS_UNCHECKED"
  fi
  if [ -n "$quick" ]; then
    maven test -DexcludedGroups=slow
  else
    maven verify
  fi
}

type_check() {
  (cd "$EXTENSION_DIR" && npm --loglevel=error run --silent check < /dev/null)
}

lint() {
  (cd "$EXTENSION_DIR" && npm --loglevel=error run --silent lint < /dev/null)
}

unit_tests() {
  (cd "$EXTENSION_DIR" && npm --loglevel=error run --silent unit < /dev/null)
}

packaged() {
  local vsix
  vsix=$("$ORCHLENS_ROOT/orchlens" package --target linux-x64) || return 1
  (cd "$EXTENSION_DIR" && ORCHLENS_PLATFORM_VSIX=$vsix npm --loglevel=error run --silent packaged < /dev/null)
}

end_to_end() {
  local vsix chromium
  vsix=$(build_extension) || return 1
  chromium=${ORCHLENS_CHROMIUM:-$(command -v chromium || command -v chromium-browser || command -v google-chrome || true)}
  if [ -z "$chromium" ]; then
    say "the end-to-end tests need Chromium; install it or set ORCHLENS_CHROMIUM to its executable"
    return 1
  fi
  (
    cd "$EXTENSION_DIR"
    export ORCHLENS_VSIX=$vsix ORCHLENS_CHROMIUM=$chromium ORCHLENS_SCREENSHOTS=$screenshots
    export ORCHLENS_CODE_SERVER=$CODE_SERVER_HOME/node_modules/code-server/out/node/entry.js
    npm --loglevel=error run --silent e2e < /dev/null
  )
}

java_home > /dev/null
need_packages mvn=maven
[ -n "$quick" ] || need_packages g++=g++
if [ -n "$java_side" ]; then part "Java modules" java_tests; fi
if [ -n "$editor_side" ]; then
  if [ -z "$quick" ]; then
    [ -n "${ORCHLENS_CHROMIUM:-}" ] || need_packages chromium=chromium
    need_packages unzip=unzip '/usr/share/fonts/truetype/dejavu/DejaVuSansMono.ttf=fonts-dejavu-core'
    setup_code_server
  fi
  setup_extension_tools
  part "extension: types" type_check
  part "extension: lint" lint
  part "extension: units" unit_tests
  if [ -z "$quick" ]; then
    part "extension: with its own Java" packaged
    part "extension: end to end" end_to_end
    part "other editors" bash "$ORCHLENS_ROOT/scripts/other-editors.sh"
  fi
fi

if [ ${#failed[@]} -gt 0 ]; then
  say "failed: ${failed[*]}"
  exit 1
fi
say "all tests passed"
