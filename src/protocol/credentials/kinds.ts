import { messageOf } from "../../lib/cause.ts";
import { Secret } from "../../lib/secret.ts";
import { type Authenticator, bearerToken } from "../messages/credentials.ts";
import { TaskError } from "../messages/errors.ts";
import type { SigningKey } from "../signing/sign.ts";
import { type Outgoing, outgoing } from "../signing/sign-request.ts";
import { signingKey } from "../signing/signing-key.ts";
import { names, type ProtocolName, protocolNames } from "../tasks/names.ts";
import { type Entry, kindNames } from "./entry.ts";

/** The header fields that sign a request with a key. */
export type Sign = (request: Outgoing, key: SigningKey, agentUrl: string) => Readonly<Record<string, string>>;

/** What a credential is made from. */
export interface CredentialPorts {
  /** The secret behind a value of the file. Throws a TaskError where there is none. */
  readonly secret: (written: string) => Secret;
  /** The text of a file that the credentials file names; `isPrivate`: nobody else may be able to read it. */
  readonly file: (path: string, isPrivate: boolean) => string;
  readonly keep: (secret: Secret) => void;
  readonly sign: Sign;
  /** Which protocol an address speaks; undefined until that is known. */
  readonly protocolOf: (agentUrl: string) => ProtocolName | undefined;
}

/** What an entry says to the seller. Throws a TaskError that names what is missing. */
export function authenticatorOf(entry: Entry, ports: CredentialPorts): Authenticator {
  const name = kindNames[entry.kind];
  switch (entry.kind) {
    case "bearer": {
      const token = ports.secret(entry.token);
      const bearer = bearerToken(token);
      if (entry.legacy_header !== true) return bearer;
      return {
        ...bearer,
        headers: async (request) => ({
          ...(await bearer.headers(request)),
          ...(request.wire === "mcp" ? olderHeaders(token, ports.protocolOf(request.agentUrl)) : {}),
        }),
      };
    }
    case "basic": {
      const password = ports.secret(entry.password).reveal();
      const pair = new Secret(Buffer.from(`${entry.username}:${password}`).toString("base64"));
      ports.keep(pair);
      return { name, headers: () => Promise.resolve({ Authorization: `Basic ${pair.reveal()}` }) };
    }
    case "certificate": {
      const key = new Secret(ports.file(entry.key_file, true));
      ports.keep(key);
      return {
        name,
        headers: () => Promise.resolve({}),
        certificate: {
          certificate: ports.file(entry.cert_file, false),
          key,
          authority: entry.ca_file === undefined ? undefined : ports.file(entry.ca_file, false),
        },
      };
    }
    case "signature": {
      const pem = new Secret(ports.file(entry.key_file, true));
      ports.keep(pem);
      const key = signingKeyOf(pem, entry);
      return {
        name,
        headers: (request) => Promise.resolve(ports.sign(outgoing(request), key, request.agentUrl)),
      };
    }
  }
}

/** The token in the older header of a protocol. A seller that reads no other is asked what it speaks in those of all. */
function olderHeaders(token: Secret, protocol: ProtocolName | undefined): Readonly<Record<string, string>> {
  const supported = protocol === undefined ? protocolNames : [protocol];
  return Object.fromEntries(supported.map((name) => [names[name].legacyTokenHeader, token.reveal()]));
}

function signingKeyOf(pem: Secret, entry: Extract<Entry, { readonly kind: "signature" }>): SigningKey {
  try {
    return signingKey(pem.reveal(), { file: entry.key_file, keyId: entry.key_id });
  } catch (cause) {
    throw new TaskError("CREDENTIAL_UNUSABLE", messageOf(cause), { cause });
  }
}
