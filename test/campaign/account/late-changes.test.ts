import { expect, it } from "vitest";
import { buyBooks } from "../../../src/campaign/account/buy-books.ts";
import { liveBuys } from "../../../src/campaign/account/live-buys.ts";
import { orderedLines } from "../../../src/campaign/account/ordered-lines.ts";
import type { CampaignEvent } from "../../../src/campaign/model/state/events.ts";
import { boughtEvents, buyOf, campaign, type Line, update } from "../bought-campaign.ts";

const line: Line = { budgetMinor: 420_000, impressions: 420_000 };
const { packageId, mediaBuyId } = buyOf(line);

interface Late {
  readonly id?: string;
  /** When its seller agreed, and for when. */
  readonly at: string;
  readonly named?: string | null;
  readonly budget: number;
  /** When its books were read, and whether they showed it. */
  readonly read?: readonly (readonly [at: string, made: boolean])[];
}

const noon = (day: string) => `${day}T12:00:00.000Z`;

function changed({ id = "change/1", at, named, budget, read = [] }: Late) {
  const asked = { packages: [{ package_id: packageId, budget: budget / 100 }] };
  const events = update(line, asked, { id, readBack: false }).map(
    (event): CampaignEvent =>
      event.type === "step-answered" && named !== undefined
        ? { ...event, receipt: { ...event.receipt, payload: { implementation_date: named } } }
        : event,
  );
  return [
    { at: noon(at), events },
    ...read.map(([on, made]) => ({
      at: noon(on),
      events: [{ type: "change-checked", stepId: id, made, findings: [] } as const],
    })),
  ];
}

const after = (...changes: readonly Late[]) =>
  campaign([
    ...boughtEvents([line]),
    ...changes.flatMap(changed).sort((one, other) => one.at.localeCompare(other.at)),
  ]);
/** From when each budget holds, in the live buy and in our own books. */
const budgetsAfter = (...changes: readonly Late[]) => {
  const state = after(...changes);
  const own = (budgets: readonly { readonly from: string; readonly minor: number }[] = []) =>
    budgets.slice(1).map(({ from, minor }) => `${from.slice(5, 10)} ${minor}`);
  const ordered = own(orderedLines(state)[0]?.budgets);
  expect(own(liveBuys(state)[0]?.packages[0]?.budgets)).toEqual(ordered);
  return ordered;
};

const asked = { at: "2027-01-25", budget: 300_000 };

it("counts a change from the day that its seller named, else from when its books show it", () => {
  const read = [
    ["2027-01-25", false],
    ["2027-01-30", true],
  ] as const;
  expect(budgetsAfter({ ...asked, read: [["2027-01-25", true]] })).toEqual(["01-25 300000"]);
  expect(budgetsAfter({ ...asked, named: null, read })).toEqual(["01-30 300000"]);
  expect(budgetsAfter({ ...asked, named: "2027-01-30", read })).toEqual(["01-30 300000"]);
  expect(budgetsAfter({ ...asked, named: "2027-01-29T00:00:00+01:00", read })).toEqual(["01-28 300000"]);
  // Sooner than it said.
  expect(budgetsAfter({ ...asked, named: "2027-02-20", read })).toEqual(["01-30 300000"]);
  // A day that is over, and one that is none.
  expect(budgetsAfter({ ...asked, named: "2027-01-02", read: [["2027-01-25", true]] })).toEqual([
    "01-25 300000",
  ]);
  expect(budgetsAfter({ ...asked, named: "soon", read: [["2027-01-25", true]] })).toEqual(["01-25 300000"]);
});

it.each([
  ["a pause", { status: "paused" }],
  ["a cancellation", { status: "canceled" }],
  ["a package's pause", { packages: [{ package_id: packageId, paused: true }] }],
])("counts %s from the answer, whatever day its seller names for it", (_, wanted) => {
  const events = update(line, wanted, { id: "change/1", readBack: false }).map(
    (event): CampaignEvent =>
      event.type === "step-answered"
        ? { ...event, receipt: { ...event.receipt, payload: { implementation_date: "2027-02-20" } } }
        : event,
  );
  const made = { type: "change-checked", stepId: "change/1", made: true, findings: [] } as const;
  const [buy] = liveBuys(
    campaign([
      ...boughtEvents([line]),
      { at: noon("2027-01-25"), events: [...events, { ...made, made: false }] },
      { at: noon("2027-02-20"), events: [made] },
    ]),
  );
  const stopped = buy?.packages[0]?.budgets.find((one) => one.paused || one.cancelled);
  expect(stopped?.from.slice(0, 10)).toBe("2027-01-25");
});

it("leaves nothing of a change for later that another one has overruled meanwhile", () => {
  const shown = [["2027-01-25", true]] as const;
  const late = { ...asked, named: "2027-02-10", read: shown };
  const sooner: Late = { id: "change/2", at: "2027-01-28", budget: 500_000, read: [["2027-01-28", true]] };
  expect(budgetsAfter(late, sooner)).toEqual(["01-28 500000"]);
  expect(budgetsAfter(late, { ...sooner, at: "2027-02-12", read: [["2027-02-12", true]] })).toEqual([
    "02-10 300000",
    "02-12 500000",
  ]);
});

it("knows of which package another budget is to come", () => {
  const buy = { sellerId: "harbour.example", mediaBuyId };
  expect(buyBooks(after(), buy).coming).toEqual(new Set());
  expect(buyBooks(after({ ...asked, read: [["2027-01-25", true]] }), buy).coming).toEqual(new Set());
});
