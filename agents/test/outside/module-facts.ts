import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { type CallExpression, type Property as Field, type NewExpression, type Node, parse } from 'acorn';
import { simple } from 'acorn-walk';

/** What a module says about itself, read from the code that runs: types are gone, lines are those of the file. */
export interface ModuleFacts {
  readonly imports: readonly Import[];
  /** Free names that are used as values, with the line of each first use. */
  readonly names: ReadonlyMap<string, number>;
  readonly tools: readonly ToolDeclaration[];
  readonly definesAgent: boolean;
}

export interface Import {
  /** Undefined: the name is computed when the code runs. */
  readonly specifier: string | undefined;
  /** Imported names; undefined: all of them. */
  readonly names: readonly string[] | undefined;
  readonly line: number;
}

export interface ToolDeclaration {
  readonly declares: 'readOnly' | 'delivery' | 'nothing';
  readonly line: number;
}

/** Parses a TypeScript module. Throws a SyntaxError for one that is none. */
export function readModule(file: string): ModuleFacts {
  const code = stripTypeScriptTypes(readFileSync(file, 'utf8'), { mode: 'strip' });
  const program = parse(code, { ecmaVersion: 'latest', sourceType: 'module', locations: true });
  const imports: Import[] = [];
  const names = new Map<string, number>();
  const tools: ToolDeclaration[] = [];
  let definesAgent = false;
  simple(program, {
    ImportDeclaration(node) {
      const parts = node.specifiers.map((part) =>
        part.type === 'ImportSpecifier' && part.imported.type === 'Identifier'
          ? part.imported.name
          : undefined,
      );
      const known = parts.filter((name) => name !== undefined);
      const all = known.length < parts.length;
      imports.push({ specifier: text(node.source), names: all ? undefined : known, line: lineOf(node) });
    },
    ExportNamedDeclaration(node) {
      if (node.source) imports.push({ specifier: text(node.source), names: undefined, line: lineOf(node) });
    },
    ExportAllDeclaration(node) {
      imports.push({ specifier: text(node.source), names: undefined, line: lineOf(node) });
    },
    ImportExpression(node) {
      imports.push({ specifier: text(node.source), names: undefined, line: lineOf(node) });
    },
    Identifier(node) {
      if (!names.has(node.name)) names.set(node.name, lineOf(node));
    },
    CallExpression(node) {
      if (calls(node, 'defineAgent')) definesAgent = true;
      if (calls(node, 'defineTool')) tools.push({ declares: declared(node), line: lineOf(node) });
      // What runs in a thread runs: the module counts as imported.
      if (calls(node, 'inThread'))
        imports.push({ specifier: ownUrl(node.arguments[0]), names: undefined, line: lineOf(node) });
    },
  });
  return { imports, names, tools, definesAgent };
}

function calls(node: CallExpression, name: string): boolean {
  return node.callee.type === 'Identifier' && node.callee.name === name;
}

/** What a `defineTool` says in its own literal: what is spread into it from elsewhere does not count. */
function declared(node: CallExpression): ToolDeclaration['declares'] {
  const [definition] = node.arguments;
  if (definition?.type !== 'ObjectExpression') return 'nothing';
  const given = (name: string): unknown => {
    const found = definition.properties.find(
      (part): part is Field =>
        part.type === 'Property' && part.key.type === 'Identifier' && part.key.name === name,
    );
    return found?.value.type === 'Literal' ? found.value.value : undefined;
  };
  if (given('readOnly') === true) return 'readOnly';
  return typeof given('delivery') === 'string' ? 'delivery' : 'nothing';
}

/** The literal of `new URL('./x.ts', import.meta.url)`. */
function ownUrl(node: Node | undefined): string | undefined {
  const { callee, arguments: given = [] } = (node ?? {}) as Partial<NewExpression>;
  const [path] = given;
  if (callee?.type !== 'Identifier' || callee.name !== 'URL' || path === undefined) return undefined;
  return text(path);
}

function text(source: Node): string | undefined {
  const { value } = source as { value?: unknown };
  return source.type === 'Literal' && typeof value === 'string' ? value : undefined;
}

function lineOf(node: Node): number {
  return node.loc?.start.line ?? 0;
}
