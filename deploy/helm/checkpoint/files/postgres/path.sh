# Debian keeps the server's programs in a folder of their version, out of PATH.
PATH="$PATH:$(echo /usr/lib/postgresql/*/bin)"
export PATH
