#!/bin/sh
# Lays Temporal's two schemas, or brings them up to date. Reads SQL_PLUGIN, SQL_HOST, SQL_PORT, SQL_USER, SQL_PASSWORD.
set -eu

versions=/etc/temporal/schema/postgresql/v12

lay() {
  database=$1 schema=$2
  # Both refuse what is there already, and `update-schema` below fails loudly if they failed for another reason.
  temporal-sql-tool --db "$database" create || echo "$database: exists already"
  temporal-sql-tool --db "$database" setup-schema -v 0.0 || echo "$database: set up already"
  temporal-sql-tool --db "$database" update-schema -d "$versions/$schema/versioned"
}

lay temporal temporal
lay temporal_visibility visibility
