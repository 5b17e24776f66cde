import { openJournal } from "../../../src/campaign/model/state/journal.ts";
import type { CampaignState } from "../../../src/campaign/model/state/state.ts";
import { readOffers } from "../../../src/campaign/reading/read-offers.ts";
import { digest } from "../../../src/lib/digest.ts";
import { answerQuestion } from "../../../src/report/questions/answer-question.ts";
import { explainPlan } from "../../../src/report/questions/explain-plan.ts";
import { factsOf } from "../../../src/report/questions/facts.ts";
import { makeReport } from "../../../src/report/report.ts";
import {
  type FaultRule,
  type RecordedCall,
  type SellerProfile,
  sandboxToken,
} from "../../../src/sandbox/sandbox.ts";
import { sellerAt } from "../../fixtures/seller-at.ts";
import { openStory } from "../story.ts";
import { speakingMarket } from "./hostile-market.ts";
import type { ObeyingModel } from "./obeying-model.ts";

const gletscher = sellerAt("gletscher-video.example");

/** What came of one campaign, without what differs from run to run: keys, tokens, ports, which of two checks at once came first. */
export interface Course {
  readonly state: CampaignState;
  readonly calls: readonly RecordedCall[];
  readonly plan: string;
  readonly ranking: string;
  /** Each call as agent, task and arguments, in an order of its own. */
  readonly sent: readonly string[];
  readonly amounts: readonly string[];
  /** For each place of an answer, the texts that were said there. */
  readonly said: ReadonlyMap<string, ReadonlySet<string>>;
}

/** Stands before everything that an agent says, with its name: what carries it came from that agent. */
export const mark = "zq";

/** Texts of one campaign at most: the market has more products than that. */
export const textsAtOnce = 30;

/** A whole campaign, to its end, in a market where every agent says `texts` wherever it can; `model` is asked all that one can be. */
export async function courseOf(texts: readonly string[], model?: ObeyingModel): Promise<Course> {
  const said = new Map<string, Set<string>>();
  const counts = new Map<string, number>();
  const speak = (place: string, agent: string) => {
    // What is said in many places is said one at a time, what is said in few as many at once.
    const atOnce = /^get_(products|signals): (products|signals)\./.test(place) ? 1 : 10;
    const from = counts.get(place) ?? 0;
    counts.set(place, from + atOnce);
    const chosen = Array.from({ length: atOnce }, (_, i) => texts[(from + i) % texts.length] ?? "");
    said.set(place, new Set([...(said.get(place) ?? []), ...chosen]));
    return `${mark}-${agent} ${chosen.join(" ")}`;
  };
  const failing = Array.from({ length: textsAtOnce }, (_, i) => ({
    profile: failingSeller(i),
    text: texts[i % texts.length] ?? "",
  }));
  said.set("get_products: refusal", new Set(texts));
  await using story = await openStory({
    brief: { audience: "outdoor and hiking", signals: ["mt_outdoor"] },
    sellerDeadlineMs: 120_000,
    sandbox: {
      slowSellerMs: 0,
      sellers: failing.map(({ profile }) => profile),
      rewriteAnswer: speakingMarket(speak),
      faults: new Map<string, readonly FaultRule[]>([
        ...failing.map(({ profile: { slug }, text }): [string, FaultRule[]] => [
          slug,
          [refusal("get_products", `${mark}-${slug} ${text}`)],
        ]),
        ["metropol", [refusal("create_media_buy", speak("create_media_buy: refusal", "metropol"))]],
      ]),
    },
  });
  if (model !== undefined) {
    await story.run("ranking");
    await readOffers(await openJournal(story.app.ledger, story.campaignId), model.ask);
  }
  await story.run();
  story.sandbox.advance(1);
  await story.run();
  story.sandbox.advance(60);
  await story.run();

  const state = await story.state();
  if (model !== undefined) {
    const report = makeReport(state);
    await explainPlan(report, model.ask);
    await answerQuestion("Which seller is the best?", factsOf(report), model.ask);
  }
  const { calls, url } = story.sandbox;
  return {
    state,
    calls,
    plan: digest(without(state.plan, ["reason", "channels"])),
    ranking: digest(
      state.ranking?.rows.map(({ offerId, gate, score, parts }) => [
        offerId,
        gate,
        score,
        parts.map(({ value }) => value),
      ]),
    ),
    sent: calls.map((call) => spelled(call, url)).sort(),
    amounts: state.steps.map(
      ({ step, status }) => `${step.id} ${status} ${step.amount.minor} ${step.amount.currency}`,
    ),
    said,
  };
}

/** The standard has an error of more than 4,096 characters dropped; a shorter one is told with its words. */
function refusal(task: "get_products" | "create_media_buy", message: string): FaultRule {
  return { do: "fail", task, code: "PRODUCT_UNAVAILABLE", message: message.slice(0, 3_000) };
}

/** A seller that answers for itself and fails at every question for offers. */
function failingSeller(i: number): SellerProfile {
  return { ...gletscher, slug: `failing-${i}`, domain: `failing-${i}.example`, fault: {} };
}

function spelled({ agent, task, arguments: request }: RecordedCall, url: string): string {
  return `${agent} ${task} ${JSON.stringify(request)}`
    .replaceAll(url, "")
    .replaceAll(sandboxToken, "")
    .replace(/[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/g, "uuid")
    .replace(/chk_\d+/g, "chk")
    .replace(/[\w-]{10,}\.[\w-]{10,}\.[\w-]{10,}/g, "token");
}

function without(value: unknown, keys: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((item) => without(item, keys));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, item]) => (keys.includes(key) ? [] : [[key, without(item, keys)]])),
  );
}
