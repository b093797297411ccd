#!/bin/sh
# The database and its two roles, created at the first start of the container: docs/operations.md, "Your own PostgreSQL".
set -eu
psql --set ON_ERROR_STOP=1 --set owner="$OWNER_PASSWORD" --set site="$SITE_PASSWORD" --username postgres <<'SQL'
create role vesper_owner login password :'owner';
create role vesper_site login password :'site';
grant vesper_site to vesper_owner;
create database vesper owner vesper_owner;
SQL
