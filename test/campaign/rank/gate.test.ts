import { describe, expect, test } from "vitest";
import type { Brief } from "../../../src/brief/brief.ts";
import type { Offer } from "../../../src/campaign/model/offers/offer.ts";
import { gateFor } from "../../../src/campaign/rank/gate.ts";
import { brief, context, exactly, offer, seller } from "./arbitraries.ts";

const limited = (minor: number, currency = "EUR") =>
  brief({ limits: { excludedSellers: [], maxCpm: { minor, currency } } });
const { cpm: _, ...unpriced } = offer({ missing: ["price"] });
const auction = { auction: true, bid: { minor: 460, currency: "EUR" } };

test.each<[string, Offer, Brief, string, string | undefined]>([
  ["passes what breaks no limit", offer(), brief(), "pass", undefined],
  ["passes a price that meets the limit exactly", offer(), limited(400), "pass", undefined],
  [
    "fails a price over the limit",
    offer(),
    limited(399),
    "fail",
    "EUR 4.00 CPM is over the limit of EUR 3.99",
  ],
  ["holds a limit in another currency", offer(), limited(499, "USD"), "fail", "over the limit of EUR 3.99"],
  [
    "cannot tell a limit that has no rate",
    offer(),
    limited(500, "XAF"),
    "unknown",
    "no exchange rate from XAF",
  ],
  [
    "cannot tell a price that may be over the limit",
    offer({ cpm: { low: 300, mid: 400, high: 500 } }),
    limited(450),
    "unknown",
    "EUR 3.00 to EUR 5.00 CPM may be over the limit of EUR 4.50",
  ],
  [
    "fails an auction whose floor is over the limit",
    offer({ ...auction, cpm: { low: 400, mid: 460, high: 460 } }),
    limited(350),
    "fail",
    "the floor is worth EUR 4.00 CPM, over the limit of EUR 3.50",
  ],
  [
    "fails a bid under the floor",
    offer({ ...auction, bid: { minor: 399, currency: "EUR" } }),
    brief(),
    "fail",
    "under the floor",
  ],
  [
    "cannot tell an auction without a bid",
    offer({ auction: true }),
    brief(),
    "unknown",
    "without anything to bid",
  ],
  ["cannot tell an offer without a price", unpriced, brief(), "unknown", "missing: price"],
  [
    "fails what also runs on a channel that the brief rules out",
    offer({ channels: ["olv", "social"] }),
    brief({ channels: ["olv"], limits: { excludedSellers: [], excludedChannels: ["social"] } }),
    "fail",
    "also runs on social, which the brief rules out",
  ],
  [
    "fails another channel",
    offer({ channels: ["radio"] }),
    brief({ channels: ["ctv"] }),
    "fail",
    "radio is not among",
  ],
  [
    "cannot tell a channel that is not named",
    offer({ channels: [] }),
    brief({ channels: ["ctv"] }),
    "unknown",
    "does not name its channels",
  ],
  ["passes any channel when none is asked for", offer({ channels: [] }), brief(), "pass", undefined],
  [
    "fails an excluded seller",
    offer(),
    brief({ limits: { excludedSellers: ["Apex.example"] } }),
    "fail",
    "the brief excludes its seller",
  ],
  [
    "cannot tell a seller that nobody found",
    offer({ sellerId: "else.example" }),
    brief(),
    "unknown",
    "not among the sellers found",
  ],
  [
    "fails a minimum spend over the budget",
    offer({ minimumSpend: { minor: 6_250_001, currency: "USD" } }),
    brief(),
    "fail",
    "more than the budget of EUR 50,000.00",
  ],
])("%s", (_name, offered, one, outcome, reason) => {
  const result = gateFor(context({ brief: one }))(offered);
  expect(result.gate).toBe(outcome);
  if (reason === undefined) expect(result.gateReasons).toEqual([]);
  else expect(result.gateReasons.join("; ")).toContain(reason);
});

test("fails a host of an excluded domain", () => {
  const offered = offer({ sellerId: "ads.apex.example/video" });
  const host = { ...seller("ads.apex.example/video"), domain: "ads.apex.example" };
  const one = brief({ limits: { excludedSellers: ["apex.example"] } });
  expect(gateFor(context({ brief: one, sellers: [host] }))(offered).gate).toBe("fail");
});

