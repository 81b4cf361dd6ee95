#!/bin/sh
# Lays out the smallest root file system that a binary runs in: assemble-root.sh BINARY FOLDER
# Besides the binary there are the C library's files that it names, and what the C library itself reads.
set -eu
binary=$1
root=$2
mkdir -p "$root/etc" "$root/tmp" "$root/proc" "$root/dev"
chmod 1777 "$root/tmp"
cp "$binary" "$root/pr-service"
# Paths of libraries, and of the loader, which stands in a line without an arrow.
ldd "$binary" | grep -o '/[^ ]*' | while read -r library; do
  mkdir -p "$root$(dirname "$library")"
  cp -L "$library" "$root$library"
done
# Names of hosts: the file that container engines write first, then DNS.
echo 'hosts: files dns' > "$root/etc/nsswitch.conf"
echo 'pr-service:x:65532:65532::/data:/sbin/nologin' > "$root/etc/passwd"
echo 'pr-service:x:65532:' > "$root/etc/group"
