#!/bin/sh
# Runs once, when the data folder of PostgreSQL is created. One role owns the database of Vitrine; the services connect as another
# one that owns nothing, so that row-level security binds it. `vitrine database prepare` gives it what it needs.
set -eu
psql --set ON_ERROR_STOP=1 --set owner_password="$DB_OWNER_PASSWORD" --set password="$DB_PASSWORD" --username postgres <<'SQL'
create role vitrine login password :'owner_password' nosuperuser nobypassrls nocreatedb nocreaterole;
create role vitrine_app login password :'password' nosuperuser nobypassrls nocreatedb nocreaterole;
create database vitrine owner vitrine template template0 encoding 'UTF8' locale_provider 'builtin' locale 'C.UTF-8';
revoke connect on database vitrine from public;
SQL
