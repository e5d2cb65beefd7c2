import { pretty } from '../lib/text.ts';
import { ScrollRegion } from './scroll-region.tsx';

/** A value as indented JSON; a text as itself. */
export function JsonBlock({ value, label }: { value: unknown; label: string }) {
  return (
    <ScrollRegion label={label} className="block">
      <pre>{typeof value === 'string' ? value : pretty(value)}</pre>
    </ScrollRegion>
  );
}
