#!/usr/bin/env bash
# Holds the limits of the runtime that diagnostics speak of against the headers of a checkout.
set -euo pipefail
ORCHLENS_ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
. "$ORCHLENS_ROOT/scripts/common.sh"

if [ $# -ne 1 ] || [ "$1" = --help ] || [ "$1" = -h ]; then
  cat << 'TEXT'
Usage: scripts/limits.sh CHECKOUT

CHECKOUT is a checkout of simpler, the runtime. Compares each limit in device/Limits.java with the header that its comment names,
on both devices, and prints those that moved. Exits with 0 if none did, with 1 if one did or is not found.
TEXT
  [ $# -eq 1 ] && exit 0
  exit 2
fi

checkout=$1
limits=$ORCHLENS_ROOT/server/src/main/java/dev/orchlens/device/Limits.java
moved=0

# value EXPRESSION: computes a constant of C or Java.
value() {
  local text=${1//_/}
  text=${text//L/}
  echo $((text))
}

# ours NAME: the value of a constant in Limits.java.
ours() {
  value "$(sed -nE "s/^ *public static final (int|long) $1 = ([^;]*);.*/\2/p" "$limits")"
}

# hold NAME FILE CONSTANT: compares ours with the largest value of a constant in the files that FILE names.
hold() {
  local expected actual=
  expected=$(ours "$1")
  for file in $(cd "$checkout" && compgen -G "$2" || true); do
    local text
    text=$(sed -nE "s,^(inline )?(#define|constexpr int) +$3( =)? +([^;/]*[^;/ ]).*,\4,p" "$checkout/$file" | head -1)
    [ -n "$text" ] || { say "$file has no $3"; moved=1; continue; }
    text=$(value "$text")
    [ -n "$actual" ] && [ "$actual" -ge "$text" ] || actual=$text
  done
  if [ "$expected" != "$actual" ]; then
    say "$1 is $expected, and $3 in $2 is ${actual:-not there}"
    moved=1
  fi
}

runtime='src/*/runtime/tensormap_and_ringbuffer/runtime'
hold TASK_TENSORS src/common/task_interface/arg_direction.h CORE_MAX_TENSOR_ARGS
hold TASK_SCALARS src/common/task_interface/arg_direction.h CORE_MAX_SCALAR_ARGS
hold ENTRY_TENSORS src/common/task_interface/arg_direction.h CHIP_MAX_TENSOR_ARGS
hold ENTRY_SCALARS src/common/task_interface/arg_direction.h CHIP_MAX_SCALAR_ARGS
hold RINGS "$runtime/pto_runtime2_types.h" PTO2_MAX_RING_DEPTH
hold WINDOW "$runtime/pto_runtime2_types.h" PTO2_TASK_WINDOW_SIZE
hold HEAP "$runtime/pto_runtime2_types.h" PTO2_HEAP_SIZE
hold ALIGNMENT "$runtime/pto_constants.h" PTO2_PACKED_OUTPUT_ALIGN
hold CLUSTERS 'src/*/platform/include/common/platform_config.h' PLATFORM_MAX_BLOCKDIM
[ $moved = 0 ] && say "no limit moved"
exit $moved
