#!/bin/sh
# restore.sh BACKUP DATABASE - put a backup in the place of a database; the present one is kept beside it.
# Stop the bot first. RAILHEAD names the command where it is not on the path.
set -eu

if [ $# -ne 2 ]; then
    echo "usage: restore.sh BACKUP DATABASE" >&2
    exit 2
fi
backup=$1 database=$2
if [ ! -f "$backup" ]; then
    echo "restore.sh: there is no file $backup" >&2
    exit 1
fi

umask 077
kept=$database.before-$(date -u +%Y%m%dT%H%M%SZ)
if [ -f "$database" ]; then
    "${RAILHEAD:-railhead}" backup --db "$database" "$kept" || cp "$database" "$kept"
    echo "the present database is kept as $kept"
fi
"${RAILHEAD:-railhead}" restore "$backup" --db "$database"
"${RAILHEAD:-railhead}" verify --db "$database"
