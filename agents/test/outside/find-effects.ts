import { dirname, join, relative, resolve, sep } from 'node:path';
import { type Import, type ModuleFacts, readModule } from './module-facts.ts';
import { type Power, powersOf } from './powers.ts';

export interface Finding {
  readonly file: string;
  readonly line: number;
  readonly message: string;
}

export interface Scan {
  readonly findings: readonly Finding[];
  /** Modules of the agent that may reach outside: each tool in them declares its delivery class. */
  readonly effectModules: readonly string[];
}

/**
 * Finds effects of an agent that the journal would not see. Only the modules of tools that declare a delivery class may
 * reach outside (their probes stand in them too). Every other module that the agent's `index.ts` leads to, such as
 * read-only tools, offline policies and openings, must not: not by itself, not through a module outside the agent's
 * folder, and not by importing such a tool, which only the module that defines the agent does.
 * Paths in the answer are relative to `root`.
 */
export function findEffects(root: string, agentFolder: string): Scan {
  const folder = resolve(root, agentFolder);
  const scan = new Scanner(root, folder);
  scan.visit(join(folder, 'index.ts'));
  return { findings: scan.findings, effectModules: scan.effectModules };
}

class Scanner {
  readonly findings: Finding[] = [];
  readonly effectModules: string[] = [];
  readonly #root: string;
  readonly #folder: string;
  readonly #facts = new Map<string, ModuleFacts>();
  readonly #visited = new Set<string>();

  constructor(root: string, folder: string) {
    this.#root = root;
    this.#folder = folder;
  }

  /** A module of the agent that is not an effect tool's. */
  visit(file: string): void {
    if (this.#visited.has(file)) return;
    this.#visited.add(file);
    const facts = this.#read(file);
    for (const { declares, line } of facts.tools) {
      if (declares === 'nothing')
        this.#report(file, line, 'a tool says neither `readOnly: true` nor which delivery class it has');
    }
    for (const power of powersOf(facts)) this.#report(file, power.line, `reaches outside by ${power.what}`);
    for (const { target, line } of localImports(file, facts)) this.#follow(file, facts, target, line);
  }

  #follow(from: string, facts: ModuleFacts, target: string, line: number): void {
    if (!target.startsWith(this.#folder + sep)) {
      const reached = this.#reach(target, new Set());
      if (reached !== undefined) {
        const where = `${this.#shown(reached.file)}:${reached.power.line}`;
        this.#report(from, line, `reaches outside by ${reached.power.what}, in ${where}`);
      }
    } else if (isEffectModule(this.#read(target))) {
      const shown = this.#shown(target);
      if (!this.effectModules.includes(shown)) this.effectModules.push(shown);
      if (!facts.definesAgent)
        this.#report(from, line, `imports the effect tool of ${shown}, past the journal`);
    } else {
      this.visit(target);
    }
  }

  /** The first power that a module outside the agent's folder has, by itself or through others. */
  #reach(file: string, seen: Set<string>): { file: string; power: Power } | undefined {
    if (seen.has(file)) return undefined;
    seen.add(file);
    const facts = this.#read(file);
    const [power] = powersOf(facts);
    if (power !== undefined) return { file, power };
    for (const { target } of localImports(file, facts)) {
      const found = this.#reach(target, seen);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  #read(file: string): ModuleFacts {
    const known = this.#facts.get(file) ?? readModule(file);
    this.#facts.set(file, known);
    return known;
  }

  #report(file: string, line: number, message: string): void {
    this.findings.push({ file: this.#shown(file), line, message });
  }

  #shown(file: string): string {
    return relative(this.#root, file);
  }
}

function isEffectModule({ tools, definesAgent }: ModuleFacts): boolean {
  return !definesAgent && tools.length > 0 && tools.every(({ declares }) => declares === 'delivery');
}

function localImports(file: string, { imports }: ModuleFacts): { target: string; line: number }[] {
  return imports.flatMap(({ specifier, line }: Import) =>
    specifier?.startsWith('.') ? [{ target: resolve(dirname(file), specifier), line }] : [],
  );
}
