#!/bin/bash
# closure.sh WORKSPACE TARGET: copies a workspace with all that it needs at run time, and nothing of the others, to
# TARGET/program and TARGET/dependencies: two layers, of which only the first changes from day to day.
# npm itself says what is needed; installing for one workspace alone would bring the other ones' tools for tests along.
set -euo pipefail
workspace=$1 target=$2 root=$PWD
mkdir -p "$target"/{program,dependencies}
cp package.json "$target/program/"
npm ls --all --parseable --omit=dev --omit=peer --workspace "$workspace" | while read -r path; do
  path=${path#"$root"}
  path=${path#/}
  [ -n "$path" ] || continue
  cp -a --parents "$path" "$target/dependencies/"
  # Our own packages are links out of node_modules, and Node runs their TypeScript only where the links lead.
  [ ! -L "$path" ] || cp -a --parents "$(realpath --relative-to="$root" "$path")" "$target/program/"
done

# Type declarations, source maps and manuals are for people; licences stay.
find "$target/dependencies" -type f \
  '(' -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' -o -name '*.map' -o -iname 'readme*' -o -iname 'changelog*' ')' -delete
# Temporal's core comes built for five platforms, with its Rust sources.
bridge=$target/dependencies/node_modules/@temporalio/core-bridge
if [ -d "$bridge" ]; then
  find "$bridge/releases" -mindepth 1 -maxdepth 1 ! -name "$(uname -m)-unknown-linux-gnu" -exec rm -rf {} +
  rm -rf "$bridge"/{sdk-core,src,ts,bridge-macros}
fi
