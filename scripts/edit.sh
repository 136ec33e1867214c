#!/usr/bin/env bash
# ./orchlens edit [DIR] [--port N]: a VS Code in the browser with the extension, on the folder. Ends with Ctrl+C.
set -euo pipefail
ORCHLENS_ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
. "$ORCHLENS_ROOT/scripts/common.sh"
. "$ORCHLENS_ROOT/scripts/editor.sh"

usage() {
  cat << 'TEXT'
Usage: ./orchlens edit [DIR] [--port N]

Builds Orchlens, sets up a VS Code in the browser with it, opens DIR (default: examples) and prints the address.
The editor listens on this machine only and asks for the password that is printed with the address; it could open a terminal.
--port 0 takes any free port; without --port it is 8127, or a free one.
TEXT
}

folder=
port=
while [ $# -gt 0 ]; do
  case $1 in
    --port) [ $# -gt 1 ] || { usage >&2; exit 2; }; port=$2; shift ;;
    --port=*) port=${1#--port=} ;;
    --help | -h) usage; exit 0 ;;
    -*) say "edit has no option $1"; usage >&2; exit 2 ;;
    *) [ -z "$folder" ] || { usage >&2; exit 2; }; folder=$1 ;;
  esac
  shift
done
case $port in *[!0-9]*) say "--port wants a number, not '$port'"; exit 2 ;; esac
[ -n "$folder" ] || folder=$ORCHLENS_ROOT/examples
[ -d "$folder" ] || { say "there is no folder $folder"; exit 2; }
folder=$(cd "$folder" && pwd)

java_home > /dev/null
setup_code_server
vsix=$(build_extension)
run=$ORCHLENS_CACHE/editor
mkdir -p "$run/extensions"
chmod 700 "$run"
write_editor_settings "$run/data"
install_extension "$vsix" "$run"

# A port that somebody else listens on is no reason to fail if the user did not ask for it.
if [ -z "$port" ]; then
  port=8127
  if (exec 3<> "/dev/tcp/127.0.0.1/$port") 2> /dev/null; then port=0; fi
fi

log=$run/code-server.log
# The log of an earlier run would tell where that one listened.
: > "$log"
# Whoever gets in has a terminal of this user: a password of this run, told to code-server where other users cannot read it.
password=$(node -p 'crypto.randomBytes(12).toString("base64url")')
: > "$run/config.yaml"
(PASSWORD=$password code_server --config "$run/config.yaml" --auth password --bind-addr "127.0.0.1:$port" \
  --user-data-dir "$run/data" --extensions-dir "$run/extensions" --disable-telemetry --disable-update-check \
  --disable-getting-started-override --disable-proxy --ignore-last-opened) > "$log" 2>&1 < /dev/null &
editor=$!
trap 'kill "$editor" 2> /dev/null || true' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

# code-server says in its log where it listens. tail ends with the editor.
address=
while IFS= read -r line; do
  case $line in
    *"server listening on http"*) address=${line##*listening on }; address=${address%/}; break ;;
  esac
done < <(tail -n +1 -f --pid="$editor" "$log" 2> /dev/null)
if [ -z "$address" ]; then
  cat "$log" >&2
  die "the editor did not start; its log is above"
fi

cat << TEXT

  Orchlens is at  $address/?folder=$folder
  The password is $password

  In a VS Code of your own instead:
    code --install-extension $vsix

  Ctrl+C ends the editor.
TEXT
wait "$editor"
