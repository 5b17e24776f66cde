import fc from "fast-check";
import { expect, it } from "vitest";
import { injectionSignsIn } from "../../src/protocol/messages/injection-signs.ts";
import { sellers } from "../../src/sandbox/inventory/sellers.ts";
import { signals } from "../../src/sandbox/inventory/signals.ts";
import { hostileTexts } from "../stories/injection/hostile-texts.ts";

it("sees what each hostile text tries", () => {
  const missed = hostileTexts().filter(
    ({ text, badge }) => badge !== undefined && !injectionSignsIn(text).includes(badge),
  );
  expect(missed.map(({ name, text, badge }) => `${name}: ${badge}: ${text.slice(0, 60)}`)).toEqual([]);
});

it("sees in plain ASCII what it sees beside a letter that is none", () => {
  const pieces = hostileTexts().flatMap(({ text }) => text.slice(0, 400).match(/[ -~]+/g) ?? []);
  const text = fc.array(fc.oneof(fc.constantFrom(...pieces), fc.string()), { maxLength: 4 });
  fc.assert(
    fc.property(text, (parts) => {
      const ascii = `${parts.join(" ").replace(/[^ -~]/g, "")} `;
      expect(injectionSignsIn(`${ascii}\u00e9`)).toEqual(injectionSignsIn(`${ascii}e`));
    }),
  );
});

it("says nothing of texts that only describe", () => {
  const texts = [
    ...sellers.flatMap(({ listings }) => listings.flatMap(({ name, description }) => [name, description])),
    ...signals.flatMap(({ name, description }) => [name, description]),
    "Men 25–54 & women 18+ in Köln, -10 % in Q1 (min. 5.000 €)",
    "Система умного дома: аудитория 25–54, вечерний эфир",
    "Ωmega FM, Ελλάδα: drive time",
    "Budget hotels and first-class travellers; score-based sports audiences",
    "Réseau d'affichage, gare Saint-Lazare, 2 semaines – écran 1080×1920",
    "深夜のテレビ枠、家族向け",
    "+18 only: @home and @work; A/B tests, C++ developers",
    "Approval within 24 h by our people. Payment 30 days after invoice.",
    "no such format at this seller (packages[0].creative_ids)",
    "The budget is below the minimum spend of EUR 4,000.00 per package",
    "👩‍👩‍👧 family ❤️ https://seller.example/rates?x=1#cpm",
    "می‌خواهم خانواده",
  ];
  expect(texts.flatMap((text) => injectionSignsIn(text).map((what) => `${what}: ${text}`))).toEqual([]);
});

it("comes to an end with texts made to hold it up", () => {
  const texts = [
    ...'a |<|ignore |](|=-|{{|"|x.example |\u200b|assistant |}]|]}|[a]:|[|![|${|<%|a://a:|{"|ﷺ'.split("|"),
    ..."\u0316\u0301|a\u0301|@a|pay |rank |\t=|&#1".split("|"),
  ];
  for (const text of texts) expect(injectionSignsIn(text.repeat(200_000))).toContain("very long text");
});
