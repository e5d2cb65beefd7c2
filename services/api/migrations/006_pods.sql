-- Up Migration

-- Pods of the worker Deployment as this product saw them. A time is the first sight of something, and keeps its first value.
CREATE TABLE pods (
  uid        text PRIMARY KEY,
  name       text NOT NULL,
  -- uid of the ReplicaSet: only its own pods take the place of one of its pods.
  owner_uid  text NOT NULL,
  node       text,
  seen_at    timestamptz NOT NULL DEFAULT now(),
  ready_at   timestamptz,
  -- Somebody's deletion was seen: by the time to live that stood on the object, or by its absence.
  deleted_at timestamptz,
  -- The object was gone. The process may outlive it.
  gone_at    timestamptz,
  -- Why the pod as a whole ended, in Kubernetes' words, and when that was seen.
  ended_at   timestamptz,
  reason     text,
  -- The pod whose place it took.
  replaces   text UNIQUE REFERENCES pods
);
CREATE INDEX pods_name ON pods (name);

-- Which process runs in which pod, as each worker said when it opened its session, and how it ended there.
CREATE TABLE worker_pods (
  worker_id          text PRIMARY KEY REFERENCES workers,
  pod_uid            text NOT NULL,
  pod_name           text NOT NULL,
  node               text,
  -- By the node's clock, as are the times that the node's runtime gives.
  process_started_at timestamptz NOT NULL,
  -- The stream that the worker holds, or held last. The end of an older one says nothing.
  session            text NOT NULL,
  session_ended_at   timestamptz,
  -- The container that it ran in has ended: when that was seen, and what the node's runtime said.
  terminated_at      timestamptz,
  finished_at        timestamptz,
  exit_code          integer,
  exit_reason        text
);
CREATE INDEX worker_pods_pod ON worker_pods (pod_uid, process_started_at);

ALTER TABLE kills
  ADD COLUMN action      text NOT NULL DEFAULT 'sigkill' CHECK (action IN ('sigkill', 'pod_delete')),
  -- Kubernetes accepted the deletion.
  ADD COLUMN accepted_at timestamptz;
CREATE INDEX kills_worker ON kills (worker_id, requested_at);

CREATE TRIGGER note AFTER UPDATE ON pods
  FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION note_worker();
CREATE TRIGGER note AFTER INSERT OR UPDATE ON worker_pods FOR EACH ROW EXECUTE FUNCTION note_worker();

-- A worker's pod as the pages show it. Its successor is the next process of the same pod, or the pod that took its place.
CREATE VIEW worker_pod_views AS
SELECT p.worker_id, p.pod_uid AS uid, p.pod_name AS name, coalesce(p.node, o.node) AS node,
       (SELECT max(k.accepted_at) FROM kills k WHERE k.worker_id = p.worker_id) AS kill_accepted_at,
       o.deleted_at, o.gone_at, o.reason,
       p.session_ended_at, p.terminated_at, p.finished_at, p.exit_code, p.exit_reason,
       coalesce(n.pod_name, r.name) AS successor_pod,
       coalesce(n.ready_at, r.ready_at) AS successor_ready_at,
       coalesce(n.worker_id, r.worker_id) AS successor_worker_id
FROM worker_pods p
LEFT JOIN pods o ON o.uid = p.pod_uid
LEFT JOIN LATERAL (
  SELECT l.pod_name, l.worker_id, w.started_at AS ready_at
  FROM worker_pods l JOIN workers w USING (worker_id)
  WHERE l.pod_uid = p.pod_uid AND l.process_started_at > p.process_started_at
  ORDER BY l.process_started_at LIMIT 1
) n ON true
LEFT JOIN LATERAL (
  SELECT s.name, s.ready_at,
         (SELECT f.worker_id FROM worker_pods f WHERE f.pod_uid = s.uid ORDER BY f.process_started_at LIMIT 1) AS worker_id
  FROM pods s WHERE s.replaces = p.pod_uid
) r ON true;
