#!/usr/bin/env bash
# Alerts and queries are tested with Debian's prometheus and promtool. They are unpacked and not installed, since the
# package would start a server. Where neither apt nor an installed one is, those tests are skipped and say so.
set -euo pipefail
cd "$(dirname "$0")/.."
home=bin/prometheus
if command -v promtool >/dev/null && command -v prometheus >/dev/null; then exit 0; fi
if [ -x "$home/usr/bin/promtool" ]; then exit 0; fi
if ! command -v apt-get >/dev/null; then
  echo 'Prometheus is missing, so the tests of alerts and dashboard are skipped: see make doctor'
  exit 0
fi
echo 'fetching Prometheus for the tests of alerts and dashboard (apt-get download)'
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
if ! (cd "$work" && { apt-get -qq download prometheus 2>/dev/null || { apt-get -qq update && apt-get -qq download prometheus; }; }); then
  echo 'it could not be fetched, so those tests are skipped'
  exit 0
fi
mkdir -p "$home"
dpkg-deb -x "$work"/prometheus_*.deb "$home"
