/** Where a reader stands: after this transaction and row. */
export interface Position {
  readonly xid: bigint;
  readonly id: bigint;
}

export const BEGINNING: Position = { xid: 0n, id: 0n };

/** Reads `<transaction>-<row>`; the text was checked by the route's schema. */
export function parsePosition(text: string): Position {
  const [xid = '0', id = '0'] = text.split('-');
  return { xid: BigInt(xid), id: BigInt(id) };
}

export function isAfter(position: Position, other: Position): boolean {
  return position.xid > other.xid || (position.xid === other.xid && position.id > other.id);
}
