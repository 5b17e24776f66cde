import { z } from "zod";
import { type TaskName, tasks } from "../../protocol/tasks/index.ts";

// Object.keys of the table are its keys.
const taskNames = Object.keys(tasks) as [TaskName, ...TaskName[]];

/** What the sandbox serves beside. */
const proposalTools = [
  "request_proposals",
  "refine_proposals",
  "accept_proposal",
  "decline_proposals",
] as const;

const selectors = {
  /** Every task but the capabilities where absent. */
  task: z.enum([...taskNames, ...proposalTools]).optional(),
  /** How many calls it hits, from the first on; all where absent. */
  times: z.union([z.number().int().positive(), z.literal("always")]).optional(),
  /** Hits only the call with this number, from 1. */
  call: z.number().int().positive().optional(),
};

const when = z.enum(["before", "after"]);

function does<const Name extends string, Shape extends z.ZodRawShape>(name: Name, shape: Shape) {
  return z.strictObject({ do: z.literal(name), ...selectors, ...shape });
}

/** Everything that an agent of the sandbox can be made to do wrong. `before` and `after` mean: its work. */
const variants = [
  does("slow", { ms: z.number().int().positive().max(600_000), when }),
  does("drop", { when }),
  does("cut", {}),
  does("fail", {
    code: z.string().min(1),
    message: z.string().optional(),
    recovery: z.string().optional(),
    retry_after: z.number().optional(),
    when: when.default("before"),
  }),
  does("http", { status: z.number().int().min(400).max(599) }),
  /** What it refuses it refuses by an HTTP status, with the error object as the body. */
  does("http-errors", {}),
  does("prose", { as: z.enum(["answer", "error"]).default("answer") }),
  does("text-only", {}),
  does("structured-only", {}),
  does("json-body", {}),
  does("duplicate", {}),
  does("out-of-order", { ms: z.number().int().positive().max(60_000).default(250) }),
  does("oversized", { bytes: z.number().int().positive().max(100_000_000).default(6_000_000) }),
  does("malformed", {}),
  does("forget-keys", {}),
  does("ignore-updates", {}),
  does("drop-targeting", { field: z.string().optional() }),
  does("restate", { factor: z.number().nonnegative().default(0.8) }),
  does("wrong-currency", { currency: z.string().default("XXX") }),
  does("foreign-rows", {}),
  does("synthetic-ids", {}),
  does("equal-split", {}),
  does("null-rates", {}),
  does("missing-days", { every: z.number().int().min(2).default(3) }),
  /** These days are not there at all: totals are of the days that are left. All rows where no figure is named, else that figure. */
  does("withheld-days", { dates: z.array(z.string()), figure: z.enum(["impressions", "spend"]).optional() }),
  /** A day without delivery is left out. */
  does("omit-empty-days", {}),
  does("partial-data", {}),
  does("wrong-total", { factor: z.number().positive().default(1.25) }),
  does("other-price", {
    price: z.number().nonnegative(),
    model: z.string().optional(),
    currency: z.string().optional(),
  }),
  does("overcharge", { factor: z.number().positive().default(2) }),
  does("unknown-status", { status: z.string().default("in_limbo") }),
  does("invalid-products", {}),
  /** The digests of terms are those of others. */
  does("wrong-digest", {}),
  /** A proposal is held at a tenth more than was agreed. */
  does("changed-terms", {}),
  /** A revision is called one, and keeps none of the constraints. */
  does("broken-constraint", {}),
  /** A hold runs out after a minute, whatever it says. */
  does("short-hold", {}),
  /** Before an order is read, the feed is another one, at prices times `factor`. */
  does("republish", { factor: z.number().positive().default(1) }),
] as const;

export const faultRuleSchema = z.discriminatedUnion("do", variants);
/** One thing that goes wrong, and in which calls. */
export type FaultRule = z.input<typeof faultRuleSchema>;
/** A rule that holds for the call at hand, with its defaults. */
export type ActiveFault = z.output<typeof faultRuleSchema>;

/** The first active fault that does this. */
export function faultOf<Kind extends ActiveFault["do"]>(active: readonly ActiveFault[], kind: Kind) {
  return active.find((fault): fault is Extract<ActiveFault, { do: Kind }> => fault.do === kind);
}
