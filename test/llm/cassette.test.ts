import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { cassetteKey } from "../../src/llm/cassette.ts";
import { createModel, type ModelOptions } from "../../src/llm/create-model.ts";
import { pickFacts } from "../../src/llm/questions/pick-facts.ts";
import { startScriptedModel } from "./scripted-model.ts";

const inputs = { question: "why?", facts: [{ id: "f1", text: "because" }] };
const good = { answers: "yes", facts: ["f1"] };

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "flightdesk-cassettes-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const options = (mode: "record" | "replay", baseUrl: string): ModelOptions => ({
  provider: "openai",
  name: "gpt-5-mini",
  baseUrl,
  budgetMicroUsd: 1_000_000,
  cassettes: { folder, mode },
  ...(mode === "record" ? { apiKey: "sk-test-secret", prices: { input: 250_000, output: 2_000_000 } } : {}),
});

async function recorded(): Promise<void> {
  await using server = await startScriptedModel({ text: JSON.stringify(good) });
  const model = createModel(options("record", server.baseUrl));
  expect(await model.ask(pickFacts, inputs)).toMatchObject({ type: "answered", answer: good });
}

const nowhere = "http://127.0.0.1:9/v1";

describe("a cassette", () => {
  it("answers the same question again without key, price or network, and costs nothing", async () => {
    await recorded();
    const model = createModel(options("replay", nowhere));
    expect(await model.ask(pickFacts, inputs)).toMatchObject({ type: "answered", answer: good });
    expect(model.spending()).toMatchObject({ calls: 0, microUsd: 0 });
  });

  it("holds what was asked and no key", async () => {
    await recorded();
    const files = readdirSync(folder);
    expect(files).toEqual([expect.stringMatching(/^[0-9a-f]{64}\.json$/)]);
    const text = readFileSync(join(folder, files[0] ?? ""), "utf8");
    expect(text).toContain("f1: because");
    expect(text).not.toContain("sk-test-secret");
  });

  it("throws where the question was never recorded: a gap is not taken for a missing answer", async () => {
    await recorded();
    const model = createModel(options("replay", nowhere));
    await expect(model.ask(pickFacts, { ...inputs, question: "when?" })).rejects.toThrow(
      "there is no recorded answer of openai/gpt-5-mini to this question",
    );
  });

  it("throws where what it holds was edited", async () => {
    await recorded();
    const file = join(folder, readdirSync(folder)[0] ?? "");
    writeFileSync(file, readFileSync(file, "utf8").replace("because", "for"));
    const model = createModel(options("replay", nowhere));
    await expect(model.ask(pickFacts, inputs)).rejects.toThrow("was changed since it was recorded");
  });

  it("has the same key for the same call, whatever the order of its fields, and another for any other", () => {
    const key = (model: string, parameters: unknown) => cassetteKey({ model, parameters });
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.string(), (parameters, more) => {
        const turned = Object.fromEntries(Object.entries(parameters).toReversed());
        expect(key("m", turned)).toBe(key("m", parameters));
        expect(key("n", parameters)).not.toBe(key("m", parameters));
        expect(key("m", { parameters, more })).not.toBe(key("m", { parameters, more: `${more}.` }));
      }),
    );
  });
});

describe("a model", () => {
  it("is not made without its price", () => {
    const { cassettes: _, ...rest } = options("replay", nowhere);
    expect(() => createModel(rest)).toThrow("the price of the model gpt-5-mini is not known");
  });

  it("says that its budget is used up, and sends nothing more", async () => {
    await using server = await startScriptedModel({ text: JSON.stringify(good) });
    const model = createModel({ ...options("record", server.baseUrl), budgetMicroUsd: 100 });
    expect(await model.ask(pickFacts, inputs)).toEqual({
      type: "unavailable",
      reason: expect.stringContaining("the model budget of 0.0001 USD has no room for another call"),
    });
    expect(server.requests).toHaveLength(0);
  });

  it("says which rule an answer broke", async () => {
    await using server = await startScriptedModel({
      text: JSON.stringify({ answers: "yes", facts: [] }),
    });
    const model = createModel(options("record", server.baseUrl));
    expect(await model.ask(pickFacts, inputs)).toEqual({
      type: "unavailable",
      reason: "the answer was refused: it claims an answer and names no fact, or names facts and claims none",
    });
  });
});
