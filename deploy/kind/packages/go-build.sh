# How Go programs are built here: to be sourced after lib.sh.
LINK_S=20 REPORT_EVERY_S=15
# Without C the programs are static, and without paths and dates each build links the same bytes.
export CGO_ENABLED=0 GOFLAGS='-buildvcs=false -trimpath' GOWORK=off

# Counts the packages that the compiler names in its output, and tells a person what is left.
report() { # TOTAL LOG
  local started=$SECONDS done elapsed
  while sleep "$REPORT_EVERY_S"; do
    done=$(wc -l <"$2") elapsed=$((SECONDS - started))
    [ "$done" -eq 0 ] || printf '\n%40s %d of %d packages, about %d s left … ' '' "$done" "$1" \
      $((elapsed * ($1 - done) / done + LINK_S)) >&7
  done
}

# compile NAME PACKAGE [FLAG…]: from the current folder into $BIN, where it appears only when it is whole.
compile() {
  local name=$1 package=$2 log=$LOGS/compile-$1.log reporter code=0
  shift 2
  : >"$log"
  report "$(go list -deps "$package" | wc -l)" "$log" &
  reporter=$!
  nice go build -v -o "$BIN/.$name" "$@" "$package" 2>"$log" || code=$?
  kill "$reporter"
  [ "$code" = 0 ] || { cat "$log"; return "$code"; }
  mv "$BIN/.$name" "$BIN/$name"
}

need_go() { command -v go >/dev/null || fail "Go is needed to build $1: install Go 1.26 or newer (https://go.dev/dl)"; }
