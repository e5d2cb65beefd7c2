import { Tabs } from '@mantine/core';
import type { ReactNode } from 'react';
import type { RunDetail } from '../../../api/types.ts';
import { useKeys } from '../../../keys/use-keys.ts';
import { useUrlPart } from '../../../lib/url.ts';
import { Boundary } from '../../../parts/boundary.tsx';
import type { WorkerNames } from '../workers.ts';
import { Artifacts } from './artifacts.tsx';
import { AttemptTable } from './attempts.tsx';
import { Conversation } from './conversation.tsx';
import { Effects } from './effects.tsx';
import { History } from './history.tsx';
import { TABS_ID } from './id.ts';
import { InputAndResult } from './input.tsx';
import { Mail } from './mail.tsx';
import { Report } from './report.tsx';
import { Resumes } from './resumes.tsx';

export interface TabProps {
  readonly run: RunDetail;
  readonly names: WorkerNames;
  readonly openStep: (step: number) => void;
  /** Opens the dialog in which a person says what became of an effect. */
  readonly decide: (effectKey: string) => void;
}

const TABS: Readonly<Record<string, (props: TabProps) => ReactNode>> = {
  effects: (props) => <Effects {...props} />,
  conversation: (props) => <Conversation {...props} />,
  attempts: (props) => <AttemptTable {...props} />,
  resumes: (props) => <Resumes {...props} />,
  artifacts: (props) => <Artifacts {...props} />,
  mail: (props) => <Mail {...props} />,
  history: (props) => <History {...props} />,
  report: (props) => <Report {...props} />,
  input: (props) => <InputAndResult {...props} />,
};
const NAMES = Object.keys(TABS);

/** The rows behind the numbers; only the chosen tab is read. */
export function RunTabs(props: TabProps) {
  const [chosen, setChosen] = useUrlPart('tab');
  const tab = chosen !== null && chosen in TABS ? chosen : 'effects';
  useKeys(
    'Tabs',
    NAMES.map((name, index) => ({ keys: String(index + 1), does: name, run: () => setChosen(name) })),
  );
  return (
    <Tabs value={tab} onChange={setChosen} keepMounted={false} id={TABS_ID} className="run-tabs">
      <Tabs.List>
        {NAMES.map((name) => (
          <Tabs.Tab key={name} value={name}>
            {name === 'input' ? 'input and result' : name}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={tab}>
        <Boundary subject={tab}>{TABS[tab]?.(props)}</Boundary>
      </Tabs.Panel>
    </Tabs>
  );
}
