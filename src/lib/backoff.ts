/** The first wait, which doubles with each further try, and the longest one, in milliseconds. */
export interface Backoff {
  readonly firstMs: number;
  readonly longestMs: number;
}

/** Milliseconds to wait after so many tries that came to nothing, from 1. */
export function backoff({ firstMs, longestMs }: Backoff, tries: number): number {
  return Math.min(longestMs, firstMs * 2 ** (tries - 1));
}
