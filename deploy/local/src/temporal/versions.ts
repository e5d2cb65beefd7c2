/** Versions that were measured together (docs/adr); both are MIT-licensed Go modules. */
export const SERVER_VERSION = '1.32.1';
export const UI_VERSION = '2.54.1';

/** What go.mod of these versions asks for. Older compilers download it, or refuse. */
export const GO_VERSION = '1.26.8';

export type BinaryName = 'temporal-server' | 'temporal-sql-tool' | 'temporal-ui-server';
