#!/bin/sh
# Starts PostgreSQL on /data/cluster, which is made first where it is absent.
set -eu
. /scripts/path.sh
cluster=/data/cluster
sum=$(printf %s "$POSTGRES_PASSWORD" | sha256sum)

# initdb asks for the name of its user. The official image has none for our uid, and brings a library that makes one up.
name_this_user() {
  wrapper=$(ls /usr/lib/*/libnss_wrapper.so 2> /dev/null || true)
  if id -un > /dev/null 2>&1 || [ -z "$wrapper" ]; then return; fi
  echo "postgres:x:$(id -u):$(id -g)::/tmp:/bin/false" > /tmp/passwd
  echo "postgres:x:$(id -g):" > /tmp/group
  export NSS_WRAPPER_PASSWD=/tmp/passwd NSS_WRAPPER_GROUP=/tmp/group LD_PRELOAD="$wrapper"
}

# When a pod takes its volume up again, the kubelet gives the pod's group rights to all of it, and PostgreSQL then refuses.
if [ -d "$cluster" ]; then chmod 0700 "$cluster"; fi

if [ ! -s "$cluster/PG_VERSION" ]; then
  # Made aside and renamed: a first start that is killed in the middle leaves no half cluster.
  rm -rf "$cluster.unfinished"
  name_this_user
  (umask 077 && printf %s "$POSTGRES_PASSWORD" > /tmp/password)
  initdb -D "$cluster.unfinished" -U postgres --auth=scram-sha-256 --pwfile=/tmp/password --encoding=UTF8 --locale=C.UTF-8
  rm /tmp/password
  mv "$cluster.unfinished" "$cluster"
  unset LD_PRELOAD
elif [ "$(cat /data/password.sha256 2>/dev/null)" != "$sum" ]; then
  # The secret was made anew over data that stayed. Single-user mode takes one statement a line.
  quoted=$(printf %s "$POSTGRES_PASSWORD" | sed "s/'/''/g")
  printf "ALTER ROLE postgres PASSWORD '%s'\n" "$quoted" | postgres --single -D "$cluster" postgres > /dev/null
fi
printf %s "$sum" > /data/password.sha256

exec postgres -D "$cluster" \
  -c listen_addresses='*' -c unix_socket_directories='' -c hba_file=/scripts/pg_hba.conf \
  -c max_connections=300 -c shared_buffers=128MB -c timezone=UTC
