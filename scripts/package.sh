#!/usr/bin/env bash
# ./orchlens package [--target T] [--jdk DIR]: the extension as a file to install, alone or with a Java of its own.
set -euo pipefail
ORCHLENS_ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
. "$ORCHLENS_ROOT/scripts/common.sh"
. "$ORCHLENS_ROOT/scripts/editor.sh"

usage() {
  cat << 'TEXT'
Usage: ./orchlens package [--target linux-x64|linux-arm64|darwin-arm64|win32-x64] [--jdk DIR]

Without a target: the extension for every platform, which uses a Java that it finds. With one: the extension for that platform,
with a Java of its own, made of the modules that the server needs. DIR is a JDK of that platform, of the release of the
Java that Orchlens is built with; this machine's own JDK without it. A JDK of another platform must have its jmods folder.
TEXT
}

# this_target: prints the target that this machine is.
this_target() {
  local machine
  machine=$(uname -m)
  case $(uname -s)-$machine in
    Linux-x86_64) echo linux-x64 ;;
    Linux-aarch64) echo linux-arm64 ;;
    Darwin-arm64) echo darwin-arm64 ;;
    *) echo "$(uname -s)-$machine" ;;
  esac
}

# target_of_jdk DIR: prints the target that the JDK at DIR is for, from its release file.
target_of_jdk() {
  local system machine
  system=$(sed -n 's/^OS_NAME="\(.*\)"/\1/p' "$1/release")
  machine=$(sed -n 's/^OS_ARCH="\(.*\)"/\1/p' "$1/release")
  case $system-$machine in
    Linux-x86_64) echo linux-x64 ;;
    Linux-aarch64) echo linux-arm64 ;;
    Darwin-aarch64) echo darwin-arm64 ;;
    Windows-x86_64) echo win32-x64 ;;
    *) echo "$system-$machine" ;;
  esac
}

# needed_modules JAVA_HOME: prints the modules of the Java platform that the server needs, separated by commas.
needed_modules() {
  # java.sql is only for the adapters of its dates of Gson and Jackson, java.desktop and java.xml only for what Jackson knows of
  # beans and documents; both do without where the modules are missing. jdk.unsupported is Gson's last means to make an object,
  # which it asks for by name.
  {
    "$1/bin/jdeps" --ignore-missing-deps --multi-release "$MINIMUM_JAVA" --list-deps "$ORCHLENS_JAR" \
      | sed 's/ //g; s|/.*||' | grep -vE '^java\.(desktop|sql|xml)$'
    echo jdk.unsupported
  } | sort -u | paste -sd, -
}

# make_runtime JAVA_HOME JDK TARGET DIR: a Java for TARGET at DIR.
make_runtime() {
  local modules=() home=$2
  [ -d "$home/Contents/Home" ] && home=$home/Contents/Home
  [ -r "$home/release" ] || die "$2 is no JDK: it has no file 'release'"
  [ "$(target_of_jdk "$home")" = "$3" ] || die "the JDK at $2 is for $(target_of_jdk "$home"), not for $3; name another with --jdk"
  if [ -d "$home/jmods" ]; then
    modules=(--module-path "$home/jmods")
  elif [ "$3" != "$(this_target)" ]; then
    die "the JDK at $2 has no folder jmods, from which a Java for another platform than this one is linked"
  fi
  rm -rf "$4"
  "$1/bin/jlink" "${modules[@]}" --add-modules "$(needed_modules "$1")" --strip-debug --no-man-pages --no-header-files \
    --compress zip-9 --output "$4" > /dev/null || die "jlink could not make a Java for $3"
}

target=
jdk=
while [ $# -gt 0 ]; do
  case $1 in
    --target) [ $# -gt 1 ] || { usage >&2; exit 2; }; target=$2; shift ;;
    --jdk) [ $# -gt 1 ] || { usage >&2; exit 2; }; jdk=$2; shift ;;
    --help | -h) usage; exit 0 ;;
    *) say "package has no option $1"; usage >&2; exit 2 ;;
  esac
  shift
done
case $target in
  '' | linux-x64 | linux-arm64 | darwin-arm64 | win32-x64) ;;
  *) say "there is no target $target"; usage >&2; exit 2 ;;
esac

if [ -z "$target" ]; then
  vsix=$(build_extension)
else
  java=$(java_home)
  build_jar
  runtime=$ORCHLENS_ROOT/server/target/runtime-$target
  make_runtime "$java" "${jdk:-$java}" "$target" "$runtime"
  vsix=$(ORCHLENS_RUNTIME=$runtime build_extension "$target")
fi
say "$(du -k "$vsix" | cut -f1) kB"
printf '%s\n' "$vsix"
