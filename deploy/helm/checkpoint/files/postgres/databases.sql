-- \getenv keeps passwords out of the command line; \gexec runs the statement that a row holds.
\getenv journal_role JOURNAL_ROLE
\getenv journal_database JOURNAL_DATABASE
\getenv journal_password JOURNAL_PASSWORD
\getenv witness_role WITNESS_ROLE
\getenv witness_database WITNESS_DATABASE
\getenv witness_password WITNESS_PASSWORD
\getenv temporal_password TEMPORAL_PASSWORD
\getenv exporter_password EXPORTER_PASSWORD

CREATE TEMPORARY TABLE wanted_roles (name text, password text);
INSERT INTO wanted_roles VALUES
  (:'journal_role', :'journal_password'),
  (:'witness_role', :'witness_password'),
  ('temporal', :'temporal_password'),
  ('exporter', :'exporter_password');
SELECT format('CREATE ROLE %I', name) FROM wanted_roles WHERE name NOT IN (SELECT rolname FROM pg_roles) \gexec
SELECT format('ALTER ROLE %I LOGIN PASSWORD %L', name, password) FROM wanted_roles \gexec
-- The exporter reads statistics and nothing else.
GRANT pg_monitor TO exporter;

CREATE TEMPORARY TABLE wanted_databases (name text, owner text);
INSERT INTO wanted_databases VALUES
  (:'journal_database', :'journal_role'),
  (:'witness_database', :'witness_role'),
  ('temporal', 'temporal'),
  ('temporal_visibility', 'temporal');
SELECT format('CREATE DATABASE %I OWNER %I', name, owner) FROM wanted_databases
  WHERE name NOT IN (SELECT datname FROM pg_database) \gexec
SELECT format('REVOKE ALL ON DATABASE %I FROM PUBLIC', name) FROM wanted_databases \gexec
-- The witness compares the ledger's rows with what arrived at it; it may read that one table and no more.
SELECT format('GRANT CONNECT ON DATABASE %I TO %I', :'journal_database', :'witness_role') \gexec
