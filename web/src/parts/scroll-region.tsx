import type { ReactNode, Ref } from 'react';

interface ScrollRegionProps {
  readonly label: string;
  readonly className: string;
  readonly ref?: Ref<HTMLElement>;
  readonly children: ReactNode;
}

/** A part of the page that scrolls inside itself: named, and reachable by keyboard so that the arrows scroll it. */
export function ScrollRegion({ label, className, ref, children }: ScrollRegionProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard (WCAG 2.1.1).
    <section className={className} ref={ref} tabIndex={0} aria-label={label}>
      {children}
    </section>
  );
}
