import { z } from "zod";
import { each, fields, looseFields } from "../../lib/described.ts";
import { callerOf } from "../../protocol/addresses/operator.ts";
import { publishedFiles } from "../../protocol/signing/key-ring.ts";
import { ringOf } from "../key-ring.ts";
import { operation } from "../operation.ts";

/** The keys that requests are signed with: which one signs, and what is hosted of them. */
export const signingKeys = operation({
  input: fields({
    jwksUrl: z
      .string()
      .optional()
      .describe("where the key set will be hosted; /.well-known/jwks.json of the caller where absent"),
  }),
  output: fields({
    keys: each({
      key: z.string(),
      algorithm: z.string(),
      state: z.enum(["signs", "next", "published"]),
    }),
    publish: looseFields({ brand: z.unknown(), jwks: z.unknown() })
      .optional()
      .describe(
        "public halves alone, as they are hosted; absent where neither operator nor caller says under which name",
      ),
    origin: z.string().optional().describe("where the entry of brand.json is hosted"),
    jwksUrl: z.string().optional(),
  }),
  run: async (desk, { jwksUrl }) => {
    const ring = ringOf(desk);
    const agentUrl = callerOf(desk.settings);
    const current = ring.current?.keyId;
    return {
      keys: ring.keys.map(({ keyId, algorithm }) => ({
        key: keyId,
        algorithm,
        state:
          keyId === current
            ? ("signs" as const)
            : keyId > (current ?? "")
              ? ("next" as const)
              : ("published" as const),
      })),
      ...(agentUrl !== undefined && hostedAt(agentUrl, ring, jwksUrl)),
    };
  },
});

function hostedAt(agentUrl: string, ring: ReturnType<typeof ringOf>, given: string | undefined) {
  const { origin } = new URL(agentUrl);
  const jwksUrl = given ?? `${origin}/.well-known/jwks.json`;
  return { publish: publishedFiles(ring, { agentUrl, jwksUri: jwksUrl }), origin, jwksUrl };
}
