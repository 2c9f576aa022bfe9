#!/bin/sh
# Runs once, when the database is created: lets a replica copy it, with the shop's password.
echo 'host replication all all scram-sha-256' >> "$PGDATA/pg_hba.conf"
