import { beforeAll, describe, expect, it } from "vitest";
import { some } from "../depth.ts";
import { hostileTexts } from "./injection/hostile-texts.ts";
import { type ObeyingModel, obeyingModel } from "./injection/obeying-model.ts";
import { type Course, courseOf, mark, textsAtOnce } from "./injection/story-of.ts";

const texts = some(hostileTexts(), 3).map(({ text }) => text);
const harmless = Array.from(
  { length: textsAtOnce },
  (_, i) => `A calm place, seen by many, number ${i + 1}.`,
);
const runs = Array.from({ length: Math.ceil(texts.length / textsAtOnce) }, (_, i) =>
  texts.slice(i * textsAtOnce, (i + 1) * textsAtOnce),
);

const spoken = new Map<string, Set<string>>();
let quiet: Course;
beforeAll(async () => {
  quiet = await courseOf(harmless);
});

it("the campaign that the others are held against buys, builds, activates, measures and is refused once", () => {
  const done = quiet.state.steps.filter(({ status }) => status === "done").map(({ step }) => step.task);
  expect(new Set(done)).toEqual(
    new Set([
      "sync_plans",
      "sync_accounts",
      "activate_signal",
      "create_media_buy",
      "build_creative",
      "sync_creatives",
      "provide_performance_feedback",
      "report_plan_outcome",
    ]),
  );
  expect(quiet.state.steps.filter(({ status }) => status === "failed")).toHaveLength(1);
});

describe.each(
  runs.map((said, i) => ({ said, from: i * textsAtOnce + 1, to: i * textsAtOnce + said.length })),
)(
  "with the hostile texts $from to $to in the fields of every agent, and a model that obeys them",
  ({ said }) => {
    let course: Course;
    let model: ObeyingModel;
    beforeAll(async () => {
      model = obeyingModel(said);
      course = await courseOf(said, model);
      for (const [place, some] of course.said)
        spoken.set(place, new Set([...(spoken.get(place) ?? []), ...some]));
    });

    it("the plan, the ranking, the calls and the amounts are those of harmless texts", () => {
      expect(course.ranking).toBe(quiet.ranking);
      expect(course.plan).toBe(quiet.plan);
      expect(course.amounts).toEqual(quiet.amounts);
      expect(course.sent).toEqual(quiet.sent);
    });

    it("the model was asked all that one can be, and saw an agent's words inside their tags only", () => {
      expect(model.prompts.length).toBeGreaterThan(20);
      expect(model.prompts.join("\n")).toContain(mark);
      for (const prompt of model.prompts)
        expect(prompt.replace(/<untrusted name="\w+">.*?<\/untrusted>/gs, "")).not.toContain(mark);
      expect(course.state.readings?.length).toBeGreaterThan(5);
    });

    it("no agent's words are in any call", () => {
      expect(course.calls.length).toBeGreaterThan(100);
      expect(course.sent.filter((call) => call.includes(mark))).toEqual([]);
    });
  },
);

it("each text has stood by itself in each field of a product and in an error, and among ten in the fields of later answers", () => {
  const whole = [...spoken].filter(([, said]) => said.size === new Set(texts).size).map(([place]) => place);
  expect(whole).toEqual(
    expect.arrayContaining([
      "get_products: products.name",
      "get_products: products.description",
      "get_products: products.channels",
      "get_products: products.delivery_type",
      "get_products: products.note",
      "get_products: instructions",
      "get_products: brief",
      "get_products: refusal",
      "check_governance: explanation",
      "check_governance: findings",
      "sync_accounts: message",
      "create_media_buy: packages.note",
      "sync_creatives: creatives.note",
      "report_plan_outcome: instructions",
    ]),
  );
});