describe("sellers that the brief names", () => {
  const [apex, birch] = [
    { ...seller("apex.example"), name: "Apex Media" },
    { ...seller("birch.example"), name: "Birch-Video" },
  ];
  const gates = (limits: Partial<Brief["limits"]>, sellers = [apex, birch]) => {
    const gate = gateFor(context({ brief: brief({ limits: { excludedSellers: [], ...limits } }), sellers }));
    return ["apex.example", "birch.example"].map((sellerId) => gate(offer({ sellerId })).gate);
  };

  test("are avoided by the name that the registry has for them as by their domain", () => {
    expect(gates({ excludedSellers: ["apex media"] })).toEqual(["fail", "pass"]);
    expect(gates({ excludedSellers: ["BIRCH VIDEO"] })).toEqual(["pass", "fail"]);
    expect(gates({ excludedSellers: ["Apex"] })).toEqual(["fail", "pass"]);
    expect(gates({ excludedSellers: ["Ape"] })).toEqual(["pass", "pass"]);
  });

  test("are bought from alone, by either", () => {
    expect(gates({ onlySellers: ["Birch Video"] })).toEqual(["fail", "pass"]);
    expect(gates({ onlySellers: ["apex.example", "Birch Video"] })).toEqual(["pass", "pass"]);
    expect(gates({ onlySellers: ["Cedar"] })).toEqual(["fail", "fail"]);
  });

  test("are not bought from by a name that two of them have, and both are avoided by it", () => {
    const twins = [apex, { ...birch, name: "APEX MEDIA" }];
    expect(gates({ onlySellers: ["Apex Media"] }, twins)).toEqual(["fail", "fail"]);
    expect(gates({ excludedSellers: ["Apex Media"] }, twins)).toEqual(["fail", "fail"]);
    const one = [apex, { ...birch, name: "APEX MEDIA", groupId: "apex.example" }];
    expect(gates({ onlySellers: ["Apex Media"] }, one)).toEqual(["pass", "pass"]);
  });
});

test("fails a seller that is not eligible, with its reasons", () => {
  const sellers = [{ ...seller("apex.example"), eligible: false, reasons: ["It does not sell in NL."] }];
  const result = gateFor(context({ sellers }))(offer());
  expect(result).toMatchObject({
    gate: "fail",
    gateReasons: ["its seller is not eligible: It does not sell in NL."],
  });
});

test("one broken limit outweighs what is not known, and both are reported", () => {
  const one = brief({ channels: ["ctv"], limits: { excludedSellers: ["apex.example"] } });
  const result = gateFor(context({ brief: one }))(offer({ channels: [], cpm: exactly(1) }));
  expect(result.gate).toBe("fail");
  expect(result.gateReasons).toHaveLength(2);
});

test("fails where it runs elsewhere, alone or as well, and its seller does not keep it to what is asked for", () => {
  const gate = gateFor(context({ brief: brief({ countries: ["NL", "BE"] }) }));
  expect(gate(offer({ countries: ["DE"] })).gateReasons).toEqual(["does not deliver in NL, BE"]);
  const wide = offer({ countries: ["DE", "BE"] });
  expect(gate(wide).gateReasons).toEqual([
    "may also run in Germany: its seller does not say that it can keep it to Netherlands, Belgium",
  ]);
  expect(gate({ ...wide, targetable: { countries: false } }).gateReasons).toEqual([
    "may also run in Germany: its seller cannot keep it to Netherlands, Belgium",
  ]);
  expect(gate({ ...wide, targetable: { countries: true } }).gate).toBe("pass");
  const soft = gateFor(context({ brief: brief({ countries: ["NL", "BE"], soft: ["countries"] }) }));
  expect(soft(wide).gate).toBe("pass");
  expect(soft(offer({ countries: ["DE"] })).gate).toBe("fail");
});

test("what is only preferred fails no offer", () => {
  const one = brief({
    channels: ["ctv"],
    soft: ["channels", "limits.max_cpm"],
    limits: { excludedSellers: [], maxCpm: { minor: 300, currency: "EUR" } },
  });
  expect(gateFor(context({ brief: one }))(offer()).gate).toBe("pass");
  expect(gateFor(context({ brief: { ...one, soft: ["channels"] } }))(offer()).gate).toBe("fail");
});
