const credentialKey = /^(api[_-]?key|client[_-]?secret|bearer|authorization|password|\w*access[_-]?token)$/i;

/** The one place where the contract still allows a credential in arguments: what a seller presents to a webhook. */
const allowed = "push_notification_config.authentication.credentials";

/** Path of the first credential-shaped key in a request, at any depth; undefined where there is none. */
export function credentialPath(value: unknown, path = ""): string | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  for (const [key, item] of Object.entries(value)) {
    const here = Array.isArray(value) ? `${path}[${key}]` : path === "" ? key : `${path}.${key}`;
    if (!Array.isArray(value) && credentialKey.test(key) && here !== allowed) return here;
    const inner = credentialPath(item, here);
    if (inner !== undefined) return inner;
  }
  return undefined;
}
