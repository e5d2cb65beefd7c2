#!/bin/bash
# docker.sh: a Docker daemon that answers. Takes the one that runs; else starts one, from Debian's packages if need be.
. "$(dirname "$0")/lib.sh"

install_docker() {
  [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null ||
    fail 'Docker is missing: install it (Debian: apt-get install docker.io iptables), or run this once as root'
  # A list of packages that is older than a day may name versions that are gone.
  [ -n "$(find /var/lib/apt/lists -name '*Packages*' -mmin -1440 2>/dev/null | head -n 1)" ] || apt-get update -qq
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends docker.io containerd runc iptables
}

# Docker 20.10 gives a privileged container every capability there is, and fails where root itself lacks one: in many
# virtual machines that is CAP_SYS_RESOURCE, number 24. A runtime of our own takes it out of the request.
configure() {
  local held
  held=$(awk '/^CapBnd/ { print $2 }' /proc/self/status)
  if [ -e /etc/docker/daemon.json ] || (( 16#$held >> 24 & 1 )); then return; fi
  install -D -m 755 "$HERE/packages/runc-without-sys-resource" /usr/local/bin/runc-without-sys-resource
  mkdir -p /etc/docker
  cat >/etc/docker/daemon.json <<'J'
{
  "default-runtime": "without-sys-resource",
  "runtimes": { "without-sys-resource": { "path": "/usr/local/bin/runc-without-sys-resource" } }
}
J
}

# By hand, since a machine without systemd has nothing that would start it.
start() {
  if docker info; then return; fi
  [ "$(id -u)" = 0 ] || fail 'Docker does not answer: start it, or run this as root'
  configure
  rm -f /var/run/docker.pid
  # Without our descriptor: whoever reads the output of this run would wait for the daemon to end.
  setsid nohup dockerd --exec-opt native.cgroupdriver=cgroupfs >"$LOGS/dockerd.log" 2>&1 </dev/null 7>&- &
  echo $! >"$WORK/dockerd.pid"
  # Everything in the cluster inherits its priority: under `nice make kind-up` probes would time out on a busy machine.
  renice -n 0 -p $!
  for _ in $(seq 120); do docker info && return; sleep 0.5; done
  tail -n 20 "$LOGS/dockerd.log"
  fail 'dockerd does not answer'
}

if docker info >/dev/null 2>&1; then exit; fi
command -v dockerd >/dev/null || step install-docker 20 install_docker
step start-docker 1 start
