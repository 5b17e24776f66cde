import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startScriptedModel } from "../llm/scripted-model.ts";
import { flightdesk, temporaryFolder } from "./flightdesk.ts";

const brief = "examples/brief-to-campaign/brief.yaml";
const published = (name: string): object => JSON.parse(readFileSync(`schemas/${name}`, "utf8"));
const ajv = new Ajv2020({ strict: false, formats: { date: true } });

const key = "sk-test-secret";
const modelAt = (url: string) => ({
  FLIGHTDESK_MODEL_PROVIDER: "openai",
  FLIGHTDESK_MODEL_NAME: "gpt-5-mini",
  FLIGHTDESK_MODEL_URL: url,
  FLIGHTDESK_MODEL_KEY: key,
  FLIGHTDESK_MODEL_PRICES: "0.25 / 2.00",
});

const fits = { fit: "some", phrase: "p1" };
const answers = (request: string) => {
  if (request.includes("You read how a seller"))
    return { text: JSON.stringify({ audience: fits, surroundings: fits, objective: fits }) };
  if (request.includes("You explain a media plan"))
    return {
      text: JSON.stringify({ sentences: ["The plan spends {{planned}}, first on {{line_1_product}}."] }),
    };
  return { text: JSON.stringify({ answers: "yes", facts: ["f2"] }) };
};

describe("plan --explain", () => {
  it("shows a model's readings beside the ranking, the plan in words, and what it cost", async () => {
    using home = temporaryFolder();
    await using model = await startScriptedModel(answers);
    const { code, stdout, stderr } = await flightdesk(["plan", brief, "--sandbox", "--explain"], {
      ...modelAt(model.baseUrl),
      FLIGHTDESK_HOME: home.path,
    });
    expect(code, stderr).toBe(0);
    expect(stdout).toMatch(
      /\nreadings\n {2}Beside the ranking: [\s\S]*?By\s+gpt-5-mini\/read-product\.v1@[0-9a-f]{12}/,
    );
    expect(stdout).toMatch(/audience some \(“.+”\)/);
    expect(stdout).toMatch(/words by gpt-5-mini\/explain-plan\.v1@[0-9a-f]{12}, figures by code/);
    expect(stdout).toMatch(/The plan spends EUR [\d,.]+, first on /);
    expect(stderr).toMatch(/the model was asked \d+ times: 0\.\d+ USD of 1\.00 USD/);
    expect(JSON.stringify(model.requests.map(({ body }) => body))).not.toContain(key);
  });

  it("keeps to the budget of the model and goes on by rules, as one document that the published schema knows", async () => {
    using home = temporaryFolder();
    await using model = await startScriptedModel(answers);
    const { code, stdout } = await flightdesk(
      ["plan", brief, "--sandbox", "--explain", "--json", "--model-budget", "0.000001"],
      { ...modelAt(model.baseUrl), FLIGHTDESK_HOME: home.path },
    );
    expect(code).toBe(0);
    expect(model.requests).toHaveLength(0);
    const output: unknown = JSON.parse(stdout);
    const validate = ajv.compile(published("campaign-output.schema.json"));
    expect(validate(output), JSON.stringify(validate.errors)).toBe(true);
    expect(output).toMatchObject({
      explanation: { by: "rules", note: expect.stringContaining("the model budget of 0.000001 USD") },
    });
  });

  it.each([
    ["FLIGHTDESK_MODEL_PRICES", "model_prices: say what a million tokens of gpt-5-mini cost"],
    ["FLIGHTDESK_MODEL_NAME", "model_name: say which model of openai is asked"],
    ["FLIGHTDESK_MODEL_KEY", "FLIGHTDESK_MODEL_KEY: the provider openai needs an API key"],
  ])("without %s is a usage error", async (missing, message) => {
    using home = temporaryFolder();
    const { [missing]: _, ...environment } = { ...modelAt("http://127.0.0.1:9/v1") } as Record<
      string,
      string
    >;
    const { code, stderr } = await flightdesk(["plan", brief, "--sandbox", "--explain"], {
      ...environment,
      FLIGHTDESK_HOME: home.path,
    });
    expect(code).toBe(2);
    expect(stderr).toContain(message);
  });
});

