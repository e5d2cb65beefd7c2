import { z } from 'zod';

/** Of MODEL_PROVIDERS, what those need that start a worker and do not ask a model themselves. */
const KeyNames = z.array(
  z.looseObject({ apiKeyEnv: z.string().regex(/^[A-Z_][A-Z0-9_]{0,127}$/) }).catch({ apiKeyEnv: '' }),
);

/**
 * The names of the variables that hold the providers' keys: whoever starts a worker hands these on too. A text that is
 * no list of providers names none; the worker that reads it says what is wrong with it.
 */
export function providerKeyNames(modelProviders: string | undefined): readonly string[] {
  if (modelProviders === undefined) return [];
  try {
    const providers = KeyNames.parse(JSON.parse(modelProviders));
    return providers.map(({ apiKeyEnv }) => apiKeyEnv).filter((name) => name !== '');
  } catch {
    return [];
  }
}
