import type { RawReply } from './types.ts';

/** Starts like a call and stops in the middle of a string: of no use to any agent, with or without a finish tool. */
const UNUSABLE_TEXT = 'Sure, here is the call: {"tool": "%%%", "args": {"text": "\\u00zz ]]}} <<<garbled';

/** The fault `garble`: the same reply, with text that no decoder accepts and no calls. */
export function garbled(reply: RawReply): RawReply {
  return { ...reply, text: UNUSABLE_TEXT, calls: [], finishReason: 'stop' };
}
