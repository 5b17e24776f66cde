import { setImmediate } from "node:timers/promises";

/** Milliseconds of work in one piece, after which others get their turn. */
const longestPiece = 8;

/**
 * For long work between calls of which the event loop is let go on: resolves at once while a piece is short, else when
 * timers, sockets and whoever else waits have had their turn.
 */
export function breather(): () => Promise<void> | undefined {
  let begun = performance.now();
  return () => {
    if (performance.now() - begun < longestPiece) return undefined;
    return setImmediate().then(() => {
      begun = performance.now();
    });
  };
}