describe("ask", () => {
  const home = temporaryFolder();
  beforeAll(async () => {
    const ran = await flightdesk(["run", brief, "--sandbox", "--execute", "--home", home.path]);
    expect(ran.code, ran.stderr).toBe(0);
  });
  afterAll(() => home[Symbol.dispose]());
  const environment = { FLIGHTDESK_HOME: join(home.path, "sandbox") };
  const validate = ajv.compile(published("ask-output.schema.json"));

  it("answers about the newest campaign without a model, with the nearest facts of its record", async () => {
    const { code, stdout } = await flightdesk(
      ["ask", "why is Airport arrivals not in the plan?"],
      environment,
    );
    expect(code).toBe(0);
    expect(stdout).toMatch(/^campaign SANDBOX-[\w-]+\nno model is configured; these facts are nearest/);
    expect(stdout).toMatch(/Not in the plan: Airport arrivals at metropol-screens\.example/);
  });

  it("shows the facts that a model picks, word for word", async () => {
    await using model = await startScriptedModel(answers);
    const { code, stdout, stderr } = await flightdesk(["ask", "what came of it?", "--json"], {
      ...environment,
      ...modelAt(model.baseUrl),
    });
    expect(code, stderr).toBe(0);
    const output: { facts: unknown[] } = JSON.parse(stdout);
    expect(validate(output), JSON.stringify(validate.errors)).toBe(true);
    expect(output).toMatchObject({
      answers: "yes",
      by: expect.stringMatching(/^gpt-5-mini\/pick-facts\.v1@/),
      facts: [{ topic: "campaign", text: expect.stringMatching(/^9 sellers of 11 answered/) }],
    });
    expect(model.requests[0]?.body.tools).toBeUndefined();
    expect(model.requests[0]?.body.store).toBe(false);
  });

  it("records an answer and gives it again without key, price or network", async () => {
    using tapes = temporaryFolder();
    const words = ["ask", "what came of it?", "--json"];
    const kept = { ...environment, FLIGHTDESK_MODEL_CASSETTES: tapes.path };
    const first = await (async () => {
      await using model = await startScriptedModel(answers);
      return await flightdesk(words, { ...kept, ...modelAt(model.baseUrl), FLIGHTDESK_MODEL_MODE: "record" });
    })();
    const replaying = {
      ...kept,
      FLIGHTDESK_MODEL_MODE: "replay",
      FLIGHTDESK_MODEL_PROVIDER: "openai",
      FLIGHTDESK_MODEL_NAME: "gpt-5-mini",
    };
    const again = await flightdesk(words, replaying);
    expect(again.stdout).toBe(first.stdout);
    const other = await flightdesk(["ask", "and what else?"], replaying);
    expect(other.code).toBe(1);
    expect(other.stderr).toContain("there is no recorded answer of openai/gpt-5-mini to this question");
  });

  it("answers about what was compared where no campaign was begun, and so does a report", async () => {
    using fresh = temporaryFolder();
    const at = (...words: string[]) => flightdesk([...words, "--sandbox", "--home", fresh.path]);
    await at("compare", brief, "--seller-deadline", "2 s");
    const asked = await at("ask", "why is harbour.example not in the plan?");
    expect(asked, asked.stderr).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("harbour.example"),
    });
    const reported = await at("report", "--format", "md");
    expect(reported, reported.stderr).toMatchObject({ code: 0 });
    expect((await at("report", "nowhere")).stderr).toContain(
      "there is no campaign nowhere. Known: SANDBOX-acme",
    );
  });

  it("names the campaigns that it knows where another is asked about", async () => {
    const { code, stderr } = await flightdesk(["ask", "nowhere", "why?"], environment);
    expect(code).toBe(2);
    expect(stderr).toContain("there is no campaign nowhere. Known: SANDBOX-acme-trail-shoes");
  });
});
