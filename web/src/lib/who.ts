import { useQuery } from '@tanstack/react-query';
import { meQuery } from '../api/queries.ts';
import type { Me } from '../api/types.ts';
import { useDecider } from './decider.ts';

/** Who decides here: the person whom the API knows by a token, or the name that is typed where it asks nobody. */
export interface Who {
  readonly me: Me | undefined;
  /** The name has to be typed. */
  readonly isAsked: boolean;
  readonly name: string;
  readonly setName: (name: string) => void;
  /** What goes into the body of a decision. */
  readonly sent: { readonly by?: string };
  /** Known not to hold the role that deciding needs. */
  readonly mayNot: boolean;
}

export function useWho(): Who {
  const { data: me } = useQuery(meQuery);
  const [name, setName] = useDecider();
  const isAsked = me?.authentication !== 'on';
  return {
    me,
    isAsked,
    name,
    setName,
    sent: isAsked ? { by: name.trim() } : {},
    mayNot: !isAsked && !me.roles.includes('approver'),
  };
}
