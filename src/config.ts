import { z } from "zod";
import { reallocations } from "./brief/brief.ts";
import { deskLimitSettings } from "./brief/desk-limits.ts";
import { readAddress } from "./lib/address.ts";
import { attempt } from "./lib/cause.ts";
import { dayIn, dayMs } from "./lib/days.ts";
import { fields } from "./lib/described.ts";
import { asSecret, type Secret, secretReferenceSchema } from "./lib/secret.ts";
import { notifySchema } from "./notify/settings.ts";
import { dialectNames } from "./protocol/dialects/dialect.ts";
import { isLoopbackTemplate } from "./protocol/well-known/adagents.ts";
import { orderTermsSchema } from "./report/documents/order-terms.ts";

/** Milliseconds from "500 ms", "5 s", "2 min", "24 h", "7 days". */
export const durationSchema = z.string().transform((text, context) => {
  const [, amount, unit] = /^(\d+(?:\.\d+)?) ?(ms|s|min|h|days?)$/.exec(text.trim()) ?? [];
  if (amount === undefined || unit === undefined) {
    context.addIssue({ code: "custom", message: `"${text}" is not a time; write for example "30 s"` });
    return z.NEVER;
  }
  // The pattern knows these units alone.
  return Math.round(Number(amount) * unitMs[unit as keyof typeof unitMs]);
});

/** Whole millionths of a US dollar from "0.25" or "0.25 USD". */
const dollarsSchema = z.string().transform((text, context) => {
  const amount = microUsd(text);
  if (amount !== undefined) return amount;
  context.addIssue({
    code: "custom",
    message: `"${text}" is not an amount in US dollars; write for example "0.50"`,
  });
  return z.NEVER;
});

/** What a million tokens cost: "0.25 / 2.00", read / written, in US dollars. */
const modelPriceSchema = z.string().transform((text, context) => {
  const [input, output, ...more] = text.split("/").map(microUsd);
  if (input !== undefined && output !== undefined && more.length === 0) return { input, output };
  const message = `"${text}" is not a price; write what a million tokens cost in US dollars, read / written: "0.25 / 2.00"`;
  context.addIssue({ code: "custom", message });
  return z.NEVER;
});

function microUsd(text: string): number | undefined {
  const [, whole, fraction = ""] = /^(\d{1,6})(?:\.(\d{1,6}))?(?: USD)?$/.exec(text.trim()) ?? [];
  return whole === undefined ? undefined : Number(whole) * 1_000_000 + Number(fraction.padEnd(6, "0"));
}

/** An agent's URL in the one spelling that agents are called by. */
const agentUrlSchema = z.string().transform((text, context) => {
  const address = readAddress(text);
  if (typeof address === "string") return address;
  context.addIssue({ code: "custom", message: `"${text}" ${address.problem}` });
  return z.NEVER;
});

function webAddress() {
  return z.url({ protocol: /^https?$/ });
}

/** A list in the file; elsewhere one text, with commas between. */
const addressesSchema = z.preprocess(
  (written) => (typeof written === "string" ? written.split(",").map((one) => one.trim()) : written),
  z.array(agentUrlSchema),
);

/** 0 to 1: what a colour shines, as the eye takes it. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** What small text needs on white paper. */
const leastContrast = 4.5;

