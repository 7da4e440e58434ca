#!/bin/sh
# Creates the namespace and Pawl's search attributes where they are missing. Reads TEMPORAL_ADDRESS, TEMPORAL_NAMESPACE.
set -eu

retention=720h

until temporal operator cluster health >/dev/null 2>&1; do
  echo 'waiting for the server'
  sleep 2
done

temporal operator namespace describe --namespace "$TEMPORAL_NAMESPACE" >/dev/null 2>&1 ||
  temporal operator namespace create --namespace "$TEMPORAL_NAMESPACE" --retention "$retention"

# A new namespace is not known to every part of the server at once.
until existing=$(temporal operator search-attribute list); do
  echo 'waiting for the namespace'
  sleep 2
done

register() {
  if printf '%s\n' "$existing" | grep -qw "$1"; then
    echo "$1: exists already"
  else
    temporal operator search-attribute create --name "$1" --type "$2"
  fi
}

register PawlState Keyword
register PawlPhase Keyword
register PawlStep Keyword
register PawlGear Keyword
register PawlCause Keyword
register PawlRepo Keyword
register PawlAgent Keyword
register PawlJail Keyword
register PawlPhaseSince Datetime
