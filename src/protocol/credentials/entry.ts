import { z } from "zod";
import { fields } from "../../lib/described.ts";
import { legacySchemes } from "../webhooks/scheme.ts";

/** A secret as it stands in the file: itself, or `env:NAME` for an environment variable. */
const secretSchema = z.string().min(1).describe("the secret itself, or env:NAME");
const fileSchema = z.string().min(1).describe("path, from the credentials file's folder");

/** Characters of a secret that a seller authenticates itself with. */
const shortestSharedSecret = 32;

/** Why a secret that a seller authenticates itself with cannot be one; undefined where it can. */
export function weaknessOf(secret: string): string | undefined {
  if (secret.length < shortestSharedSecret) return `it has fewer than ${shortestSharedSecret} characters`;
  return new Set(secret).size === 1 ? "all its characters are the same" : undefined;
}

const isStrong = (written: string) => written.startsWith("env:") || weaknessOf(written) === undefined;

const strength = `at least ${shortestSharedSecret} characters, not all the same`;

const webhookSchema = fields({
  scheme: z.enum(legacySchemes),
  secret: secretSchema.refine(isStrong, { error: `a webhook secret has ${strength}` }),
}).describe("deprecated: how a seller that cannot sign its webhooks authenticates them");

const common = {
  url: z.url().optional().describe("where the seller is served; needed where it is not the id's own host"),
  added: z.iso.date().optional().describe("day that it was set"),
  webhook: webhookSchema.optional(),
  governance_credential: secretSchema
    .refine(isStrong, { error: `a governance credential has ${strength}` })
    .optional()
    .describe("what the seller presents to the buyer's governance agent"),
};

/** One seller's credential as the file has it. */
export const entrySchema = z.discriminatedUnion("kind", [
  fields({
    kind: z.literal("bearer"),
    ...common,
    token: secretSchema,
    legacy_header: z
      .boolean()
      .optional()
      .describe("sends the token in the older header too, for an MCP seller that reads no other"),
  }),
  fields({
    kind: z.literal("basic"),
    ...common,
    // RFC 7617 ends the user's name at the first colon.
    username: z.string().regex(/^[^:]+$/, "a user name holds no colon"),
    password: secretSchema,
  }),
  fields({
    kind: z.literal("certificate"),
    ...common,
    cert_file: fileSchema,
    key_file: fileSchema,
    ca_file: fileSchema.optional(),
  }),
  fields({
    kind: z.literal("signature"),
    ...common,
    key_file: fileSchema,
    key_id: z.string().min(1),
  }),
]);
export type Entry = z.output<typeof entrySchema>;
export type CredentialKind = Entry["kind"];

export const credentialsSchema = fields({
  sellers: z.record(z.string().min(1), entrySchema).default({}),
});

/** An entry with the seller's id or address that it stands under. */
export interface NamedEntry {
  readonly seller: string;
  readonly entry: Entry;
}

/** What a credential is called in sentences for people. */
export const kindNames: Readonly<Record<CredentialKind, string>> = {
  bearer: "bearer token",
  basic: "user name and password",
  certificate: "client certificate",
  signature: "signing key",
};
