import { describe, expect, it } from "vitest";
import { campaignIn, flightStart } from "../../../scripts/simulation/campaign.ts";
import { openMarket } from "../../../scripts/simulation/market.ts";
import { portsOn } from "../../../scripts/simulation/ports.ts";
import type { World } from "../../../scripts/simulation/worlds/world.ts";
import type { Brief, ReallocationRung } from "../../../src/brief/brief.ts";
import { isDecrease, leaveToMove, leaveWords } from "../../../src/campaign/model/derived/moves.ts";
import type { CampaignEvent } from "../../../src/campaign/model/state/events.ts";
import { openJournal } from "../../../src/campaign/model/state/journal.ts";
import type { CampaignState } from "../../../src/campaign/model/state/state.ts";
import { advance } from "../../../src/campaign/run/advance.ts";
import { inMemory, openSqliteLedger } from "../../../src/ledger/sqlite.ts";
import { simulatedClock } from "../../../src/lib/clock.ts";
import { money } from "../../../src/lib/money.ts";
import { makeReport } from "../../../src/report/report.ts";

const dayMs = 86_400_000;
const planned = 10_000_000;
const channels = ["ctv", "ctv", "display", "display", "olv"] as const;

/** Lines of two channels and of a third, of which the second and the last bring most. */
const world: World = {
  metric: "clicks",
  days: 28,
  mostPerLine: 0.5,
  lines: channels.map((channel, place) => ({
    name: `line ${place + 1}`,
    channel,
    planned,
    cpm: 1_000,
    mean: (day, spends) =>
      ([100, 300, 150, 200, 900][place] ?? 0) * ((spends[day] ?? 0) / (planned / 28)) ** 0.8,
  })),
};

interface Said {
  readonly limits?: Partial<Brief["limits"]>;
  /** In the desk's settings, by day of the flight. */
  readonly desk?: (day: number) => ReallocationRung | undefined;
  readonly approved?: boolean;
}

async function played({ limits = {}, desk = () => undefined, approved = false }: Said, days = 22) {
  const clock = simulatedClock(Date.parse(flightStart) - dayMs / 2);
  const ledger = openSqliteLedger(inMemory, clock.now);
  try {
    const journal = await openJournal(ledger, "simulation");
    for (const event of campaignIn(world, limits)) await journal.record(inChannels(event), event.type);
    if (approved) await journal.record(approval(journal.state()), "approved");
    const market = openMarket(world, 5, Date.parse(flightStart));
    const inner = portsOn(market, { journal, clock, sent: () => Promise.resolve() });
    const go = (day: number) => {
      const reallocation = desk(day);
      return advance(
        { ...inner, settings: { ...inner.settings, ...(reallocation && { reallocation }) } },
        "end",
      );
    };
    await go(0);
    clock.advance(dayMs);
    for (let day = 1; day <= days; day += 1) {
      clock.advance(dayMs);
      market.nextDay();
      await go(day);
    }
    return { state: journal.state(), budgets: market.budgets() };
  } finally {
    await ledger.close();
  }
}

function inChannels(event: CampaignEvent): CampaignEvent {
  if (event.type === "campaign-begun" && event.brief !== undefined)
    return { ...event, brief: { ...event.brief, channels: ["ctv", "display", "olv"] } };
  if (event.type === "plan-made") {
    const lines = event.plan.lines.map((line, place) => ({
      ...line,
      channels: [channels[place] ?? "display"],
    }));
    return { ...event, plan: { ...event.plan, lines } };
  }
  return event;
}

/** A person's approval to the plan as a whole; what it is worth is no matter here. */
function approval({ plan }: CampaignState): CampaignEvent {
  const packages = (plan?.lines ?? []).map(({ lineId, sellerId, amount }) => ({
    lineId,
    seller: sellerId,
    agentUrl: "",
    product: "",
    option: "",
    budget: amount.minor,
    currency: "EUR",
    amount: amount.minor,
    start: "",
    end: "",
    rest: "",
  }));
  const terms = { plan: "", total: 5 * planned, currency: "EUR", questions: [], packages };
  return { type: "plan-approved", by: "client", approval: "", terms, opens: [] };
}

