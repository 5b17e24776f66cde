import { z } from "zod";
import { readTyped } from "../../brief/grammar/amounts.ts";
import { againstBrief } from "../../campaign/account/changes/beyond-limits.ts";
import type { FoundBuy } from "../../campaign/account/changes/find-line.ts";
import { changeBuy as changed } from "../../campaign/change/change-buy.ts";
import { creativesFileSchema, creativesIn } from "../../campaign/change/creatives-file.ts";
import { fitCreatives } from "../../campaign/change/fit-creatives.ts";
import type { CampaignState } from "../../campaign/model/state/state.ts";
import { type ChangeRequest, onlySaves } from "../../campaign/model/step/buy-change.ts";
import { creativesOnHand } from "../../campaign/plan/creatives/on-hand.ts";
import { type Money, money, moneySchema } from "../../lib/money.ts";
import { lineFigures, type Morning } from "../../report/today/line-figures.ts";
import { askersOf, formMark, modelMark } from "../caller.ts";
import { campaignInput, campaignNamed } from "../campaigns.ts";
import { refuseGone } from "../drive.ts";
import { findNamedBuy } from "../find-named-buy.ts";
import { operation } from "../operation.ts";
import { buyChangeOutputSchema, changeOutput, stepIn } from "../outputs/buy-change-output.ts";
import { plannedCall } from "../outputs/planned-calls.ts";
import { UsageError } from "../usage-error.ts";

const requestedSchema = z.discriminatedUnion("verb", [
  z.strictObject({ verb: z.literal("pause") }),
  z.strictObject({ verb: z.literal("unpause") }),
  z.strictObject({ verb: z.literal("cancel") }),
  z.strictObject({ verb: z.literal("decrease"), to: moneySchema }),
  z.strictObject({ verb: z.literal("increase"), to: moneySchema }),
  z.strictObject({ verb: z.literal("extend"), until: z.iso.date(), to: moneySchema.optional() }),
  z.strictObject({ verb: z.literal("swap-creative"), ...creativesFileSchema.shape }),
]);

/** The same as a person writes it at a line. */
const writtenSchema = z.discriminatedUnion("verb", [
  z.strictObject({ verb: z.literal("amount"), to: z.string().describe("its new budget, such as 20,000") }),
  z.strictObject({
    verb: z.literal("use-creatives"),
    use: z.array(z.string()).describe("ids of those on hand"),
  }),
]);

/** One change of a running buy: the difference, or with `execute` the change and how the seller shows it. */
export const changeBuy = operation({
  input: z.strictObject({
    ...campaignInput,
    line: z.string().describe("line of the plan (seller/product), package or buy"),
    requested: z.union([requestedSchema, writtenSchema]),
    reason: z.string().optional(),
    execute: z.boolean().default(false),
    shown: z
      .string()
      .optional()
      .describe("`shown` of the dry run that the person was shown: another change than that is refused"),
  }),
  output: buyChangeOutputSchema,
  carriesOut: ({ execute }) => execute,
  // What is live can be stopped whatever the settings lack.
  needsOperator: ({ requested: { verb } }) => verb !== "pause" && verb !== "cancel",
  waitsForNamed: true,
  run: async (desk, { campaign: named, line: name, requested: written, execute, ...given }, caller) => {
    const { app, observe } = desk;
    const campaign = await campaignNamed(app, named);
    const ports = await app.ports(campaign, observe);
    const state = ports.journal.state();
    refuseGone(state, desk);
    const foundBuy = findNamedBuy(state, name);
    const morning = { day: desk.today, now: desk.now() };
    const requested = requestedChange(written, { foundBuy, state, morning });
    const changeInput = {
      requested,
      askedBy: askersOf(caller),
      ...modelMark(caller),
      ...formMark(caller),
      ...(given.reason === undefined ? {} : { reason: given.reason }),
    };
    const result = await changed(foundBuy, changeInput, { execute, shown: given.shown }, ports);
    const planned =
      result.type === "planned" ? await plannedCall(result.step, ports.journal.state(), ports) : undefined;
    const step = stepIn(result);
    return changeOutput({
      limits: step === undefined ? [] : againstBrief(step, state),
      left: leftNow(foundBuy, state, morning),
      isSigned: caller.kind === "console" && !onlySaves({ requested }),
      verb: requested.verb,
      campaign,
      name,
      execute,
      foundBuy,
      changed: result,
      planned,
    });
  },
});

/** What a change is asked of. */
interface Of {
  readonly foundBuy: FoundBuy;
  readonly state: CampaignState;
  readonly morning: Morning;
}

function requestedChange(
  written: z.output<typeof requestedSchema> | z.output<typeof writtenSchema>,
  { foundBuy, state, morning }: Of,
): ChangeRequest {
  switch (written.verb) {
    case "amount":
      return newBudget(written.to, { foundBuy, state, morning });
    case "use-creatives": {
      const onHand = creativesOnHand(state).map(({ creative }) => creative);
      return swapped(
        onHand.filter(({ creative_id: id }) => written.use.includes(id)),
        foundBuy,
        state,
      );
    }
    case "swap-creative":
      return swapped(creativesIn(written), foundBuy, state);
    case "extend": {
      const { verb, until, to } = written;
      return to === undefined ? { verb, until } : { verb, until, to };
    }
    default:
      return written;
  }
}

function swapped(
  creatives: ReturnType<typeof creativesIn>,
  foundBuy: FoundBuy,
  state: CampaignState,
): ChangeRequest {
  const { fitting, problems } = fitCreatives(creatives, foundBuy, state);
  if (fitting.length === 0)
    problems.push(
      "choose a creative of those that fit, or hand in another one: flightdesk buys swap-creative, with --creatives <file>",
    );
  if (problems.length > 0) throw new UsageError(problems.join("\n"));
  return { verb: "swap-creative", creatives: fitting };
}

/** An amount without a currency is one in that of the buy. */
function newBudget(written: string, { foundBuy, state, morning }: Of): ChangeRequest {
  const { packages, subject } = foundBuy;
  const { currency } = subject.bought.amount;
  const to = readTyped(written, currency);
  if (to === undefined)
    throw new UsageError(`Amount: "${written}" is not an amount in ${currency}; write one such as 20,000`);
  if (to.minor <= 0)
    throw new UsageError("Amount: a budget is more than nothing; to spend no more, end the line");
  const now =
    lineFigures(state, morning).find(({ lineId }) => lineId === packages[0]?.lineId)?.budget.minor ?? 0;
  return { verb: to.minor < now ? "decrease" : "increase", to };
}

/** What is ordered of the lines and not reported as spent, as the ledger knows it. */
function leftNow({ lineIds, subject }: FoundBuy, state: CampaignState, morning: Morning): Money {
  const left = lineFigures(state, morning)
    .filter(({ lineId }) => lineIds.includes(lineId))
    .reduce((sum, { budget, spent }) => sum + Math.max(0, budget.minor - (spent?.minor ?? 0)), 0);
  return money(left, subject.bought.amount.currency);
}
