import { TerminalError } from '@checkpoint/contracts';
import type { Begun } from './context.ts';

/**
 * Refuses a further model call when a budget of the run is used up. What was used is summed in Postgres by the settle
 * of each answer, so a crash counts nothing twice. Throws TerminalError BUDGET_EXCEEDED.
 */
export function checkBudgets(begun: Begun): void {
  const { budgets, used, step } = begun;
  const budget = [
    { name: 'maxSteps', used: step, limit: budgets.maxSteps + 0.5 },
    { name: 'maxTokens', used: used.tokens, limit: budgets.maxTokens },
    { name: 'maxCostUsd', used: used.costUsd, limit: budgets.maxCostUsd },
    { name: 'maxWallSeconds', used: used.seconds, limit: budgets.maxWallSeconds },
  ].find((item) => item.used >= item.limit && item.used > 0);
  if (budget === undefined) return;
  throw new TerminalError(
    'BUDGET_EXCEEDED',
    `step ${step} would go over ${budget.name}: used ${budget.used}`,
    {
      budget: budget.name,
      used: budget.used,
    },
  );
}
