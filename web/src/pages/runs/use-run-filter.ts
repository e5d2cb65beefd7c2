import { useSearchParams } from 'wouter';
import type { RunFilter } from '../../api/paths.ts';

const NAMES = ['status', 'agent', 'cursor'] as const;

/** The filter as the address says it, so that it survives a reload and can be sent to a colleague. */
export function useRunFilter() {
  const [search, setSearch] = useSearchParams();
  const filter: RunFilter = Object.fromEntries(
    NAMES.flatMap((name) => {
      const value = search.get(name);
      return value ? [[name, value]] : [];
    }),
  );
  const change = (name: (typeof NAMES)[number], value: string | null) =>
    setSearch((before) => {
      const next = new URLSearchParams(before);
      // A cursor belongs to the filter that it was drawn from.
      next.delete('cursor');
      if (value) next.set(name, value);
      else next.delete(name);
      return next;
    });
  return {
    filter,
    setStatus: (value: string | null) => change('status', value),
    setAgent: (value: string | null) => change('agent', value),
    setCursor: (value: string | null) => change('cursor', value),
  };
}
