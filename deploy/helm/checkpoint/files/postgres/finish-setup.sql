\getenv setup SETUP
\getenv witness_role WITNESS_ROLE
SELECT format('GRANT SELECT ON ledger_rows TO %I', :'witness_role') WHERE to_regclass('ledger_rows') IS NOT NULL \gexec
CREATE TABLE IF NOT EXISTS chart_setups (id text PRIMARY KEY, done_at timestamptz NOT NULL DEFAULT now());
INSERT INTO chart_setups (id) VALUES (:'setup') ON CONFLICT DO NOTHING;
