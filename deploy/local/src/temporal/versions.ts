/** Versions that were measured together. All are MIT-licensed Go modules. */
export const VERSIONS = {
  'temporal-server': '1.32.1',
  'temporal-sql-tool': '1.32.1',
  'temporal-ui-server': '2.54.1',
} as const;

export type BinaryName = keyof typeof VERSIONS;

/** Where each binary's main package is. Schemas, the configuration template and the UI's assets are embedded. */
export const PACKAGES: Readonly<Record<BinaryName, string>> = {
  'temporal-server': 'go.temporal.io/server/cmd/server',
  'temporal-sql-tool': 'go.temporal.io/server/cmd/tools/sql',
  'temporal-ui-server': 'github.com/temporalio/ui-server/v2/cmd/server',
};

/** What go.mod of these versions asks for. An older compiler fetches it by itself, unless GOTOOLCHAIN=local. */
export const GO_VERSION = '1.26.8';
