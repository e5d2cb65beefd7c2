export interface PageLink {
  readonly path: string;
  readonly name: string;
  /** Second key of the pair that goes there: `g r`. */
  readonly key: string;
  /** Whether an address belongs to this page. */
  readonly holds: (path: string) => boolean;
}

export const INBOX_PATH = '/inbox';

/** The pages that exist. Chaos joins here when it does: the panel shows no dead link. */
export const PAGES: readonly PageLink[] = [
  { path: '/', name: 'Runs', key: 'r', holds: (path) => path === '/' || path.startsWith('/runs') },
  { path: INBOX_PATH, name: 'Inbox', key: 'i', holds: (path) => path.startsWith(INBOX_PATH) },
  { path: '/workers', name: 'Workers', key: 'w', holds: (path) => path.startsWith('/workers') },
  { path: '/resume', name: 'Resume', key: 'e', holds: (path) => path.startsWith('/resume') },
];
