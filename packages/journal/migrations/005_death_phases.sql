-- Up Migration

-- What happened when after a death: noticed (the first sign reached a supervisor), issued (the certificate committed),
-- released (all that the dead worker held was handed back).
ALTER TABLE death_certificates
  ADD COLUMN noticed_at  timestamptz,
  ADD COLUMN released_at timestamptz;
