/** Keys that hold credentials, in lower case without separators. */
const credentialKeys: ReadonlySet<string> = new Set([
  "apikey",
  "apisecret",
  "authorization",
  "bearer",
  "bearertoken",
  "clientsecret",
  "credential",
  "credentials",
  "jwk",
  "jwks",
  "jwksuri",
  "passphrase",
  "passwd",
  "password",
  "privatekey",
  "refreshtoken",
  "secret",
  "secretkey",
]);

/** Where the contract takes a secret that is no buyer's credential: what a seller presents to the buyer's own receivers. */
const webhookSecret =
  /^(payload\.)?(push_notification_config|reporting_webhook|artifact_webhook|notification_configs\[\d+\]|accounts\[\d+\]\.governance_agents\[\d+\])\.authentication\.credentials$/;

/** The governance agent's signed approval is a token for exactly this call and proves nobody's identity. */
const approvalToken = /^(payload\.)?governance_context$/;

/**
 * Path of the first thing in a request that is or looks like a credential, key or value, at any depth; undefined where there
 * is none. `isSecret` knows texts that hold a secret whatever they look like, and nothing excuses those.
 */
export function credentialPath(
  value: unknown,
  isSecret: (text: string) => boolean = () => false,
  path = "",
): string | undefined {
  if (typeof value === "string") return isCredential(value, path, isSecret) ? path : undefined;
  if (typeof value !== "object" || value === null) return undefined;
  for (const [key, item] of Object.entries(value)) {
    const here = Array.isArray(value) ? `${path}[${key}]` : path === "" ? key : `${path}.${key}`;
    // The key is not named: it is the secret.
    if (isSecret(key)) return path === "" ? "a name" : path;
    if (!Array.isArray(value) && isCredentialKey(key) && !webhookSecret.test(here)) return here;
    const inner = credentialPath(item, isSecret, here);
    if (inner !== undefined) return inner;
  }
  return undefined;
}

function isCredentialKey(key: string): boolean {
  const name = key.toLowerCase().replaceAll(/[_\-\s]/g, "");
  return credentialKeys.has(name) || name.endsWith("accesstoken");
}

function isCredential(text: string, path: string, isSecret: (text: string) => boolean): boolean {
  if (isSecret(text)) return true;
  if (webhookSecret.test(path) || approvalToken.test(path)) return false;
  return (
    /^\s*bearer\s+[\w.~+/-]{8,}=*\s*$/i.test(text) ||
    /\bbearer\s+(?=[\w.~+/-]*\d)[\w.~+/-]{20,}/i.test(text) ||
    /^\s*eyJ[\w-]{5,}\.[\w-]{5,}\.[\w-]*\s*$/.test(text) ||
    /-----BEGIN [A-Z0-9 ]+-----/.test(text) ||
    /^[a-z][a-z0-9+.-]*:\/\/[^/\s@:]*:[^/\s@]+@/i.test(text) ||
    holdsBasic(text)
  );
}

/** Whether a text holds `Basic` with what decodes to a user and a password; the word alone is often meant otherwise. */
function holdsBasic(text: string): boolean {
  return [...text.matchAll(/\bbasic\s+([A-Za-z0-9+/]{6,}={0,2})/gi)].some(([, encoded = ""]) =>
    /^[\x20-\x7e]+:[\x20-\x7e]+$/.test(Buffer.from(encoded, "base64").toString("latin1")),
  );
}
