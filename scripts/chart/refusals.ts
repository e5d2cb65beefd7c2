/** Values that the chart must refuse, and a part of what it must say. A refusal that says nothing helps nobody. */
export interface Refusal {
  readonly why: string;
  readonly set: readonly string[];
  readonly says: RegExp;
}

const DIGEST = `sha256:${'0'.repeat(63)}`;

export const REFUSALS: readonly Refusal[] = [
  { why: 'an unknown key', set: ['worker.replicas=3'], says: /\/worker.*replicas/s },
  { why: 'an unknown key at the top', set: ['postgres.host=x'], says: /postgres/ },
  { why: 'a key under the wrong parent', set: ['api.temporal.taskQueue=x'], says: /\/api.*temporal/s },
  { why: 'latest as a tag', set: ['api.image.tag=latest'], says: /api\/image\/tag/ },
  {
    why: 'a digest that is too short',
    set: [`worker.image.digest=${DIGEST}`],
    says: /worker\/image\/digest/,
  },
  { why: 'a log level that does not exist', set: ['observability.logLevel=verbose'], says: /logLevel/ },
  { why: 'a duration without a unit', set: ['observability.podMonitor.interval=15'], says: /interval/ },
  {
    why: 'an address without a port',
    set: ['temporal.address=temporal.example.com'],
    says: /temporal\/address/,
  },
  { why: 'a TLS mode that Postgres does not have', set: ['postgresql.sslMode=prefer'], says: /sslMode/ },
  { why: 'a negative number of replicas', set: ['worker.replicaCount=-1'], says: /replicaCount/ },
  { why: 'a node port outside the range', set: ['api.service.nodePort=3000'], says: /nodePort/ },
  {
    why: 'an API that asks nobody who they are',
    set: ['api.auth.existingSecret='],
    says: /nobody would be asked who they are/,
  },
  {
    why: 'tokens and nobody asked',
    set: ['api.auth.offEverywhere=true'],
    says: /take one of both out/,
  },
  {
    why: 'an issuer without an audience',
    set: ['api.auth.oidc.issuer=https://id.example.com'],
    says: /audience is empty/,
  },
  {
    why: 'a role that does not exist',
    set: ['api.auth.oidc.roles.sre={root}'],
    says: /roles/,
  },
  {
    why: 'a webhook that nobody signs',
    set: ['api.webhook.url=https://bot.example.com'],
    says: /who sends/,
  },
  { why: 'no database', set: ['postgresql.host='], says: /postgresql\.host is empty/ },
  {
    why: 'no secret for the database',
    set: ['postgresql.existingSecret='],
    says: /existingSecret is empty.*password/,
  },
  { why: 'no Temporal', set: ['temporal.address='], says: /temporal\.address is empty/ },
  {
    why: 'a bundled Temporal on a database of the operator',
    set: ['temporal.bundled.enabled=true'],
    says: /postgresql\.bundled\.enabled is not/,
  },
  {
    why: 'a witness without a role of its own',
    set: [
      'witness.enabled=true',
      'postgresql.witness.existingSecret=x',
      'postgresql.witness.user=checkpoint',
    ],
    says: /a role of its own/,
  },
  {
    why: 'a witness without a secret',
    set: ['witness.enabled=true'],
    says: /witness\.existingSecret is empty/,
  },
  {
    why: 'an API key in the clear',
    set: ['temporal.apiKey.existingSecret=key'],
    says: /travel in the clear/,
  },
  {
    why: 'a grace that is shorter than the worker’s own',
    set: ['worker.terminationGracePeriodSeconds=20'],
    says: /terminationGracePeriodSeconds is 20: it must be 30/,
  },
  {
    why: 'an end before the grace is over',
    set: ['worker.temporal.shutdownForceSeconds=10'],
    says: /shutdownForceSeconds is 10: it must be more/,
  },
  {
    why: 'two kinds of a disruption budget',
    set: ['worker.pdb.minAvailable=1'],
    says: /worker\.pdb has both/,
  },
  {
    why: 'verify-ca without an authority',
    set: ['postgresql.sslMode=verify-ca'],
    says: /caSecret\.name is empty/,
  },
  {
    why: 'a fleet without an account',
    set: ['api.rbac.create=false', 'api.serviceAccount.create=false'],
    says: /api\.serviceAccount\.name is empty/,
  },
];
