/**
 * The keyboard: pages register what their keys do, the help lists what is registered, and one listener serves all.
 * A binding is a key (`j`) or two in a row (`g r`). Keys do nothing while a person types or a dialog is open.
 */
export interface KeyBinding {
  readonly keys: string;
  /** What it does, for the help: `next row`. */
  readonly does: string;
  /** Without one the key is the browser's own, and the help only tells of it. */
  readonly run?: () => void;
  /** Where the key applies; everywhere when absent. */
  readonly when?: () => boolean;
}

export interface KeyGroup {
  readonly title: string;
  readonly bindings: readonly KeyBinding[];
}

/** The group of the frame around all pages; the help shows it first. */
export const EVERYWHERE = 'Everywhere';

/** Milliseconds in which the second key of a pair must follow the first. */
const PAIR_WITHIN_MS = 1_200;

const groups = new Set<KeyGroup>();
let first: { key: string; at: number } | undefined;

/** Adds a group until the returned function is called. */
export function registerKeys(group: KeyGroup): () => void {
  groups.add(group);
  return () => groups.delete(group);
}

/** What can be pressed right now. */
export function activeKeys(): readonly KeyGroup[] {
  return [...groups].sort((a, b) => Number(b.title === EVERYWHERE) - Number(a.title === EVERYWHERE));
}

/** Serves the keys of the whole page until the returned function is called. */
export function listenForKeys(target: Document): () => void {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (isTyping(event.target) || dialogIsOpen(target)) return;
    const run = match(event.key, event.timeStamp)?.run;
    if (run === undefined) return;
    event.preventDefault();
    run();
  };
  target.addEventListener('keydown', onKeyDown);
  return () => target.removeEventListener('keydown', onKeyDown);
}

function match(key: string, at: number): KeyBinding | undefined {
  const pair = first && at - first.at < PAIR_WITHIN_MS ? `${first.key} ${key}` : undefined;
  const all = [...groups]
    .flatMap((group) => group.bindings)
    .filter((binding) => binding.run && (binding.when?.() ?? true));
  const found =
    all.find((binding) => binding.keys === pair) ?? all.findLast((binding) => binding.keys === key);
  first =
    found === undefined && all.some((binding) => binding.keys.startsWith(`${key} `))
      ? { key, at }
      : undefined;
  return found;
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName))
  );
}

function dialogIsOpen(target: Document): boolean {
  return target.querySelector('[role="dialog"][aria-modal="true"]') !== null;
}
