import { z } from 'zod';
import { ProviderFailure } from './failure.ts';

const ModelList = z.object({ data: z.array(z.object({ id: z.string().min(1) })) });

export interface ServedModel {
  /** The model that the server serves: asked once, then remembered. Throws ProviderFailure. */
  name(signal: AbortSignal): Promise<string>;
  forget(): void;
}

/** Asks `GET <baseUrl>/models`. The first model that is not for embeddings is the one. */
export function createServedModel(baseUrl: string, apiKey: string | undefined): ServedModel {
  let known: string | undefined;
  return {
    async name(signal) {
      known ??= await ask(`${baseUrl.replace(/\/$/, '')}/models`, apiKey, signal);
      return known;
    },
    forget() {
      known = undefined;
    },
  };
}

async function ask(url: string, apiKey: string | undefined, signal: AbortSignal): Promise<string> {
  const headers: Record<string, string> = apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` };
  const response = await fetch(url, { headers, signal }).catch((thrown: unknown) => {
    if (signal.aborted) throw thrown;
    const cause =
      thrown instanceof Error && thrown.cause instanceof Error ? thrown.cause.message : 'no connection';
    throw new ProviderFailure('UNREACHABLE', `cannot ask which model is served: ${cause}`);
  });
  if (!response.ok) {
    await response.body?.cancel();
    throw new ProviderFailure(
      `HTTP_${response.status}`,
      `HTTP ${response.status} to the question which model is served`,
    );
  }
  const body: unknown = await response.json().catch((thrown: unknown) => {
    if (signal.aborted) throw thrown;
    return undefined;
  });
  const list = ModelList.safeParse(body);
  if (!list.success)
    throw new ProviderFailure('BAD_RESPONSE', 'the list of served models is not in OpenAI form');
  const model = list.data.data.find(({ id }) => !/embed/i.test(id));
  if (model === undefined) {
    throw new ProviderFailure('NO_MODEL', 'the server serves no model: load one, or name it in "model"');
  }
  return model.id;
}
