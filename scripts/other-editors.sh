#!/usr/bin/env bash
# Pastes what docs/editors says into Neovim and Emacs, drives them without a screen, and holds what they show against
# tests/editors/shown.txt. An editor that is not to be had here is left out with a word.
set -euo pipefail
ORCHLENS_ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
. "$ORCHLENS_ROOT/scripts/common.sh"

# The release of Debian whose Neovim is unpacked where the machine's own is too old.
NEOVIM_RELEASE=trixie
NEOVIM_HOME=$ORCHLENS_CACHE/neovim-$NEOVIM_RELEASE

# is_recent_neovim COMMAND...: whether it is a Neovim of version 0.10 or newer.
is_recent_neovim() {
  local version
  version=$("$@" --version 2> /dev/null | head -1) || return 1
  case $version in
    'NVIM v0.'[0-9].* | '') return 1 ;;
    'NVIM v'*) return 0 ;;
    *) return 1 ;;
  esac
}

# unpack_neovim: puts Neovim of a newer Debian, with all that it links to, into a folder of its own; nothing is installed.
unpack_neovim() {
  local mirror keys options work
  [ ! -x "$NEOVIM_HOME/nvim" ] || return 0
  command -v apt-get > /dev/null 2>&1 && command -v dpkg-deb > /dev/null 2>&1 || return 1
  mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' | grep -v security | sort -u | head -1)
  keys=/usr/share/keyrings/debian-archive-keyring.gpg
  [ -n "$mirror" ] && [ -r "$keys" ] || return 1
  say "unpacking Neovim"
  work=$NEOVIM_HOME.new
  rm -rf "$work" "$NEOVIM_HOME"
  mkdir -p "$work"/{lists/partial,cache,root}
  : > "$work/status"
  echo "deb [signed-by=$keys] $mirror $NEOVIM_RELEASE main" > "$work/sources"
  options=(-o "Dir::Etc::sourcelist=$work/sources" -o Dir::Etc::sourceparts=- -o "Dir::State::lists=$work/lists"
    -o "Dir::State::status=$work/status" -o "Dir::Cache=$work/cache" -o Acquire::Languages=none)
  apt-get "${options[@]}" update -qq > "$work/log" 2>&1 < /dev/null || return 1
  apt-get "${options[@]}" install -qq -y -d --no-install-recommends neovim >> "$work/log" 2>&1 < /dev/null || return 1
  find "$work/cache" -name '*.deb' -exec dpkg-deb -x {} "$work/root" ';' || return 1
  # Its C library is newer than the machine's: its own loader finds it, and what Neovim starts finds the machine's.
  cat > "$work/nvim" << 'TEXT'
#!/usr/bin/env bash
root=$(dirname "$(readlink -f "$0")")/root/usr
export VIMRUNTIME=$root/share/nvim/runtime
exec "$(compgen -G "$root/lib64/ld-linux-*.so.*" || compgen -G "$root/lib/ld-linux-*.so.*")" \
  --library-path "$(find "$root/lib" -maxdepth 1 -name '*-linux-gnu')" \
  "$root/bin/nvim" --cmd "set runtimepath^=$root/lib/nvim" "$@"
TEXT
  chmod +x "$work/nvim"
  rm -rf "$work"/{lists,cache}
  mv "$work" "$NEOVIM_HOME"
}

# paste_of PAGE LANGUAGE: prints the blocks of a page that are in a language, with the folder of this checkout in them.
paste_of() {
  awk -v fence="\`\`\`$2" '$0 == fence { on = 1; next } /^```/ { on = 0 } on' "$ORCHLENS_ROOT/docs/editors/$1.md" |
    sed "s#/path/to/orchlens#$ORCHLENS_ROOT#"
}

# holds NAME COMMAND...: runs an editor on the program and compares what it prints with what is to be seen.
holds() {
  local name=$1 folder=$work/$1
  shift
  mkdir -p "$folder/home"
  cp "$ORCHLENS_ROOT/tests/editors/race.py" "$folder"
  if ! (cd "$folder" && HOME=$folder/home XDG_CONFIG_HOME=$folder/home XDG_DATA_HOME=$folder/home XDG_STATE_HOME=$folder/home \
    timeout 120 "$@" < /dev/null > shown.txt 2> log); then
    tail -n 20 "$folder/log" >&2
    say "$name did not get to its end"
  fi
  if ! diff -u "$ORCHLENS_ROOT/tests/editors/shown.txt" "$folder/shown.txt" >&2; then
    say "$name does not show what it should"
    return 1
  fi
  say "$name shows what it should"
}

build_jar
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0

neovim=nvim
if ! is_recent_neovim nvim; then
  unpack_neovim || true
  neovim=$NEOVIM_HOME/nvim
fi
if is_recent_neovim "$neovim"; then
  paste_of neovim lua > "$work/init.lua"
  holds Neovim "$neovim" --headless --clean -u "$work/init.lua" race.py \
    -c "luafile $ORCHLENS_ROOT/tests/editors/neovim.lua" || failed=1
else
  say "Neovim 0.10 or newer is not to be had here; its page is not tested"
fi

(need_packages emacs=emacs-nox '/usr/share/emacs/site-lisp/elpa/eglot-*=elpa-eglot') || true
if command -v emacs > /dev/null 2>&1 && emacs --batch -f package-initialize --eval "(require 'eglot)" > /dev/null 2>&1; then
  paste_of emacs elisp > "$work/init.el"
  holds Emacs emacs --batch -f package-initialize -l "$work/init.el" -l "$ORCHLENS_ROOT/tests/editors/emacs.el" race.py ||
    failed=1
else
  say "Emacs with eglot is not to be had here; its page is not tested"
fi
exit "$failed"
