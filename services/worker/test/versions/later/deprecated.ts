/** In the place of patches.ts: the second deploy. No run without the patch is open, so every run takes its path. */
import { deprecatePatch } from '@temporalio/workflow';

export const SUMMARISE_LONG_RESULTS = 'summarise-long-results';

export function summarisesLongResults(): boolean {
  deprecatePatch(SUMMARISE_LONG_RESULTS);
  return true;
}
