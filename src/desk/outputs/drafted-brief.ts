import { z } from "zod";
import { eachLoose, fields, looseFields } from "../../lib/described.ts";
import { percent } from "../../lib/english.ts";
import { formatMoney, moneySchema } from "../../lib/money.ts";

const place = {
  text: z.string().describe("the words of the text"),
  start: z.int().describe("where they begin, in characters"),
  end: z.int().describe("where they end, not included"),
};
export const valueSchema = fields({
  field: z.string().describe("the field of brief.yaml; ruled_out for what is left out"),
  value: z.unknown(),
  ...place,
  note: z.string().optional().describe("what the value holds beyond the words"),
});
export const unreadSchema = fields({
  ...place,
  why: z
    .enum(["background", "order", "requirement", "maybe", "courtesy"])
    .describe(
      "a quotation or header; an order to a machine; what looks like a requirement, may be one, or is a greeting or a name",
    ),
  rulesOut: z.literal(true).optional().describe("it refuses something that nothing in the brief rules out"),
});

/** What `draft-brief` answers. */
export const draftedSchema = fields({
  brief: z.string().describe("the text of the brief.yaml"),
  questions: eachLoose({ field: z.string(), text: z.string() }),
  values: z.array(valueSchema).describe("what was read, with the words that it came from"),
  unread: z.array(unreadSchema).describe("words that became neither a value nor a question"),
  language: z.string().describe("the language of the text"),
});
export type Drafted = z.output<typeof draftedSchema>;

/** A value that was read as people write it: "Acme (acme.example)", "agency fee 12%", "4 per week", "ctv at least 40%". */
export function valueText(field: string, value: unknown): string {
  if (typeof value === "number" && /share|viewability/.test(field)) return percent(value);
  if (Array.isArray(value)) return value.map((one) => valueText(field, one)).join(", ");
  if (typeof value !== "object" || value === null) return String(value);
  const amount = moneySchema.safeParse(value);
  if (amount.success) return formatMoney(amount.data);
  const read = partsSchema.safeParse(value);
  return read.success
    ? read.data
    : Object.entries(value)
        .map(([name, part]) => `${name}: ${valueText(name, part)}`)
        .join(", ");
}

const share = z.number().transform(percent);
const age = looseFields({ from: z.number().optional(), to: z.number().optional() });
const days = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];
const partsSchema = z.union([
  fields({ age: age.optional(), gender: z.string().optional() }).transform(
    ({ age: { from, to } = {}, gender }) =>
      [gender, from !== undefined && (to === undefined ? `${from} and older` : `${from} to ${to}`)]
        .filter(Boolean)
        .join(", "),
  ),
  fields({ days: z.array(z.string()).optional(), from: z.number(), to: z.number() }).transform(
    (part) => `${daysText(part.days ?? days)}, ${hoursText(part)}`,
  ),
  fields({ name: z.string(), country: z.string(), circle: z.unknown().optional() }).transform(
    ({ name, country }) => `${name} (${country})`,
  ),
  fields({ domain: z.string(), name: z.string().default("") }).transform(({ domain, name }) =>
    name === "" ? domain : `${name} (${domain})`,
  ),
  fields({ times: z.number(), per: z.string() }).transform(({ times, per }) => `${times} per ${per}`),
  fields({ name: z.string(), share: share.optional(), amount: moneySchema.optional() }).transform(
    ({ name, share: part, amount }) => `${name} ${amount ? formatMoney(amount) : part}`,
  ),
  fields({ of: z.string(), min: share.optional(), max: share.optional() }).transform(({ of, min, max }) =>
    min === max
      ? `${of} ${min}`
      : [of, min && `at least ${min}`, max && `at most ${max}`].filter(Boolean).join(" "),
  ),
  fields({ metric: z.string(), target: z.number() }).transform(({ metric, target }) => `${metric} ${target}`),
  fields({ start: z.string(), end: z.string(), share: share.optional() }).transform(
    ({ start, end, share: part }) => `${start} to ${end}${part === undefined ? "" : `, ${part}`}`,
  ),
]);

/** `Mon to Fri`, or each day where they do not follow each other. */
function daysText(named: readonly string[]): string {
  const short = (day: string) => `${day.charAt(0).toUpperCase()}${day.slice(1, 3)}`;
  const first = days.indexOf(named[0] ?? "");
  const isRun = named.length > 2 && named.every((day, i) => days[first + i] === day);
  return isRun ? `${short(named[0] ?? "")} to ${short(named.at(-1) ?? "")}` : named.map(short).join(", ");
}

function hoursText({ from, to }: { readonly from: number; readonly to: number }): string {
  return from === 0 && to === 24 ? "all day" : `${from}:00 to ${to}:00`;
}
