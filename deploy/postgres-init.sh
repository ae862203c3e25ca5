#!/bin/sh
# Runs once, when the data folder of PostgreSQL is created. Vitrine gets a role of its own that owns one database and may do nothing else.
set -eu
psql --set ON_ERROR_STOP=1 --set password="$DB_PASSWORD" --username postgres <<'SQL'
create role vitrine login password :'password' nosuperuser nobypassrls nocreatedb nocreaterole;
create database vitrine owner vitrine template template0 encoding 'UTF8' locale_provider 'builtin' locale 'C.UTF-8';
revoke connect on database vitrine from public;
SQL
