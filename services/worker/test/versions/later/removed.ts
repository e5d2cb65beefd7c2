/** In the place of patches.ts: the third deploy. No run that noted the patch itself is open, so nothing recalls it. */
export const SUMMARISE_LONG_RESULTS = 'summarise-long-results';

export function summarisesLongResults(): boolean {
  return true;
}
