import type { Door } from "./door.ts";

/** A door for callers with one of `tokens`, each with the principal behind it. */
export function bearerDoor(tokens: ReadonlyMap<string, string>): Door {
  return {
    kind: "bearer",
    identify: ({ headers }) => {
      const header = headers.get("authorization");
      if (header === null) return { type: "anonymous" };
      const token = /^Bearer\s+(\S+)$/i.exec(header)?.[1];
      const principal = token === undefined ? undefined : tokens.get(token);
      return principal === undefined ? { type: "refused" } : { type: "known", principal };
    },
    challenge: (realm, refused) => `Bearer realm="${realm}"${refused ? ', error="invalid_token"' : ""}`,
  };
}
