import type { ReactNode } from 'react';

/** A drawing that a screen reader skips: the figures and the table tell all that it shows, in order and with links. */
export function ForEyes({ children }: { children: ReactNode }) {
  return <div aria-hidden="true">{children}</div>;
}
