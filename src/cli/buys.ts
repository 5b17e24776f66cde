import type { Wish } from "../campaign/change/buy-change.ts";
import { changeBuy } from "../campaign/change/change-buy.ts";
import { creativesFileSchema, creativesIn } from "../campaign/change/creatives-file.ts";
import { buysOf } from "../campaign/change/list-buys.ts";
import type { Located } from "../campaign/change/locate.ts";
import { misfits } from "../campaign/change/misfits.ts";
import { readMoney } from "../campaign/govern/policies/written.ts";
import type { CampaignState } from "../campaign/state.ts";
import type { Money } from "../lib/money.ts";
import type { Creative } from "../protocol/records/creative.ts";
import { askers } from "./askers.ts";
import { buysListOutput, buysText } from "./buys-list-output.ts";
import { changeExitCode, changeOutput, changeText } from "./buys-output.ts";
import { campaignNamed } from "./campaigns.ts";
import { printer } from "./drive.ts";
import { plannedCall } from "./dry-run.ts";
import { locateNamed } from "./locate-named.ts";
import { printJson } from "./output.ts";
import { readDataFile } from "./read-data-file.ts";
import { openSession } from "./session.ts";
import { UsageError } from "./usage-error.ts";

type Flags = Readonly<Record<string, unknown>>;

/** The verb and the name as they were typed. */
export interface WishWords {
  readonly verb: Wish["verb"];
  readonly name: string;
}

/** `flightdesk buys list`: asks the sellers; changes nothing. */
export async function listBuys(flags: Flags): Promise<void> {
  await using session = await openSession(flags);
  const ports = session.app.ports(campaignNamed(session.app, text(flags["campaign"])));
  const output = buysListOutput(ports.journal.state().id, await buysOf(ports));
  if (flags["json"] === true) return printJson(output);
  process.stdout.write(`${buysText(output)}\n`);
}

/** `flightdesk buys <verb>`: the difference, or with `--execute` the change and how the seller shows it. */
export async function change({ verb, name }: WishWords, flags: Flags): Promise<void> {
  const execute = flags["execute"] === true;
  const wish = wishOf(verb, flags);
  await using session = await openSession(flags);
  const campaign = campaignNamed(session.app, text(flags["campaign"]));
  const ports = session.app.ports(campaign, printer(true));
  const state = ports.journal.state();
  const located = locateNamed(state, name);
  if (wish.verb === "swap-creative") checkCreatives(wish.creatives, located, state);
  const reason = text(flags["reason"]);
  const asked = { wish, askedBy: askers(flags["by"]), ...(reason === undefined ? {} : { reason }) };
  const changed = await changeBuy(located, asked, { execute }, ports);
  const planned =
    changed.type === "planned" ? await plannedCall(changed.step, ports.journal.state(), ports) : undefined;
  const output = changeOutput({ verb, campaign, name, execute, located, changed, planned });
  process.exitCode = changeExitCode(output);
  if (flags["json"] === true) return printJson(output);
  process.stdout.write(`${changeText(output)}\n`);
}

function wishOf(verb: Wish["verb"], flags: Flags): Wish {
  switch (verb) {
    case "pause":
    case "unpause":
    case "cancel":
      return { verb };
    case "decrease":
    case "increase":
      return { verb, to: amount(flags["to"]) };
    case "extend": {
      const until = day(flags["until"]);
      return flags["to"] === undefined ? { verb, until } : { verb, until, to: amount(flags["to"]) };
    }
    case "swap-creative":
      return {
        verb,
        creatives: creativesIn(readDataFile(text(flags["creatives"]) ?? "", creativesFileSchema)),
      };
  }
}

function checkCreatives(creatives: readonly Creative[], located: Located, state: CampaignState): void {
  const problems = misfits(creatives, located, state);
  if (problems.length > 0) throw new UsageError(problems.join("\n"));
}

function amount(flag: unknown): Money {
  const read = readMoney(flag);
  if ("problem" in read) throw new UsageError(`--to: ${read.problem}`);
  if (read.value.minor <= 0) throw new UsageError("--to: a budget is more than nothing; use `buys cancel`");
  return read.value;
}

function day(flag: unknown): string {
  const written = String(flag);
  const time = Date.parse(`${written}T00:00:00Z`);
  if (
    /^\d{4}-\d{2}-\d{2}$/.test(written) &&
    !Number.isNaN(time) &&
    new Date(time).toISOString().startsWith(written)
  )
    return written;
  throw new UsageError(`--until: "${written}" is not a day; write for example 2027-02-28`);
}

function text(flag: unknown): string | undefined {
  return typeof flag === "string" ? flag : undefined;
}
