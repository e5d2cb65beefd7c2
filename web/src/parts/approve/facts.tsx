import type { Approval } from '../../api/types.ts';
import { useNow } from '../../lib/clock.ts';
import { shortHash } from '../../lib/text.ts';
import { absolute, duration, millis } from '../../lib/time.ts';
import { connection } from '../../live/connection.ts';
import { Arguments } from '../arguments.tsx';
import { Copyable } from '../copy.tsx';
import { Labelled } from '../sign.tsx';
import { Changes } from './changes.tsx';
import { difference } from './difference.ts';
import { ASKED_BECAUSE, RISK_MEANING } from './words.ts';

/** What is asked: with which risk and until when, and the arguments as a person reads them. */
export function ApprovalFacts({ approval }: { approval: Approval }) {
  const { risk, rule, argsSha256, expiresAt, separateApprover, startedBy, outcome, refusedEdit } = approval;
  return (
    <div className="undecided">
      <dl className="facts">
        <dt>risk</dt>
        <dd>
          <Labelled meaning={RISK_MEANING[risk]}>{risk}</Labelled>, {ASKED_BECAUSE[rule]}
        </dd>
        {outcome === null && (
          <>
            <dt>time left</dt>
            <dd title={absolute(expiresAt)}>
              <Left until={expiresAt} />
            </dd>
          </>
        )}
        {startedBy !== null && (
          <>
            <dt>started by</dt>
            <dd>
              {startedBy}
              {separateApprover && ', who may not let it go on'}
            </dd>
          </>
        )}
        <dt>hash</dt>
        <dd>
          SHA-256 <Copyable text={argsSha256} short={shortHash(argsSha256)} what="hash" />
        </dd>
        {refusedEdit && (
          <>
            <dt>refused</dt>
            <dd>
              <Labelled meaning="wrong">the tool does not take what {refusedEdit.by} put in</Labelled>
              <p>{refusedEdit.message}</p>
              <Changes changes={difference(approval.args, refusedEdit.args)} />
            </dd>
          </>
        )}
      </dl>
      <section aria-label="What it is to be called with">
        <h3>What it is to be called with</h3>
        <Arguments args={approval.args} isCut={approval.argsCut} label={`arguments of ${approval.tool}`} />
      </section>
    </div>
  );
}

/** How long there is to decide; after that it counts as rejected. */
function Left({ until }: { until: string }) {
  const leftMs = millis(until) - (useNow() + connection.skewMs());
  return leftMs > 0 ? `${duration(leftMs)}, then it counts as rejected` : 'none: it counts as rejected';
}
