-- Up Migration

-- One more evidence: the session closed, and the pod refuses the port on which the worker listened. It is no proof of
-- exit, so a takeover waits for the dead attempt's deadline as it does after the end of a lease.
ALTER TABLE death_certificates DROP CONSTRAINT death_certificates_evidence_check;
ALTER TABLE death_certificates ADD CONSTRAINT death_certificates_evidence_check
  CHECK (evidence IN ('exit', 'stream_closed', 'port_closed', 'pod_deleted', 'lease_ended', 'stopped'));
