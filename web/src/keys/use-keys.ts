import { useLayoutEffect, useRef } from 'react';
import { type KeyBinding, registerKeys } from './bindings.ts';

/** Registers keys while a component is mounted. The bindings may change with each render; the help sees the first texts. */
export function useKeys(title: string, bindings: readonly KeyBinding[]): void {
  const latest = useRef(bindings);
  latest.current = bindings;
  const names = bindings.map((binding) => binding.keys).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the names decide what is registered; the ref holds the rest.
  useLayoutEffect(
    () =>
      registerKeys({
        title,
        bindings: latest.current.map((binding) => ({
          ...binding,
          ...(binding.run && {
            run: () => latest.current.find(({ keys }) => keys === binding.keys)?.run?.(),
          }),
        })),
      }),
    [title, names],
  );
}