const accentSchema = z.string().superRefine((colour, context) => {
  const contrast = 1.05 / (luminance(colour) + 0.05);
  const message = !/^#[0-9a-f]{6}$/i.test(colour)
    ? `"${colour}" is not a colour; write six digits such as "#1f5f8b"`
    : `${colour} is too light to be read on paper (contrast ${contrast.toFixed(1)}, at least ${leastContrast}); take a darker one`;
  if (!(contrast >= leastContrast) || !/^#[0-9a-f]{6}$/i.test(colour))
    context.addIssue({ code: "custom", message });
});

const brandSchema = fields({
  /** File beside the settings: PNG, JPEG or SVG. */
  logo: z.string().min(1),
  accent: accentSchema,
  title: z.string().min(1).max(60),
  note: z.string().min(1).max(300),
}).partial();

/** Values of the roles' claim, each of which gives the role. */
const roleValues = z.array(z.string().min(1)).default([]);

const consoleSchema = fields({
  /** Where people reach it through a proxy that ends TLS; this machine alone where absent. */
  url: webAddress()
    .refine(
      (url) => new URL(url).pathname === "/",
      "write scheme and host alone: its pages lie under /console",
    )
    .transform((url) => new URL(url).origin),
  oidc: fields({
    issuer: webAddress(),
    client_id: z.string().min(1),
    client_secret: secretReferenceSchema.optional(),
    /** The claim that names a person, as `login` in approvers.yaml does. */
    person: z.string().min(1).default("email"),
    roles: fields({
      claim: z.string().min(1),
      viewer: roleValues,
      planner: roleValues,
      approver: roleValues,
    }),
  }),
}).partial();

const unitMs = { ms: 1, s: 1000, min: 60_000, h: 3_600_000, day: 86_400_000, days: 86_400_000 };

/** What `flightdesk.yaml` may hold; environment variables and flags have the same names. */
export const settingsSchema = fields({
  registry_url: webAddress().describe("Registry that sellers are found in"),
  governance_url: webAddress().describe("The buyer's governance agent; without one nothing is bought"),
  well_known_url: z
    .string()
    .refine(isLoopbackTemplate, "it must point at this machine and hold {domain}: it is for a sandbox")
    .describe("Where a sandbox keeps its publishers' adagents.json, with {domain} in it"),
  home: z.string().min(1).describe("Folder of the ledger and the reports"),
  ledger_url: z
    .string()
    .refine(
      (url) => /^postgres(?:ql)?:\/\//.test(url) && URL.canParse(url),
      "write postgres://user@host/database",
    )
    .describe("PostgreSQL database of a ledger that several machines share; a file in home where absent"),
  policies: z.string().min(1).describe("Folder of the local policy files"),
  exchange: z.string().min(1).describe("File with the dated exchange table"),
  approvers: z.string().min(1).describe("File that names who may approve; whoever works here where absent"),
  credentials: z
    .string()
    .min(1)
    .describe("File with the sellers' credentials; credentials.yaml in the home folder where absent"),
  approver_key: z.string().min(1).describe("Private key file of the person who approves"),
  approval_window: durationSchema.describe("How long a step waits for a person before it is refused"),
  final_after: durationSchema.describe(
    "How long a seller's figures must stand until they are final; 3 days where absent",
  ),
  reallocation: z
    .enum(reallocations)
    .describe(
      "Whether money moves between running lines where a brief says nothing of it: off, propose, or within 10 % of its budget a week; propose where absent",
    ),
  ...deskLimitSettings,
  close_after: durationSchema.describe(
    "How long after its flight a campaign waits for final figures before it ends with open books; 30 days where absent",
  ),
  exchange_age: durationSchema.describe(
    "How old the exchange table may be when something is bought by its rates; 30 days where absent",
  ),
  reading_time: durationSchema.describe(
    "How long it may take to read what others wrote, such as a brief; 10 s where absent",
  ),
  brand: brandSchema.describe(
    "(in the file) The client's logo, colour and words on pages and PDFs: logo, accent, title, note",
  ),
  orders: orderTermsSchema.describe(
    "(in the file) Parties and terms on insertion orders, beside what is filled in at the console: parties by domain, terms, payment_days, cancellation, late_creatives, counted_by, discrepancy, tax",
  ),
  notify: notifySchema.describe(
    "(in the file) Whom `flightdesk serve` notifies of what waits: by email, slack, teams or webhook; see docs/notifications.md",
  ),
  time_zone: z
    .string()
    .refine((name) => attempt(() => dayIn(name, 0)) !== undefined, "write a time zone such as Europe/Berlin")
    .describe("Whose days and hours `today` and the morning digest go by; UTC where absent"),
  digest_at: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, "write an hour such as 08:00")
    .describe("When the morning digest is sent, on working days in `time_zone`; 08:00 where absent"),
  console: consoleSchema.describe(
    "(in the file) Where people reach `flightdesk serve --console`, and the company login that lets them in; see docs/console.md",
  ),
  public_url: webAddress().describe("Where sellers reach this `flightdesk serve`"),
  mcp_issuer: webAddress().describe(
    "Whose access tokens `/mcp` of `flightdesk serve` takes; see docs/assistants.md",
  ),
  mcp_audience: webAddress().describe("Address of that `/mcp`, as its tokens name it"),
  signing_keys: z.string().min(1).describe("Folder of the keys that requests are signed with"),
  operator: z
    .string()
    .describe(
      "Domain that operates the accounts at sellers; without one nothing is sent that changes anything there",
    ),
  accounts: z
    .record(agentUrlSchema, z.string().min(1))
    .describe(
      "(in the file) Account id by agent URL, at sellers that open accounts and have several of yours",
    ),
  separate_sellers: addressesSchema.describe(
    "Addresses that several sellers share: origins (agents there are distinguished by domain, else by URL) or agent URLs (each a seller of its own)",
  ),
  caller: z.url().describe("How this agent names itself to the governance agent"),
  dialect: z
    .union([z.enum(dialectNames), z.record(agentUrlSchema, z.enum(dialectNames))])
    .describe(
      `What agents speak: ${dialectNames.join(", ")}, for every agent or (in the file) by agent URL; agents are asked where absent`,
    ),
  seller_deadline: durationSchema.describe("Longest wait for one seller's offers"),
  quote_deadline: durationSchema.describe("Longest wait for all sellers' offers together"),
  concurrency: z.coerce.number().int().min(1).max(500).describe("Sellers asked at once"),
  model_provider: z.enum(["none", "openai", "openai-compatible"]).describe("Whose model is asked"),
  model_name: z.string().min(1).describe("As the provider calls it"),
  model_url: webAddress().describe("Base URL of the model's API"),
  model_prices: z
    .union([modelPriceSchema, z.record(z.string(), modelPriceSchema)])
    .describe('"0.25 / 2.00" US dollars for a million tokens read / written, or (in the file) by model name'),
  model_budget: dollarsSchema.describe(
    "What the model may cost in one run, in US dollars; 1.00 where absent",
  ),
  model_schemas: z
    .enum(["enforced", "prompt"])
    .describe(
      "Whether an openai-compatible server is asked to follow JSON schemas; enforced where absent, until it turns one down",
    ),
  model_cassettes: z
    .string()
    .min(1)
    .describe("Folder that the model's answers are recorded in or replayed from"),
  model_mode: z.enum(["live", "record", "replay"]).describe("replay asks nobody; live where absent"),
}).partial();
export type Settings = z.output<typeof settingsSchema>;

