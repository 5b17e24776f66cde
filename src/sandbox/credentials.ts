/** The one place in a payload where the contract still takes a secret: the caller's own webhook credential. */
const webhookCredential = "push_notification_config.authentication.credentials";

/** The path of the first key that looks like a credential, at any depth; undefined where there is none. */
export function credentialIn(value: unknown, path = ""): string | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  for (const [key, inner] of Object.entries(value)) {
    const here = Array.isArray(value) ? `${path}[${key}]` : path === "" ? key : `${path}.${key}`;
    if (here === webhookCredential) continue;
    if (looksLikeCredential(key)) return here;
    const deeper = credentialIn(inner, here);
    if (deeper !== undefined) return deeper;
  }
  return undefined;
}

function looksLikeCredential(key: string): boolean {
  const name = key.toLowerCase().replaceAll("-", "_");
  return forbidden.has(name) || name.endsWith("access_token");
}

const forbidden = new Set(["api_key", "apikey", "client_secret", "bearer", "authorization"]);
