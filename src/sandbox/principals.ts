/** The test deployment's shared token. It is public: it opens nothing but the sandbox. */
export const sandboxToken = "sandbox-public-test-token";
/** Who calls with it. */
export const sandboxPrincipal = "sandbox-buyer";

export type Caller =
  | { readonly type: "known"; readonly principal: string }
  | { readonly type: "anonymous" }
  | { readonly type: "refused" };

/** Who sent a request, from its `Authorization` header alone; never from the payload. */
export function identify(header: string | undefined, principals: ReadonlyMap<string, string>): Caller {
  if (header === undefined) return { type: "anonymous" };
  const token = /^Bearer\s+(\S+)$/i.exec(header)?.[1];
  const principal = token === undefined ? undefined : principals.get(token);
  return principal === undefined ? { type: "refused" } : { type: "known", principal };
}
