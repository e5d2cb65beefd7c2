import { Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { pretty } from '../../lib/text.ts';
import type { Field } from './schema.ts';

interface InputFieldProps {
  readonly field: Field;
  readonly text: string;
  readonly change: (text: string) => void;
}

/** One input for one field of the agent's schema. An empty input leaves the field out. */
export function InputField({ field, text, change }: InputFieldProps) {
  const { defaultValue } = field;
  const fallback = typeof defaultValue === 'string' ? defaultValue : defaultValue && pretty(defaultValue);
  const common = {
    label: field.name,
    description: field.description,
    required: field.required,
    value: text,
    placeholder: fallback === undefined ? undefined : String(fallback),
    onChange: (event: React.ChangeEvent<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>) =>
      change(event.currentTarget.value),
  };
  switch (field.kind) {
    case 'text':
      return <TextInput {...common} />;
    case 'number':
    case 'integer':
      return (
        <TextInput
          {...common}
          type="number"
          inputMode="decimal"
          step={field.kind === 'integer' ? 1 : 'any'}
          min={field.min}
          max={field.max}
        />
      );
    case 'choice':
      return <NativeSelect {...common} data={['', ...field.choices]} />;
    case 'boolean':
      return (
        <Checkbox
          label={field.name}
          description={field.description}
          checked={(text || String(field.defaultValue ?? false)) === 'true'}
          onChange={(event) => change(String(event.currentTarget.checked))}
        />
      );
    case 'json':
      return <Textarea {...common} label={`${field.name} (JSON)`} autosize minRows={2} maxRows={8} />;
  }
}
