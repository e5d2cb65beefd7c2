import type { Json } from '../api/types.ts';
import { pretty } from '../lib/text.ts';
import { JsonBlock } from './json-block.tsx';

interface ArgumentsProps {
  readonly args: Json;
  /** Only the beginning was read. */
  readonly isCut?: boolean;
  readonly label: string;
}

/** Arguments as a person reads them: names and values, without JSON's marks; a text such as a mail as itself. */
export function Arguments({ args, isCut = false, label }: ArgumentsProps) {
  if (isCut || args === null || typeof args !== 'object' || Array.isArray(args)) {
    return (
      <>
        <JsonBlock value={args} label={label} />
        {isCut && <p className="muted">Only the beginning: it is too long to be shown whole.</p>}
      </>
    );
  }
  return (
    <dl className="facts" aria-label={label}>
      {Object.entries(args).map(([name, value]) => (
        <Argument key={name} name={name} value={value} />
      ))}
    </dl>
  );
}

function Argument({ name, value }: { name: string; value: Json }) {
  const isNested = value !== null && typeof value === 'object';
  return (
    <>
      <dt className="mono">{name}</dt>
      <dd>{isNested ? <pre className="nested">{pretty(value)}</pre> : String(value)}</dd>
    </>
  );
}
