import { z } from 'zod';
import { ROLES } from '../states.ts';
import { NullableInstant } from './fields.ts';

/** `GET /api/me`: who the API takes the caller for. It answers everybody, so that the panel knows whether to ask for a token. */
export const Me = z.object({
  /** `off`: nobody is asked who they are, and everybody may do everything. */
  authentication: z.enum(['on', 'off']),
  subject: z.string().nullable().describe('null: not known'),
  roles: z.array(z.enum(ROLES)),
  /** The token is refused from then on; null for one without an end. */
  expiresAt: NullableInstant,
});
export type Me = z.infer<typeof Me>;

/** Characters of a token: a JWT with many groups has some thousand; a browser keeps cookies of 4,096 bytes. */
const TOKEN_CHARS = 4_000;

/** `POST /api/login`: keeps a token in a cookie that no script can read. */
export const LoginBody = z.strictObject({ token: z.string().trim().min(1).max(TOKEN_CHARS) });
export type LoginBody = z.infer<typeof LoginBody>;
