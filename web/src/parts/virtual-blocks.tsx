import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useRef } from 'react';
import { ScrollRegion } from './scroll-region.tsx';

interface BlocksProps<Item> {
  readonly label: string;
  readonly items: readonly Item[];
  readonly keyOf: (item: Item) => string;
  readonly children: (item: Item) => ReactNode;
}

/** Pixels of a block before it has been measured. */
const FIRST_GUESS_PX = 40;
const OVERSCAN_BLOCKS = 8;

/** Blocks of any height, one below the other; only those in sight are in the page. */
export function VirtualBlocks<Item>({ label, items, keyOf, children }: BlocksProps<Item>) {
  const scroller = useRef<HTMLElement>(null);
  const virtual = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => FIRST_GUESS_PX,
    overscan: OVERSCAN_BLOCKS,
  });
  return (
    <ScrollRegion label={label} className="vblocks" ref={scroller}>
      <div className="vbody" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map((block) => {
          const item = items[block.index];
          if (item === undefined) return null;
          return (
            <div
              key={keyOf(item)}
              ref={virtual.measureElement}
              data-index={block.index}
              className="vblock"
              style={{ transform: `translateY(${block.start}px)` }}
            >
              {children(item)}
            </div>
          );
        })}
      </div>
    </ScrollRegion>
  );
}
