import { expect, it } from "vitest";
import { startScriptedModel } from "../llm/scripted-model.ts";
import { flightdesk, temporaryFolder } from "./flightdesk.ts";

/** A home folder whose desk asks this model. */
function settingsOf(home: string, model: string) {
  return {
    FLIGHTDESK_HOME: home,
    FLIGHTDESK_MODEL_PROVIDER: "openai-compatible",
    FLIGHTDESK_MODEL_NAME: "scripted",
    FLIGHTDESK_MODEL_URL: model,
    FLIGHTDESK_MODEL_PRICES: "0 / 0",
  };
}

it("says what a conversation needs where it is missing", async () => {
  using home = temporaryFolder();
  const none = await flightdesk(["chat", "hello", "--home", home.path]);
  expect(none).toMatchObject({ code: 2, stdout: "" });
  expect(none.stderr).toContain("set model_provider, model_name and model_prices in flightdesk.yaml");
  const agent = await flightdesk([
    "plan",
    "examples/brief-to-campaign/brief.yaml",
    "--agent",
    "--home",
    home.path,
  ]);
  expect(agent).toMatchObject({ code: 2, stdout: "" });
  expect(agent.stderr).toContain("--agent needs a model");
  const silent = await flightdesk(["chat", "--home", home.path]);
  expect(silent).toMatchObject({ code: 2, stdout: "" });
  expect(silent.stderr).toContain("say something");
});

it("answers once, marks what no tool told, and goes on with a conversation that was kept", async () => {
  using home = temporaryFolder();
  await using model = await startScriptedModel({ text: "There are 7 campaigns.\u0007" });
  const settings = settingsOf(home.path, model.baseUrl);
  const said = await flightdesk(["chat", "how", "many?", "--json"], settings);
  expect(said).toMatchObject({ code: 0 });
  const { text, conversation, unsupported } = JSON.parse(said.stdout);
  expect(text).toContain("There are 7 [not from the record] campaigns.");
  expect(unsupported).toEqual(["7"]);
  const again = await flightdesk(["chat", "--resume", conversation, "7 of them?"], settings);
  expect(again).toMatchObject({ code: 0, stdout: "There are 7 campaigns.\n" });
  expect(again.stderr).toContain(`Go on with: flightdesk chat --resume ${conversation}\n`);
  expect(said.stderr).not.toContain("Go on with");
  const [, second] = model.requests;
  expect(JSON.stringify(second?.body)).toContain("how many?");
  expect(second?.body.tools.map((tool: { function: { name: string } }) => tool.function.name)).toContain(
    "plan_campaign",
  );
  const lost = await flightdesk(["chat", "--resume", "../settings", "go on"], settings);
  expect(lost).toMatchObject({ code: 2, stdout: "" });
  const unknown = await flightdesk(["chat", "--resume", "12345678", "go on"], settings);
  expect(unknown.stderr).toContain(`Kept: ${conversation}`);
});

it("goes on with what a model said of a plan", async () => {
  using home = temporaryFolder();
  await using model = await startScriptedModel({ text: "The plan is as it is." });
  const settings = settingsOf(home.path, model.baseUrl);
  const brief = "examples/brief-to-campaign/brief.yaml";
  const planned = await flightdesk(["plan", brief, "--agent", "--sandbox"], settings);
  expect(planned).toMatchObject({ code: 0 });
  const [, id = ""] = /flightdesk chat --resume (\w+) --sandbox$/m.exec(planned.stderr) ?? [];
  const again = await flightdesk(["chat", "Why?", "--resume", id, "--sandbox", "--json"], settings);
  expect(again).toMatchObject({ code: 0 });
  expect(JSON.parse(again.stdout).campaigns).toHaveLength(1);
  expect(JSON.stringify(model.requests.at(-1)?.body)).toContain("The plan is as it is.");
});
