import { homedir, userInfo } from 'node:os';

/** A static Go binary asks for USER where the uid has no account, and the CLI for HOME. */
export function accountEnvironment(): { USER: string; HOME: string } {
  return { USER: accountName(), HOME: homedir() };
}

function accountName(): string {
  try {
    return userInfo().username;
  } catch {
    return 'checkpoint';
  }
}
