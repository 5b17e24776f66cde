import { expect, it } from "vitest";
import { inTodaysWords } from "../../../src/campaign/model/state/former-events.ts";

const euro = (minor: number) => ({ minor, currency: "EUR" });

it.each<[string, { type: string }, unknown]>([
  [
    "a step that changes a buy",
    {
      type: "step-proposed",
      step: {
        id: "s",
        slots: ["a/b"],
        change: { wish: { verb: "pause" } },
        arguments: { slots: ["theirs"] },
      },
    } as never,
    {
      type: "step-proposed",
      step: {
        id: "s",
        lineIds: ["a/b"],
        change: { requested: { verb: "pause" } },
        arguments: { slots: ["theirs"] },
      },
    },
  ],
  [
    "a step that goes on as another",
    { type: "step-replaced", stepId: "s", next: { id: "t", slots: ["a/b"] } } as never,
    { type: "step-replaced", stepId: "s", next: { id: "t", lineIds: ["a/b"] } },
  ],
  [
    "policies that gave a verdict",
    { type: "verdict-given", verdict: { type: "approved", by: "a.yaml, b.yaml", consents: ["1"] } } as never,
    {
      type: "verdict-given",
      verdict: { type: "approved", by: { policies: ["a.yaml", "b.yaml"] }, approvals: ["1"] },
    },
  ],
  [
    "a part of the gate that gave a verdict",
    { type: "verdict-given", verdict: { type: "denied", by: "the caps", reasons: [] } } as never,
    { type: "verdict-given", verdict: { type: "denied", by: "caps", reasons: [] } },
  ],
  [
    "no policies at all",
    { type: "verdict-given", verdict: { type: "approved", by: "no local policies" } } as never,
    { type: "verdict-given", verdict: { type: "approved", by: { policies: [] } } },
  ],
  [
    "days of delivery",
    { type: "delivery-reported", reports: [{ rows: [{ slot: "a", date: "d" }, { slot: "b" }] }] } as never,
    { type: "delivery-reported", reports: [{ rows: [{ date: "d", lineId: "a" }, { lineId: "b" }] }] },
  ],
  [
    "what a row of delivery rests on, and a fault of its report",
    {
      type: "delivery-reported",
      reports: [
        {
          rows: [
            { lineId: "a", basis: "told" },
            { lineId: "b", basis: "shared out" },
          ],
          findings: [{ kind: "told as a whole", text: "t" }, { kind: "late" }],
        },
      ],
    } as never,
    {
      type: "delivery-reported",
      reports: [
        {
          rows: [
            { lineId: "a", basis: "stated" },
            { lineId: "b", basis: "shared out" },
          ],
          findings: [{ kind: "reported as a whole", text: "t" }, { kind: "late" }],
        },
      ],
    },
  ],
  [
    "what a seller's books state otherwise",
    {
      type: "change-checked",
      stepId: "s",
      question: {
        differences: [
          { what: "the budget", wanted: "1", told: "2" },
          { what: "its end", wanted: "d" },
        ],
      },
    } as never,
    {
      type: "change-checked",
      stepId: "s",
      question: {
        differences: [
          { what: "the budget", wanted: "1", stated: "2" },
          { what: "its end", wanted: "d" },
        ],
      },
    },
  ],
  [
    "a move of money",
    {
      type: "reallocation-decided",
      reallocation: { moves: [{ slot: "a", from: euro(1) }], limits: [{ slots: ["a"] }] },
    } as never,
    {
      type: "reallocation-decided",
      reallocation: { moves: [{ lineId: "a", from: euro(1) }], limits: [{ lineIds: ["a"] }] },
    },
  ],
  [
    "a shortfall",
    {
      type: "shortfall-found",
      shortfall: { slot: "a", untoldDays: 2, remedy: { type: "makegood" } },
    } as never,
    {
      type: "under-delivery-found",
      underDelivery: { lineId: "a", unreportedDays: 2, remedy: { type: "makeGood" } },
    },
  ],
  ["what was paused", { type: "stop-heard", buys: [] } as never, { type: "pause-observed", buys: [] }],
  [
    "the reach of a plan",
    {
      type: "plan-made",
      plan: { lines: [{ slot: "a" }], reach: { low: 1, independent: 2, high: 3 } },
    } as never,
    {
      type: "plan-made",
      plan: { lines: [{ lineId: "a" }], reach: { low: 1, expected: 2, high: 3, overlap: "none" } },
    },
  ],
])("reads %s in today's words, once and for all", (_, former, today) => {
  const read = inTodaysWords(former);
  expect(read).toEqual(today);
  expect(inTodaysWords(read)).toBe(read);
});

it.each([
  { type: "step-answered", stepId: "s", receipt: { payload: { slot: "x", tried: [], consent: "y" } } },
  { type: "verdict-given", verdict: { type: "approved", by: "governance", notes: [] } },
  { type: "plan-made", plan: { lines: [{ lineId: "a" }], reach: { expected: 2, overlap: "usual" } } },
  { type: "plan-made", plan: "not a plan" },
  { type: "something-later", slot: "a" },
])("leaves what is in today's words, and what others wrote, as it is", (event) => {
  expect(inTodaysWords(event)).toBe(event);
});
