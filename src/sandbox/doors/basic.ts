import type { Door } from "./door.ts";

/** A door for users with a password; a user's name is the principal. */
export function basicDoor(passwords: ReadonlyMap<string, string>): Door {
  return {
    kind: "basic",
    identify: ({ headers }) => {
      const header = headers.get("authorization");
      if (header === null) return { type: "anonymous" };
      const encoded = /^Basic\s+([A-Za-z0-9+/]+=*)$/i.exec(header)?.[1] ?? "";
      const [, user = "", password] =
        /^([^:]*):(.*)$/s.exec(Buffer.from(encoded, "base64").toString("utf8")) ?? [];
      const isRight = password !== undefined && passwords.get(user) === password;
      return isRight ? { type: "known", principal: user } : { type: "refused" };
    },
    challenge: (realm) => `Basic realm="${realm}", charset="UTF-8"`,
  };
}
