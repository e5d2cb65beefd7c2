#!/usr/bin/env bash
# The panel is tested in Debian's Chromium. Only root on Debian can be given it here; `make doctor` tells all others.
set -euo pipefail
for name in "${CHECKPOINT_CHROMIUM:-}" chromium chromium-browser google-chrome; do
  if [ -n "$name" ] && command -v "$name" >/dev/null; then exit 0; fi
done
if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null; then
  echo 'Chromium is missing, so the tests of the panel cannot run: see make doctor'
  exit 0
fi
echo 'installing Chromium for the tests of the panel (apt-get)'
export DEBIAN_FRONTEND=noninteractive
apt-get -qq -o DPkg::Lock::Timeout=300 update
apt-get -qq -o DPkg::Lock::Timeout=300 install -y --no-install-recommends chromium >/dev/null
