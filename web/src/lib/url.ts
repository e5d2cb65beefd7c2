import { useSearchParams } from 'wouter';

/** One part of the address's query: reload and back find it again. Setting null or the empty text removes it. */
export function useUrlPart(name: string): [string | null, (value: string | null) => void] {
  const [search, setSearch] = useSearchParams();
  const set = (value: string | null) =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        if (value === null || value === '') next.delete(name);
        else next.set(name, value);
        return next;
      },
      { replace: true },
    );
  return [search.get(name), set];
}
