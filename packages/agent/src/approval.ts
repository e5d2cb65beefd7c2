import type { Risk } from '@checkpoint/contracts';

/**
 * Milliseconds until a question that nobody answers counts as rejected: half a day, and so half of a run's default
 * budget of wall time, in which waiting counts.
 */
export const DEFAULT_APPROVAL_EXPIRY_MS = 12 * 3_600_000;

/** Milliseconds: shorter than a second nobody can read it; longer than 30 days no run should hang. */
const SHORTEST_EXPIRY_MS = 1_000;
const LONGEST_EXPIRY_MS = 30 * 86_400_000;

/** What a predicate may look at beside the arguments. All of it is the same on every attempt. */
export interface ApprovalContext<Settings> {
  readonly settings: Settings;
  /** What the run was started with, validated by the agent's schema. */
  readonly agentInput: unknown;
}

/** A tool with one asks a person before it is called. Its run waits, and holds no worker while it waits. */
export interface Approval<Input, Settings> {
  /**
   * `always`, or whether these arguments, which fit the tool's schema, need a person. It is asked once for a call and
   * its answer is stored. Only `false` lets a call pass: a predicate that throws or returns anything else asks.
   */
  readonly when: 'always' | ((input: Input, context: ApprovalContext<Settings>) => boolean);
  /** What goes wrong if it is allowed and should not have been. */
  readonly risk: Risk;
  /** Milliseconds until a question that nobody answers counts as rejected. Default `DEFAULT_APPROVAL_EXPIRY_MS`. */
  readonly expiresInMs?: number;
  /** One line that says what is asked, for the person who decides. Arguments that the tool declares as secrets are masked. */
  question?(input: Input): string;
}

/** Throws a TypeError when the declaration cannot be kept. */
export function checkApproval(tool: string, { expiresInMs }: Approval<never, never>): void {
  if (expiresInMs === undefined) return;
  const fits =
    Number.isInteger(expiresInMs) && expiresInMs >= SHORTEST_EXPIRY_MS && expiresInMs <= LONGEST_EXPIRY_MS;
  if (fits) return;
  throw new TypeError(
    `tool ${tool}: approval.expiresInMs is ${expiresInMs}; give whole milliseconds from ${SHORTEST_EXPIRY_MS} to ${LONGEST_EXPIRY_MS}`,
  );
}
