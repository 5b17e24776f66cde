import { describe, expect, it } from "vitest";
import { scenariosWritten, type WrittenChange } from "../../src/desk/whatif-changes.ts";
import { brief, offer } from "../campaign/rank/arbitraries.ts";

const request = {
  brief: brief(),
  offers: [
    { ...offer(), id: "a", sellerId: "kiosk.example", channels: ["display"] },
    { ...offer(), id: "b", sellerId: "harbour.example", channels: ["olv", "ctv"] },
  ],
};
const { currency } = request.brief.budget;

function read(...written: (readonly [WrittenChange["option"], string])[]) {
  return scenariosWritten(
    written.map(([option, value]) => ({ option, value })),
    request,
  );
}

describe("options of whatif", () => {
  it("are one scenario together", () => {
    expect(
      read(["budget", "+20%"], ["without-seller", "kiosk.example"], ["channel", "ctv=30%..50%"]),
    ).toEqual([
      {
        name: "budget +20%, without seller kiosk.example, channel ctv=30%..50%",
        changes: [
          { type: "budget-by", share: 0.2 },
          { type: "without-seller", sellerId: "kiosk.example" },
          { type: "channel-share", channel: "ctv", min: 0.3, max: 0.5 },
        ],
      },
    ]);
  });

  it("begin another scenario with --or, and with a second budget", () => {
    const names = (...written: Parameters<typeof read>) => read(...written).map(({ name }) => name);
    expect(names(["budget", "-20%"], ["budget", "+20%"], ["or", ""], ["max-share", "40%"])).toEqual([
      "budget -20%",
      "budget +20%",
      "max share 40%",
    ]);
    expect(names(["without-channel", "ctv"], ["without-channel", "olv"])).toHaveLength(1);
  });

  it("take amounts in the brief's currency", () => {
    expect(read(["budget", `300,000 ${currency}`], ["max-cpm", `18 ${currency}`])[0]?.changes).toEqual([
      { type: "budget", amount: { minor: 30_000_000, currency } },
      { type: "max-cpm", price: { minor: 1800, currency } },
    ]);
  });

  it("take shares as German writes them", () => {
    expect(read(["budget", "+12,5 %"], ["max-share", "40 %"])[0]?.changes).toEqual([
      { type: "budget-by", share: 0.125 },
      { type: "max-share", share: 0.4 },
    ]);
  });

  it("take a range that is open at one end", () => {
    expect(read(["channel", "olv=..50%"])[0]?.changes).toEqual([
      { type: "channel-share", channel: "olv", min: 0, max: 0.5 },
    ]);
  });

  it.each([
    ["budget", "-100%", "leaves no budget"],
    ["budget", "many", "is not an amount"],
    ["budget", "300,000 JPY", `is not in ${currency}`],
    ["max-share", "0%", "is not a share"],
    ["max-share", "0.4", "is not a share"],
    ["max-cpm", "cheap", "is not an amount"],
    ["channel", "ctv", "is not a range"],
    ["channel", "ctv=50%..30%", "is not a range"],
    ["channel", "ctv=..", "is not a range"],
    ["channel", "ct=30%..50%", "did you mean ctv?"],
    ["without-seller", "kiosk.exampel", "did you mean kiosk.example?"],
    ["without-channel", "print", "Offered: ctv, display, olv"],
  ] as const)("refuse --%s %s and say why", (option, value, problem) => {
    expect(() => read([option, value])).toThrow(problem);
  });
});