/** How long a step waits for a person, in milliseconds. */
export function approvalWindowOf({ approval_window: written = 7 * dayMs }: Settings): number {
  return written;
}

/** Values that are never written, logged or reported. They come from the environment alone. */
export interface Secrets {
  /** Bearer token for the agents at the registry's and the governance agent's origin. */
  readonly token?: Secret;
  readonly modelKey?: Secret;
  /** Bearer token of whoever posts the buyer's own results to `flightdesk serve`. */
  readonly resultsToken?: Secret;
  /** Bearer token for `GET /status` of a `flightdesk serve` that others can reach. */
  readonly statusToken?: Secret;
  /** Bearer token for `/mcp` of `flightdesk serve`. */
  readonly mcpToken?: Secret;
}

export type SettingName = keyof Settings;
export const settingNames = Object.keys(settingsSchema.shape) as SettingName[];

const secretNames = ["token", "model_key", "results_token", "status_token", "mcp_token"] as const;

/** Every environment variable that is read: `FLIGHTDESK_HOME`, … */
export const variableNames: readonly string[] = [...settingNames, ...secretNames].map(variableOf);

function variableOf(name: string): string {
  return `FLIGHTDESK_${name.toUpperCase()}`;
}

/** Settings and secrets of an environment: `FLIGHTDESK_REGISTRY_URL`, `FLIGHTDESK_TOKEN`, … */
export function readEnvironment(environment: Readonly<Record<string, string | undefined>>): {
  readonly settings: Readonly<Record<string, string>>;
  readonly secrets: Secrets;
} {
  // What is empty is not set.
  const value = (name: string) => environment[variableOf(name)] || undefined;
  const secret = (name: (typeof secretNames)[number]) => asSecret(value(name));
  return {
    settings: Object.fromEntries(
      settingNames.flatMap((name) => {
        const text = value(name);
        return text === undefined ? [] : [[name, text]];
      }),
    ),
    secrets: {
      token: secret("token"),
      modelKey: secret("model_key"),
      resultsToken: secret("results_token"),
      statusToken: secret("status_token"),
      mcpToken: secret("mcp_token"),
    },
  };
}
