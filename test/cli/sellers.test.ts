import { chmodSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { simulatedClock } from "../../src/lib/clock.ts";
import { basicAuth, bearerAuth } from "../../src/sandbox/authenticators.ts";
import { type Sandbox, startSandbox } from "../../src/sandbox/sandbox.ts";
import { flightdesk, temporaryFolder } from "./flightdesk.ts";

const token = "harbour-token-91c4ee";
const password = "albion-word-5b77d0";

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({
    clock: simulatedClock("2027-01-04T08:00:00Z"),
    authenticators: {
      sales: bearerAuth(new Map([[token, "acme-desk"]])),
      albion: basicAuth(new Map([["acme", password]])),
    },
  });
});
afterAll(() => sandbox.close());

function openDesk() {
  const folder = temporaryFolder();
  const file = join(folder.path, "credentials.yaml");
  return {
    file,
    folder: folder.path,
    run: (words: readonly string[], input = "", environment: Readonly<Record<string, string>> = {}) =>
      flightdesk(
        ["sellers", ...words],
        { FLIGHTDESK_REGISTRY_URL: sandbox.registryUrl, FLIGHTDESK_HOME: folder.path, ...environment },
        input,
      ),
    [Symbol.dispose]: () => folder[Symbol.dispose](),
  };
}

it("sets, lists, tries and removes credentials without ever showing one", async () => {
  using desk = openDesk();
  const added = await desk.run(["add", "harbour.example", "--bearer"], `${token}\n`);
  expect(added.stderr).toContain(`sent to ${sandbox.url}/sales/mcp and nowhere else`);
  expect(added.code).toBe(0);
  const basic = ["add", "albion-audio.example", "--basic-user", "acme", "--password-env", "ALBION_WORD"];
  expect((await desk.run(basic)).stderr).toContain("ALBION_WORD is not set here and now");
  expect(statSync(desk.file).mode & 0o777).toBe(0o600);
  expect(readdirSync(desk.folder)).toEqual(["credentials.yaml", "credentials.yaml.lock"]);
  expect(readFileSync(desk.file, "utf8")).toContain("env:ALBION_WORD");

  const shown = [
    added,
    await desk.run(["list"]),
    await desk.run(["list", "--json"]),
    await desk.run(["test", "harbour.example"]),
    await desk.run(["test", "albion-audio.example", "--json"], "", { ALBION_WORD: password }),
  ];
  const [, listed, listedJson, tried, triedJson] = shown.map(({ stdout }) => stdout);
  expect(listed).toMatch(/harbour\.example +bearer token +the file +0 days/);
  expect(listed).toMatch(/albion-audio\.example +user name and password +env:ALBION_WORD/);
  expect(tried).toMatch(
    /yes +get_svc_capabilities: it answers\n +yes +list_accounts: it accepts the bearer token/,
  );
  for (const [name, text = ""] of [
    ["sellers-list-output", listedJson],
    ["sellers-test-output", triedJson],
  ] as const) {
    const schema: unknown = JSON.parse(readFileSync(`schemas/${name}.schema.json`, "utf8"));
    const validate = new Ajv2020().compile(schema as object);
    expect(validate(JSON.parse(text)), JSON.stringify(validate.errors)).toBe(true);
  }
  expect(JSON.parse(triedJson ?? "")).toMatchObject({
    credential: "basic",
    calls: [
      { access: "public", accepted: true },
      { access: "protected", accepted: true },
    ],
  });
  for (const { stdout, stderr } of shown) {
    expect(stdout + stderr).not.toContain(token);
    expect(stdout + stderr).not.toContain(password);
  }

  expect((await desk.run(["remove", "harbour.example"])).code).toBe(0);
  expect(readFileSync(desk.file, "utf8")).not.toContain(token);
  const gone = await desk.run(["remove", "harbour.example"]);
  expect(gone.code).toBe(2);
  expect(gone.stderr).toContain('no credential is set for "harbour.example". Set are: albion-audio.example');
});

it("says what a seller wants where the credential is wrong, not set, or missing", async () => {
  using desk = openDesk();
  await desk.run(["add", "harbour.example", "--basic-user", "acme"], "stale-word-0001\n");
  const wrong = await desk.run(["test", "harbour.example"]);
  expect(wrong.code).toBe(1);
  expect(wrong.stdout).toMatch(
    /NO +get_svc_capabilities: .*did not accept the user name and password .*wants a bearer token/,
  );
  await desk.run(["add", "albion-audio.example", "--basic-user", "acme", "--password-env", "ALBION_WORD"]);
  expect((await desk.run(["test", "albion-audio.example"])).stdout).toContain(
    "the environment variable ALBION_WORD is not set",
  );
  await desk.run(["remove", "albion-audio.example"]);
  const missing = await desk.run(["test", "albion-audio.example"]);
  expect(missing.stdout).toMatch(
    /no credential of its own is set[\s\S]*yes +get_svc_capabilities[\s\S]*NO +list_accounts: .*wants a user name and password\) and no credential is set/,
  );
});

