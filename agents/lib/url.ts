/** `base` with path segments added, each escaped. */
export function below(base: string, ...segments: readonly string[]): URL {
  return new URL(segments.map(encodeURIComponent).join('/'), base.endsWith('/') ? base : `${base}/`);
}
