/** How a command ends, for scripts. */
export const exitCodes = { done: 0, failed: 1, usage: 2, waiting: 3 } as const;