it("refuses a file outside of the home folder that others can read, with the command that mends it", async () => {
  using desk = openDesk();
  using elsewhere = temporaryFolder();
  const environment = { FLIGHTDESK_HOME: elsewhere.path, FLIGHTDESK_CREDENTIALS: desk.file };
  await desk.run(["add", "harbour.example", "--bearer"], token);
  chmodSync(desk.file, 0o644);
  for (const words of [
    ["list"],
    ["test", "harbour.example"],
    ["add", "kiosk.example", "--bearer-env", "X"],
  ]) {
    const { code, stderr } = await desk.run(words, "", environment);
    expect(code).toBe(2);
    expect(stderr).toContain(`mend it with: chmod 600 ${desk.file}`);
  }
});

it("loses none of what several processes add at once", async () => {
  using desk = openDesk();
  const names = ["harbour.example", "albion-audio.example", "kiosk-exchange.example"];
  const added = await Promise.all(names.map((name) => desk.run(["add", name, "--bearer-env", "X"])));
  expect(added.map(({ code }) => code)).toEqual([0, 0, 0]);
  const { sellers } = JSON.parse((await desk.run(["list", "--json"])).stdout);
  expect(sellers.map(({ seller }: { seller: string }) => seller).sort()).toEqual(names.sort());
});

it("keeps what a person wrote into the file, comments and all", async () => {
  using desk = openDesk();
  const own =
    "# renewed with Harbour each January\nsellers:\n  own.example:\n    kind: bearer\n    token: env:OWN # ours\n";
  writeFileSync(desk.file, own, { mode: 0o600 });
  await desk.run(["add", "harbour.example", "--bearer-env", "HARBOUR"]);
  expect(readFileSync(desk.file, "utf8")).toContain(own.trimEnd());
  await desk.run(["remove", "harbour.example"]);
  expect(readFileSync(desk.file, "utf8")).toBe(own);
});

describe("usage", () => {
  it.each([
    [["add", "harbour.example"], "", /say how the seller knows you: one of --bearer/],
    [["add", "harbour.example", "--bearer"], "", /no secret was given/],
    [["add", "harbour.example", "--bearer", "--basic-user", "x"], token, /one of --bearer/],
    [["add", "nobody.example", "--bearer"], token, /not one seller of the registry\. There are: .*harbour/],
    [["add", "http://seller.example/mcp", "--bearer"], token, /credentials go over https alone/],
    [["add", "https://u:p@seller.example/mcp", "--bearer"], token, /holds no user, query or fragment/],
    [["add", "harbour.example", "--certificate", "a.crt"], "", /needs the private key's file/],
    [["add", "harbour.example", "--token", "x"], "", /unknown option '--token'/],
  ])("%j is refused and writes nothing", async (words, input, message) => {
    using desk = openDesk();
    const { code, stderr } = await desk.run(words, input);
    expect(stderr).toMatch(message);
    expect(code).toBe(2);
    expect(existsSync(desk.file)).toBe(false);
  });

  it("does not start where Node was told to believe every certificate", async () => {
    using desk = openDesk();
    const { code, stderr } = await desk.run(["list"], "", { NODE_TLS_REJECT_UNAUTHORIZED: "0" });
    expect(code).toBe(2);
    expect(stderr).toContain("lets anybody pose as a seller");
  });

  it("tells the mistakes of a file by line and shows none of its values", async () => {
    using desk = openDesk();
    const text = `sellers:\n  a.example: { kind: bearer, tokn: ${token} }\n  http://b.example: { kind: basic, username: "a:b", password: ${password} }\n`;
    writeFileSync(desk.file, text, { mode: 0o600 });
    const { code, stderr } = await desk.run(["list"]);
    expect(code).toBe(2);
    expect(stderr).toMatch(/credentials\.yaml:2:\d+ .*token/);
    expect(stderr).toMatch(/credentials\.yaml:3:\d+ .*a user name holds no colon/);
    expect(stderr).not.toContain(token);
    expect(stderr).not.toContain(password);
  });
});
