import { TextInput } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import type { Who } from '../../lib/who.ts';
import { Labelled } from '../sign.tsx';

interface ChoiceProps<Kind extends string> {
  readonly kind: Kind;
  readonly title: string;
  readonly children: ReactNode;
  readonly autofocus?: boolean;
  readonly chosen: Kind | null;
  readonly choose: (kind: Kind) => void;
}

/** One decision of several, and what it will do. */
export function Choice<Kind extends string>(props: ChoiceProps<Kind>) {
  const { kind, title, children, autofocus = false, chosen, choose } = props;
  const input = useRef<HTMLInputElement>(null);
  // The dialog may have opened before it was known what is asked: its own choice of a first field came too early then.
  useEffect(() => {
    if (autofocus) input.current?.focus();
  }, [autofocus]);
  return (
    <label className="choice">
      <input
        type="radio"
        ref={input}
        name="decision"
        value={kind}
        checked={chosen === kind}
        onChange={() => choose(kind)}
        data-autofocus={autofocus}
      />
      <span>
        <b>{title}</b>
        <span className="muted">{children}</span>
      </span>
    </label>
  );
}

/** Under which name a decision will stand. */
export function Decider({ who }: { who: Who }) {
  if (who.mayNot) {
    return (
      <Labelled meaning="person">
        You are {who.me?.subject} and have no role <code>approver</code>: somebody else has to decide.
      </Labelled>
    );
  }
  if (!who.isAsked) return <p className="muted">It will stand under your name, {who.me?.subject}.</p>;
  return (
    <TextInput
      label="your name"
      description="stands beside the decision; kept in this browser"
      required
      pattern=".*\S.*"
      maxLength={128}
      value={who.name}
      onChange={(event) => who.setName(event.currentTarget.value)}
    />
  );
}
