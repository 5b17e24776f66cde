import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, it } from "vitest";
import { flightdesk, temporaryFolder } from "./flightdesk.ts";

it("says both ways to go on where loop is asked without --once", async () => {
  const { code, stderr } = await flightdesk(["loop"]);
  expect(code).toBe(2);
  expect(stderr).toContain("flightdesk loop --once");
  expect(stderr).toContain("flightdesk serve");
});

it("takes a turn on an empty ledger, as one document that the published schema knows", async () => {
  using home = temporaryFolder();
  const { code, stdout } = await flightdesk(["loop", "--once", "--json"], { FLIGHTDESK_HOME: home.path });
  expect(code).toBe(0);
  const schema: object = JSON.parse(readFileSync("schemas/loop-output.schema.json", "utf8"));
  const output: unknown = JSON.parse(stdout);
  expect(new Ajv2020({ strict: false }).compile(schema)(output)).toBe(true);
  expect(output).toEqual({ command: "loop", campaigns: [] });
});

it.each([
  [["--every", "45 min"], '--every: "45 min" does not divide an hour or a day'],
  [["--host", "0.0.0.0"], "--host 0.0.0.0 needs --public-url"],
  [["--port", "99999"], "a port is a number from 0 to 65535"],
  [["--workers"], "set ledger_url"],
  [["--metrics", "--public-url", "https://desk.example"], "FLIGHTDESK_STATUS_TOKEN"],
])("refuses serve %j before anything is begun", async (words, complaint) => {
  using home = temporaryFolder();
  const { code, stderr } = await flightdesk(["serve", ...words], { FLIGHTDESK_HOME: home.path });
  expect(code).toBe(2);
  expect(stderr).toContain(complaint);
});

it.each(["SIGTERM", "SIGINT"] as const)("serves until %s, then ends well", async (signal) => {
  using home = temporaryFolder();
  const child = spawn(process.execPath, ["dist/cli/main.js", "serve", "--port", "0", "--metrics"], {
    env: { ...process.env, FLIGHTDESK_HOME: home.path, FLIGHTDESK_RESULTS_TOKEN: "not-to-be-told" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  const listening = new Promise<string>((resolve) => {
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (chunk) => {
        said += String(chunk);
        const [url] = /http:\S+/.exec(said) ?? [];
        if (url !== undefined) resolve(url);
      });
  });
  const url = await listening;
  expect(await (await fetch(`${url}/health`)).json()).toMatchObject({ healthy: true });
  expect(await (await fetch(`${url}/ready`)).json()).toEqual({ ready: true });
  expect(await (await fetch(`${url}/metrics`)).text()).toMatch(/^flightdesk_inbox_waiting 0$/m);
  expect(await (await fetch(`${url}/status`)).json()).toEqual({
    command: "status",
    orders: [],
    campaigns: [],
  });
  child.kill(signal);
  await once(child, "close");
  expect(child.exitCode).toBe(0);
  expect(said).not.toContain("not-to-be-told");
});
