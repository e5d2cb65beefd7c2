/**
 * Deliberate breakages of the protocol. Each replaces a text that must occur exactly once in its file, so a mutant that
 * no longer fits the code stops the run instead of passing for killed.
 */
export interface Edit {
  /** Below `packages/journal/src`. */
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

export interface Mutant {
  readonly name: string;
  readonly why: string;
  readonly edits: readonly Edit[];
}

const edit = (file: string, from: string, to: string): Edit => ({ file, from, to });

export const MUTANTS: readonly Mutant[] = [
  {
    name: 'no-epoch-in-settle',
    why: 'a worker that was fenced out settles',
    edits: [
      edit(
        'sql/settle.sql',
        "WHERE key = $1 AND epoch = $2 AND state = 'intended'",
        "WHERE key = $1 AND $2::int > 0 AND state = 'intended'",
      ),
    ],
  },
  {
    name: 'settle-before-send',
    why: 'the outcome is recorded before the effect happens',
    edits: [
      edit(
        'send.ts',
        '  const sent = await attemptSend(p, grant, permit, p.tool.send);\n',
        "  const early = await settle(p, grant, { kind: 'applied', done: { value: { done: true } }, by: 'worker' }, p.pool);\n" +
          '  const sent = await attemptSend(p, grant, permit, p.tool.send);\n' +
          "  if (sent.kind === 'done' && early !== undefined) return early;\n",
      ),
    ],
  },
  {
    name: 'lease-ignored-in-check',
    why: 'a worker that woke from a freeze sends',
    edits: [
      edit(
        'performance.ts',
        'if (permit.lost.aborted || p.lease.remainingMs() < LEASE_MARGIN_MS)',
        'if (false)',
      ),
    ],
  },
  {
    name: 'renewed-lease-revives-permits',
    why: 'a worker that woke and beat sends what it began before its freeze',
    edits: [edit('performance.ts', 'if (permit.lost.aborted || ', 'if (')],
  },
  {
    name: 'ambiguous-read-as-failed',
    why: 'a lost answer counts as "nothing was sent"',
    edits: [edit('send.ts', "error instanceof NotSent ? 'not_sent' : 'ambiguous'", "'not_sent'")],
  },
  {
    name: 'absent-believed-at-once',
    why: 'a request that is still on its way is taken for one that never left',
    edits: [edit('recover.ts', "if (leftMs <= 0) return { kind: 'send' };", "return { kind: 'send' };")],
  },
  {
    name: 'attempt-in-the-key',
    why: 'each attempt is an effect of its own',
    edits: [
      edit(
        'journal.ts',
        '    async perform(effect, tool, performOptions = {}) {\n',
        '    async perform(given, tool, performOptions = {}) {\n      const toolUseId = given.toolUseId.concat(String(given.attempt));\n      const effect = { ...given, toolUseId };\n',
      ),
    ],
  },
  {
    name: 'intent-committed-after-the-send',
    why: 'a crash after the send takes the intent with it',
    edits: [
      edit(
        'journal.ts',
        '  const row = await intend(p);\n',
        "  const open = await p.pool.connect();\n  await open.query('BEGIN');\n  const row = await intend({ ...p, pool: open as never });\n" +
          "  const commit = async (): Promise<void> => {\n    await open.query('COMMIT');\n    open.release();\n  };\n  if (!row.fresh) await commit();\n",
      ),
      edit(
        'journal.ts',
        '    return await sendAndSettle(p, { epoch: Epoch.parse(1), bytes: p.effect.args }, permit);',
        '    const send = async (context: never) => await (p.tool.send as (context: never) => Promise<never>)(context).finally(commit);\n' +
          '    return await sendAndSettle({ ...p, tool: { ...p.tool, send } as never }, { epoch: Epoch.parse(1), bytes: p.effect.args }, permit);',
      ),
    ],
  },
  {
    name: 'takeover-without-epoch',
    why: 'two owners share one epoch',
    edits: [
      edit('sql/takeover.sql', 'SET epoch = e.epoch + 1, worker_id = $3', 'SET worker_id = $3'),
      edit(
        'sql/takeover.sql',
        'SELECT key, epoch, $3, now() + make_interval(secs => $5::float8 / 1000) FROM taken\n',
        'SELECT key, epoch, $3, now() + make_interval(secs => $5::float8 / 1000) FROM taken ON CONFLICT DO NOTHING\n',
      ),
    ],
  },
  {
    name: 'other-arguments-accepted',
    why: 'the payload of a key is not compared',
    edits: [edit('journal.ts', 'if (!row.fresh && row.args_sha256 !== sha256)', 'if (false)')],
  },
  {
    name: 'unrepeatable-resent',
    why: 'recovery sends what must never be sent twice',
    edits: [
      edit(
        'recover.ts',
        "      return { kind: 'unknown', why: 'an earlier attempt may have sent it, and it must never be sent again' };",
        "      return { kind: 'send' };",
      ),
    ],
  },
  {
    name: 'key-window-ignored',
    why: 'the same key is sent after the provider forgot it',
    edits: [edit('recover.ts', 'if ((grant.msSinceFirstSend ?? 0) < tool.keyWindowMs)', 'if (true)')],
  },
  {
    name: 'live-owner-not-respected',
    why: 'an effect is taken from a worker that lives',
    edits: [
      edit(
        'journal.ts',
        'if (row.orphaned === true || row.worker_id === p.lease.workerId) return undefined;',
        'return undefined;',
      ),
      edit('sql/takeover.sql', '      w.lease_until <= now()\n', '      true\n'),
    ],
  },
  {
    name: 'probe-not-asked',
    why: 'a probed effect is sent again without a look-up',
    edits: [
      edit(
        'recover.ts',
        '      return await askReceiver(p, grant, permit, tool.probe, tool.settleWindowMs);',
        "      return { kind: 'send' };",
      ),
    ],
  },
  {
    name: 'transactional-settle-outside',
    why: 'effect and settle are two transactions',
    edits: [
      edit('send.ts', 'await settle(p, grant, decision, client)', 'await settle(p, grant, decision, p.pool)'),
    ],
  },
  {
    name: 'superseded-read-as-not-sent',
    why: 'an attempt whose worker died counts as one that sent nothing',
    edits: [
      edit(
        'sql/takeover.sql',
        "(a.outcome IS NULL OR a.outcome NOT IN ('not_sent', 'deferred'))",
        "(a.outcome IS NOT NULL AND a.outcome NOT IN ('not_sent', 'deferred'))",
      ),
    ],
  },
  {
    name: 'second-part-without-asking',
    why: 'a tool that sends in parts is told that it still may',
    edits: [
      edit(
        'performance.ts',
        '    permit.lost.aborted\n      ? 0\n',
        '    permit.lost.aborted\n      ? 1_000\n',
      ),
    ],
  },
  {
    name: 'resolution-not-cleared',
    why: '"it did not happen" is forgotten, so the effect never goes on',
    edits: [
      edit(
        'sql/resolve.sql',
        "CASE WHEN $2 = 'did_not_happen' THEN epoch ELSE cleared_epoch END",
        'cleared_epoch',
      ),
    ],
  },
  {
    name: 'budget-spent-reads-as-failed',
    why: 'the last failed try decides, whatever the tries before it may have sent',
    edits: [edit('send.ts', "if (mayHaveSent || outcome === 'ambiguous')", "if (outcome === 'ambiguous')")],
  },
];
