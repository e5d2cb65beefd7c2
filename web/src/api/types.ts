/** What the API answers, as types only: the schemas themselves, and zod with them, stay out of the bundle. */

export type { Fault, Json, RunStatus, WitnessMail } from '@checkpoint/contracts';
export type {
  AgentInfo,
  AgentList,
  ArtifactList,
  ArtifactView,
  AttemptList,
  AttemptView,
  DuplicateCounts,
  EffectList,
  EffectView,
  ErrorReport,
  HeldWork,
  HistoryView,
  HoldList,
  KillReport,
  Problem,
  ResumeList,
  ResumeView,
  RunDetail,
  RunEvent,
  RunList,
  RunReport,
  RunSummary,
  StartRunBody,
  StepList,
  StepView,
  WorkerList,
  WorkerView,
} from '@checkpoint/contracts/api';

import type { WitnessMail } from '@checkpoint/contracts';

export interface MailList {
  readonly mail: readonly WitnessMail[];
}
