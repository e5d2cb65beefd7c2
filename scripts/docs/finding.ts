/** One thing that the docs say and the code does not, or the other way round. */
export interface Finding {
  /** Relative to the root. */
  readonly file: string;
  /** Counted from 1. */
  readonly line: number;
  readonly message: string;
}

export const shown = ({ file, line, message }: Finding): string => `${file}:${line} ${message}`;
