import { type ReactNode, useLayoutEffect, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { EVERYWHERE, listenForKeys } from '../keys/bindings.ts';
import { useKeys } from '../keys/use-keys.ts';
import { useConnection } from '../live/use-live.ts';
import { ConnectionLabel } from './connection-label.tsx';
import { KeyboardHelp } from './keyboard-help.tsx';
import { INBOX_PATH, PAGES } from './pages.ts';
import { Person } from './person.tsx';
import { Waiting } from './waiting.tsx';

/** What every page stands in: the navigation, whether the page is current, the help. */
export function Frame({ children }: { children: ReactNode }) {
  const [path, navigate] = useLocation();
  const [helpIsOpen, setHelpIsOpen] = useState(false);
  const { state } = useConnection();
  // Before the first paint, so that a key works on whatever can be seen.
  useLayoutEffect(() => listenForKeys(document), []);
  useKeys(EVERYWHERE, [
    ...PAGES.map((page) => ({
      keys: `g ${page.key}`,
      does: `go to ${page.name}`,
      run: () => navigate(page.path),
    })),
    { keys: '?', does: 'show these keys', run: () => setHelpIsOpen(true) },
  ]);
  return (
    <>
      <a className="skip" href="#main">
        Skip to the page
      </a>
      <header className={`top ${state}`}>
        <span className="brand">Checkpoint</span>
        <nav aria-label="Pages">
          {PAGES.map((page) => (
            <Link key={page.path} href={page.path} aria-current={page.holds(path) ? 'page' : undefined}>
              {page.name}
              {page.path === INBOX_PATH && <Waiting />}
            </Link>
          ))}
        </nav>
        <ConnectionLabel />
        <Person />
        <button type="button" className="plain" onClick={() => setHelpIsOpen(true)} title="keys (?)">
          <kbd>?</kbd>
          <span className="hidden-text">keyboard help</span>
        </button>
      </header>
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      <KeyboardHelp opened={helpIsOpen} close={() => setHelpIsOpen(false)} />
    </>
  );
}
