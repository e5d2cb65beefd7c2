import { TerminalError } from '@checkpoint/contracts';
import { z } from 'zod';

/** Milliseconds for one answer. Long, because a local model on a CPU may write for a minute. */
export const DEFAULT_PROVIDER_TIMEOUT_MS = 60_000;
/** Milliseconds. Node's HTTP client gives up on headers after 300,000, whatever we allow. */
export const MAX_PROVIDER_TIMEOUT_MS = 290_000;
/** Milliseconds. Less than this is no answer time of any model, so it is a mistake of unit. */
export const MIN_PROVIDER_TIMEOUT_MS = 100;
/** Each provider can cost its time-out in one model call, so a long chain is a mistake. */
export const MAX_PROVIDERS = 8;
/** The last provider of every chain. No other may take its name. */
export const OFFLINE_PROVIDER = 'offline';

const price = z.number('give US dollars per million tokens, 0 or more').min(0, 'give 0 or more').default(0);

const baseUrl = z
  .url({ protocol: /^https?$/, error: 'give an http or https address such as http://127.0.0.1:8080/v1' })
  .refine((value) => {
    const url = URL.parse(value);
    return url !== null && url.username === '' && url.password === '' && url.search === '';
  }, 'remove the user, password and query; name the variable of the key in apiKeyEnv');

const apiKeyEnv = z
  .string('give the name of the environment variable that holds the key')
  .regex(
    /^[A-Z_][A-Z0-9_]{0,127}$/,
    'give the name of the variable that holds the key, never the key itself',
  );

const timeoutRemedy = `give whole milliseconds from ${MIN_PROVIDER_TIMEOUT_MS} to ${MAX_PROVIDER_TIMEOUT_MS}`;

const common = {
  name: z
    .string('give a name for the panel')
    .regex(/^[a-z0-9][a-z0-9._-]{0,62}$/, 'use 1 to 63 lower-case letters, digits, dots and hyphens')
    .refine((name) => name !== OFFLINE_PROVIDER, 'choose another name; this one is the built-in provider'),
  timeoutMs: z
    .int(timeoutRemedy)
    .min(MIN_PROVIDER_TIMEOUT_MS, timeoutRemedy)
    .max(MAX_PROVIDER_TIMEOUT_MS, timeoutRemedy)
    .default(DEFAULT_PROVIDER_TIMEOUT_MS),
  maxOutputTokens: z.int('give a whole number of tokens').min(1, 'give 1 or more').optional(),
  inputUsdPerMTok: price,
  outputUsdPerMTok: price,
};

const model = z.string('give the name of a model').min(1, 'give the name of a model');

const OpenAiCompatible = z.strictObject({
  kind: z.literal('openai-compatible'),
  ...common,
  baseUrl,
  apiKeyEnv: apiKeyEnv.optional(),
  /** Without it the server is asked at `<baseUrl>/models` which model it serves. */
  model: model.optional(),
});

const Anthropic = z.strictObject({
  kind: z.literal('anthropic'),
  ...common,
  baseUrl: baseUrl.default('https://api.anthropic.com/v1'),
  apiKeyEnv,
  model,
});

export const ModelProvider = z.discriminatedUnion('kind', [OpenAiCompatible, Anthropic], {
  error: 'use "openai-compatible" or "anthropic"',
});
export type ModelProvider = z.infer<typeof ModelProvider>;
export type OpenAiCompatibleProvider = z.infer<typeof OpenAiCompatible>;
export type AnthropicProvider = z.infer<typeof Anthropic>;

/** The chain, tried in this order; the offline provider follows the last. An empty list is offline only. */
export const ModelProviders = z
  .array(ModelProvider, 'give a JSON list of providers, or [] for offline only')
  .max(MAX_PROVIDERS, `give at most ${MAX_PROVIDERS} providers`)
  .superRefine((providers, context) => {
    const names = providers.map((provider) => provider.name);
    const index = names.findIndex((name, at) => names.indexOf(name) !== at);
    if (index >= 0) {
      context.addIssue({ code: 'custom', path: [index, 'name'], message: 'give each provider its own name' });
    }
  });
export type ModelProviders = z.infer<typeof ModelProviders>;

/** Reads MODEL_PROVIDERS (JSON). Throws TerminalError CONFIG_INVALID that names field, value and remedy. */
export function parseModelProviders(json: string | undefined): ModelProviders {
  if (json === undefined || json.trim() === '') return [];
  const given = parseJson(json);
  const parsed = ModelProviders.safeParse(given);
  if (parsed.success) return parsed.data;
  const lines = parsed.error.issues.map((issue) => describe(given, issue));
  throw new TerminalError('CONFIG_INVALID', lines.join('; '), { variable: 'MODEL_PROVIDERS' });
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch (thrown) {
    // The text is not shown and not kept as cause: somebody may have pasted a key into it.
    const kind = thrown instanceof SyntaxError ? 'is not JSON' : 'cannot be read';
    throw new TerminalError(
      'CONFIG_INVALID',
      `MODEL_PROVIDERS ${kind}: give a list such as [{"kind":"openai-compatible","name":"local","baseUrl":"http://127.0.0.1:8080/v1"}], or [] for offline only`,
    );
  }
}

function describe(given: unknown, issue: z.core.$ZodIssue): string {
  const field = `MODEL_PROVIDERS${issue.path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`)).join('')}`;
  if (issue.code === 'unrecognized_keys') {
    return `${field} has unknown fields ${issue.keys.join(', ')}: remove them`;
  }
  return `${field} is ${shown(given, issue.path)}: ${issue.message}`;
}

/** Characters of a wrong value that the error repeats: enough to find it. */
const VALUE_SHOWN_CHARS = 80;

/** A value that may be or may hold a secret is never repeated. */
function shown(given: unknown, path: readonly PropertyKey[]): string {
  const field = path.at(-1);
  const value = path.reduce<unknown>(
    (at, part) => (at as Record<PropertyKey, unknown> | undefined)?.[part],
    given,
  );
  if (value === undefined) return 'missing';
  if (value !== null && typeof value === 'object') return Array.isArray(value) ? 'a list' : 'an object';
  if (field === 'apiKeyEnv' || field === 'baseUrl') return 'not usable (not shown, it may hold a secret)';
  return JSON.stringify(value).slice(0, VALUE_SHOWN_CHARS);
}
