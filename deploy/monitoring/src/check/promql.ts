import type { SyntaxNode, SyntaxNodeRef } from '@lezer/common';
import { parser } from '@prometheus-io/lezer-promql';

/** Comparisons of PromQL, as the grammar names them. */
const COMPARISONS: ReadonlySet<string> = new Set(['Gtr', 'Lss', 'Gte', 'Lte', 'EqlC', 'Neq']);

/** What the grammar found wrong, as `column: text`; empty for a query that parses. */
export function faults(query: string): string[] {
  const found: string[] = [];
  walk(query, (node) => {
    if (node.type.isError) found.push(`${node.from}: ${query.slice(node.from, node.from + 20)}`);
  });
  return found;
}

/** Names of the metrics that a query asks for, `__name__` matchers left out. */
export function metricNames(query: string): string[] {
  const names = new Set<string>();
  walk(query, (node) => {
    if (node.name !== 'VectorSelector') return;
    const name = node.node.getChild('Identifier');
    if (name !== null) names.add(query.slice(name.from, name.to));
  });
  return [...names];
}

export interface Condition {
  /** What is compared: it must have a value while the alert is silent. */
  readonly signal: string;
  readonly comparison: string;
}

/** The parts of `<signal> <comparison> <number>`. Undefined for an expression of any other form. */
export function condition(query: string): Condition | undefined {
  const top = outermost(parser.parse(query).topNode.firstChild);
  if (top?.name !== 'BinaryExpr') return undefined;
  const [signal, operator, threshold] = children(top);
  if (signal === undefined || operator === undefined || threshold === undefined) return undefined;
  if (!COMPARISONS.has(operator.name) || !/^-?[\d.]+$/.test(query.slice(threshold.from, threshold.to))) {
    return undefined;
  }
  return {
    signal: query.slice(signal.from, signal.to),
    comparison: query.slice(operator.from, threshold.to),
  };
}

function outermost(node: SyntaxNode | null): SyntaxNode | null {
  return node?.name === 'ParenExpr' ? outermost(node.firstChild) : node;
}

function children(node: SyntaxNode): SyntaxNode[] {
  const found: SyntaxNode[] = [];
  for (let child = node.firstChild; child !== null; child = child.nextSibling) found.push(child);
  return found;
}

function walk(query: string, visit: (node: SyntaxNodeRef) => void): void {
  parser.parse(query).iterate({ enter: visit });
}
