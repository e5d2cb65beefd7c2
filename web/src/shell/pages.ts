export interface PageLink {
  readonly path: string;
  readonly name: string;
  /** Second key of the pair that goes there: `g r`. */
  readonly key: string;
  /** Whether an address belongs to this page. */
  readonly holds: (path: string) => boolean;
}

/** The pages that exist. Inbox, Resume and Chaos join here when they do: the panel shows no dead link. */
export const PAGES: readonly PageLink[] = [
  { path: '/', name: 'Runs', key: 'r', holds: (path) => path === '/' || path.startsWith('/runs') },
  { path: '/workers', name: 'Workers', key: 'w', holds: (path) => path.startsWith('/workers') },
];
