#!/bin/sh
# backup.sh DATABASE FOLDER [KEEP] - copy the running bot's database into FOLDER, keep the newest KEEP copies (14).
# RAILHEAD names the command where it is not on the path.
set -eu

if [ $# -lt 2 ] || [ $# -gt 3 ]; then
    echo "usage: backup.sh DATABASE FOLDER [KEEP]" >&2
    exit 2
fi
database=$1 folder=$2 keep=${3:-14}
case $keep in
    '' | *[!0-9]* | 0) echo "backup.sh: KEEP must be a whole number above 0, not '$keep'" >&2; exit 2 ;;
esac

umask 077
mkdir -p "$folder"
copy=$folder/railhead-$(date -u +%Y%m%dT%H%M%SZ).db
unfinished=$copy.part
trap 'rm -f "$unfinished"' EXIT

# The copy gets its name only when it is whole, so a broken one is never mistaken for a backup.
"${RAILHEAD:-railhead}" backup --db "$database" "$unfinished"
mv "$unfinished" "$copy"
echo "$copy"

# Names sort by time; everything after the newest KEEP goes.
find "$folder" -maxdepth 1 -name 'railhead-????????T??????Z.db' | sort -r | tail -n "+$((keep + 1))" |
    while IFS= read -r old; do rm -f "$old"; done
