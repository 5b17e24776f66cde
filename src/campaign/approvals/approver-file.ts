import { z } from "zod";
import { fields } from "../../lib/described.ts";
import { openYaml, type Place } from "../../lib/yaml-places.ts";
import { type Approvers, comparable } from "../model/decisions/approvers.ts";
import { readBy, readMoney } from "../model/policy/written.ts";

const amountSchema = readBy(readMoney);

/** Browsers know a passkey by its page's address, and take no bare IP address for one. */
const originSchema = z.string().refine((text) => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url?.origin === text && !/^[\d.]+$|^\[/.test(url.hostname);
}, "is not an address as browsers say it; write for example https://desk.example or http://localhost:4800");

const printedSchema = z.base64url(
  'is not as the console prints it on its page "A passkey"; copy it from there',
);

const nameSchema = z.string().trim().min(1).max(64);
/** A subject of an issuer is as long as this. */
const loginSchema = z.string().trim().min(1).max(255);

/** What `approvers.yaml` may hold. */
const fileSchema = fields({
  approvers: z
    .array(
      fields({
        name: nameSchema,
        public_key: z
          .string()
          .regex(/^[\w-]{43}$/, "is not a public key; `flightdesk keys approver new <name>` prints one")
          .optional(),
        passkey: fields({ id: printedSchema, public_key: printedSchema, origin: originSchema }).optional(),
        up_to: amountSchema,
        login: z.union([loginSchema, z.array(loginSchema)]).optional(),
      }).refine(
        ({ public_key, passkey }) => public_key !== undefined || passkey !== undefined,
        "has nothing to sign with; write a public_key (`flightdesk keys approver new <name>` prints one), or a passkey as the console prints it",
      ),
    )
    .min(1),
  tiers: z
    .array(
      fields({
        over: amountSchema,
        approvers: z.number().int().min(2).optional(),
        type_total: z.boolean().optional(),
      }).refine(
        ({ approvers, type_total }) => approvers !== undefined || type_total !== undefined,
        "says nothing that is needed over it; write `approvers: 2` or `type_total: true`",
      ),
    )
    .default([]),
}).superRefine(({ approvers, tiers }, context) => {
  type Values = (approver: (typeof approvers)[number]) => readonly (string | undefined)[];
  const refuseRepeated = (field: string, what: string, valuesOf: Values) => {
    const all = approvers.map(valuesOf);
    const message = `is the ${what} of another approver already`;
    for (const [index, values] of all.entries())
      if (values.some((value) => value !== undefined && all.slice(0, index).flat().includes(value)))
        context.addIssue({ code: "custom", path: ["approvers", index, field], message });
  };
  // Two names for one key, or for one person, would be two approvers who are one.
  refuseRepeated("public_key", "key", ({ public_key }) => [public_key]);
  refuseRepeated("passkey", "passkey", ({ passkey }) => [passkey?.id]);
  refuseRepeated("name", "name", ({ name }) => [comparable(name)]);
  refuseRepeated("login", "login", ({ login = [] }) => [login].flat().map(comparable));
  for (const [index, tier] of tiers.entries())
    if ((tier.approvers ?? 1) > approvers.length)
      context.addIssue({
        code: "custom",
        path: ["tiers", index, "approvers"],
        message: `asks for ${tier.approvers} approvers and ${approvers.length} are named`,
      });
});

/** The approvers out of their file's text, or what is wrong with it, each with line and column. */
export type ApproverReading =
  | { readonly type: "approvers"; readonly approvers: Approvers }
  | { readonly type: "invalid"; readonly problems: readonly string[] };

export function readApproverFile(text: string, file: string): ApproverReading {
  const yaml = openYaml(text);
  const problem = ({ line, column }: Place, message: string) => `${file}:${line}:${column} ${message}`;
  if (yaml.errors.length > 0)
    return { type: "invalid", problems: yaml.errors.map((error) => problem(error, error.message)) };
  const parsed = fileSchema.safeParse(yaml.value ?? undefined);
  if (!parsed.success)
    return {
      type: "invalid",
      problems: parsed.error.issues.map(({ path, message }) => {
        const field = path.filter((part) => typeof part !== "symbol");
        return problem(yaml.placeOf(field), `${field.join(".") || "the file"}: ${message}`);
      }),
    };
  const { approvers, tiers } = parsed.data;
  return {
    type: "approvers",
    approvers: {
      type: "named",
      people: approvers.map(({ name, public_key, passkey, up_to, login }) => ({
        name,
        publicKey: public_key,
        ...(passkey !== undefined && {
          passkey: { id: passkey.id, publicKey: passkey.public_key, origin: passkey.origin },
        }),
        upTo: up_to,
        login,
      })),
      tiers: tiers.map(({ over, approvers: count = 1, type_total = false }) => ({
        over,
        approvers: count,
        typeTotal: type_total,
      })),
    },
  };
}
