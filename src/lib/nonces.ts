/** Nonces that were seen, until the signatures that carried them are over anyway. Must outlive the process. */
export interface NonceStore {
  /** False where this key has as many nonces alive as one key may have. */
  readonly hasRoom: (keyScope: string, now: number) => Promise<boolean>;
  /** Keeps a nonce until an instant in UTC milliseconds, in one step; false where it is kept already. */
  readonly keep: (entry: {
    readonly keyScope: string;
    readonly nonce: string;
    readonly until: number;
    readonly now: number;
  }) => Promise<boolean>;
}

/** Alive at once for one key; beyond it a thief of the key, or a fault of its owner, is at work. */
export const mostNonces = 100_000;

/** Forgets with the process: for tests, and for a verifier whose clock is simulated. */
export function memoryNonces(most: number = mostNonces): NonceStore {
  const scopes = new Map<string, Map<string, number>>();
  const alive = (keyScope: string, now: number) => {
    const nonces = scopes.get(keyScope) ?? new Map<string, number>();
    scopes.set(keyScope, nonces);
    // In the order of their coming, which with one window for all is nearly that of their going.
    for (const [nonce, until] of nonces) {
      if (until > now) break;
      nonces.delete(nonce);
    }
    return nonces;
  };
  return {
    hasRoom: async (keyScope, now) => alive(keyScope, now).size < most,
    keep: async ({ keyScope, nonce, until, now }) => {
      const nonces = alive(keyScope, now);
      if (nonces.has(nonce)) return false;
      nonces.set(nonce, until);
      return true;
    },
  };
}
