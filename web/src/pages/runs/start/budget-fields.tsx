import { TextInput } from '@mantine/core';

/** Names and units as the API has them; an empty input leaves the API's default. */
const BUDGETS = [
  { name: 'maxSteps', label: 'steps', step: 1 },
  { name: 'maxTokens', label: 'tokens', step: 1 },
  { name: 'maxCostUsd', label: 'US dollars', step: 'any' },
  { name: 'maxWallSeconds', label: 'seconds', step: 1 },
] as const;

interface BudgetFieldsProps {
  readonly values: Readonly<Record<string, string>>;
  readonly change: (values: Readonly<Record<string, string>>) => void;
}

/** The most that the run may use up. */
export function BudgetFields({ values, change }: BudgetFieldsProps) {
  return (
    <div className="field-row">
      {BUDGETS.map(({ name, label, step }) => (
        <TextInput
          key={name}
          type="number"
          min={0}
          step={step}
          label={`at most ${label}`}
          placeholder="default"
          value={values[name] ?? ''}
          onChange={(event) => change({ ...values, [name]: event.currentTarget.value })}
        />
      ))}
    </div>
  );
}
