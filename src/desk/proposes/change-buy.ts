import { z } from "zod";
import type { FoundBuy } from "../../campaign/account/changes/find-line.ts";
import { changeBuy as changed } from "../../campaign/change/change-buy.ts";
import { creativesFileSchema, creativesIn } from "../../campaign/change/creatives-file.ts";
import { fitCreatives } from "../../campaign/change/fit-creatives.ts";
import type { CampaignState } from "../../campaign/model/state/state.ts";
import type { ChangeRequest } from "../../campaign/model/step/buy-change.ts";
import { moneySchema } from "../../lib/money.ts";
import { askersOf, modelMark } from "../caller.ts";
import { campaignInput, campaignNamed } from "../campaigns.ts";
import { refuseGone } from "../drive.ts";
import { findNamedBuy } from "../find-named-buy.ts";
import { operation } from "../operation.ts";
import { buyChangeOutputSchema, changeOutput } from "../outputs/buy-change-output.ts";
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
export type WrittenChange = z.input<typeof requestedSchema>;

/** One change of a running buy: the difference, or with `execute` the change and how the seller shows it. */
export const changeBuy = operation({
  name: "change-buy",
  effect: "proposes",
  input: z.strictObject({
    ...campaignInput,
    line: z.string().describe("line of the plan (seller/product), package or buy"),
    requested: requestedSchema,
    reason: z.string().optional(),
    execute: z.boolean().default(false),
  }),
  output: buyChangeOutputSchema,
  carriesOut: ({ execute }) => execute,
  // What is live can be stopped whatever the settings lack.
  needsOperator: ({ requested: { verb } }) => verb !== "pause" && verb !== "cancel",
  waitsForNamed: true,
  run: async (desk, { campaign: named, line: name, requested: written, reason, execute }, caller) => {
    const { app, observe } = desk;
    const campaign = await campaignNamed(app, named);
    const ports = await app.ports(campaign, observe);
    const state = ports.journal.state();
    refuseGone(state, desk);
    const foundBuy = findNamedBuy(state, name);
    const requested = requestedChange(written, foundBuy, state);
    const changeInput = {
      requested,
      askedBy: askersOf(caller),
      ...modelMark(caller),
      ...(reason === undefined ? {} : { reason }),
    };
    const result = await changed(foundBuy, changeInput, { execute }, ports);
    const planned =
      result.type === "planned" ? await plannedCall(result.step, ports.journal.state(), ports) : undefined;
    return changeOutput({
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

function requestedChange(
  written: z.output<typeof requestedSchema>,
  foundBuy: FoundBuy,
  state: CampaignState,
): ChangeRequest {
  switch (written.verb) {
    case "swap-creative": {
      const { fitting, problems } = fitCreatives(creativesIn(written), foundBuy, state);
      if (problems.length > 0) throw new UsageError(problems.join("\n"));
      return { verb: written.verb, creatives: fitting };
    }
    case "extend": {
      const { verb, until, to } = written;
      return to === undefined ? { verb, until } : { verb, until, to };
    }
    default:
      return written;
  }
}