const sent = ({ steps }: CampaignState) => steps.filter(({ step, intent }) => step.change && intent);
const asked = ({ steps }: CampaignState) => steps.filter(({ status }) => status === "escalated");
const moved = ({ reallocations }: CampaignState) =>
  reallocations.reduce(
    (sum, { moves }) =>
      sum + moves.filter(isDecrease).reduce((all, move) => all + move.planDifference.minor, 0),
    0,
  );
const within = { reallocationThreshold: money(5 * planned, "EUR") };

describe("leave to move money", () => {
  const budget = money(5 * planned, "EUR");
  const of = (limits: Partial<Brief["limits"]>, desk?: ReallocationRung) => {
    const { rung, most, saidBy } = leaveToMove({ budget, limits: { excludedSellers: [], ...limits } }, desk);
    return [rung, most.minor, saidBy];
  };

  it("is what the brief says, else what the desk is set to, else a person's yes", () => {
    expect(of({})).toEqual(["propose", 0, "nobody"]);
    expect(of({}, "off")).toEqual(["off", 0, "desk"]);
    expect(of({}, "propose")).toEqual(["propose", 0, "desk"]);
    expect(of({}, "within")).toEqual(["within", planned / 2, "desk"]);
    expect(of({ reallocation: "within" }, "off")).toEqual(["within", planned / 2, "brief"]);
    expect(of({ reallocation: "off" }, "within")).toEqual(["off", 0, "brief"]);
    expect(of({ reallocation: "propose", ...within }, "within")).toEqual(["propose", 0, "brief"]);
    expect(of({ reallocationThreshold: money(7, "EUR") }, "off")).toEqual(["within", 7, "brief"]);
  });

  it("names its rung, its amount and who said so", () => {
    const words = (limits: Partial<Brief["limits"]>, desk?: ReallocationRung) =>
      leaveWords(leaveToMove({ budget, limits: { excludedSellers: [], ...limits } }, desk));
    expect(words({})).toBe(
      "Money moves between running lines with a person's yes alone, as nobody has said otherwise.",
    );
    expect(words({}, "within")).toBe(
      "Up to EUR 50,000.00 a week may move between running lines without a question, as this desk is set.",
    );
    expect(words({ reallocation: "off" }, "within")).toBe(
      "No money moves between running lines, as the brief says.",
    );
  });

  it("of the desk holds for a campaign whose brief is silent, and from the day on which it is changed", async () => {
    const silent = await played({});
    expect([sent(silent.state), asked(silent.state).length]).toEqual([[], 1]);
    const off = await played({ desk: () => "off" });
    expect([sent(off.state), asked(off.state), off.state.reallocations]).toEqual([[], [], []]);
    expect(makeReport(off.state).brief?.limits).toContain(
      "No money moves between running lines, as this desk is set.",
    );
    const leave = await played({ desk: () => "within" });
    expect(sent(leave.state).length).toBeGreaterThan(0);
    // The question that waits is taken back, and none is asked again.
    const later = await played({ desk: (day) => (day < 10 ? "propose" : "off") });
    expect(later.state.reallocations).toHaveLength(1);
    expect([sent(later.state), asked(later.state)]).toEqual([[], []]);
  });

  it("of the brief outweighs the desk's", async () => {
    const { state } = await played({ limits: within, desk: () => "off" });
    expect(sent(state).length).toBeGreaterThan(0);
    const off = await played({ limits: { reallocation: "off" }, desk: () => "within" });
    expect(off.state.reallocations).toEqual([]);
  });
});

describe("the shares of channels in a plan that a person has approved", () => {
  const shares = (budgets: readonly number[]) =>
    ["ctv", "display", "olv"].map((channel) =>
      budgets.reduce((sum, budget, place) => sum + (channels[place] === channel ? budget : 0), 0),
    );

  it("stay as they were approved: money moves inside a channel", async () => {
    const { state, budgets } = await played({ limits: within, approved: true });
    expect(moved(state)).toBeGreaterThan(0);
    const signed = [2 * planned, 2 * planned, planned];
    shares(budgets).forEach((share, i) => {
      expect(Math.abs(share - (signed[i] ?? 0))).toBeLessThan(100);
    });
  });

  it("are no limit where nobody has approved the plan as a whole", async () => {
    const { state, budgets } = await played({ limits: within });
    expect(moved(state)).toBeGreaterThan(0);
    expect(shares(budgets)[2]).toBeGreaterThan(1.1 * planned);
  });
});
