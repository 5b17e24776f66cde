import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, it } from "vitest";
import { loginOutputSchema } from "../../src/desk/administers/log-in.ts";
import { logoutOutputSchema } from "../../src/desk/administers/log-out.ts";
import { simulatedClock } from "../../src/lib/clock.ts";
import { startSandbox } from "../../src/sandbox/sandbox.ts";
import { consent } from "../protocol/oauth/browser.ts";
import { type Ended, flightdesk, temporaryFolder } from "./flightdesk.ts";

const seller = "kiosk-exchange.example";

/** Runs `flightdesk login` and hands the address that it prints to `open`. */
async function login(words: readonly string[], open: (address: string) => unknown): Promise<Ended> {
  const child = spawn(process.execPath, ["dist/cli/main.js", "login", ...words, "--no-browser"], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  let [stdout, stderr, opened] = ["", "", false];
  child.stdout.on("data", (chunk) => {
    stdout += chunk;
  });
  child.stderr.on("data", (chunk) => {
    stderr += chunk;
    const address = /^ {2}(http\S+)$/m.exec(stderr)?.[1];
    if (address === undefined || opened) return;
    opened = true;
    open(address);
  });
  await once(child, "close");
  return { code: child.exitCode, stdout, stderr };
}

it("logs in, is let in, and logs out again", async () => {
  await using sandbox = await startSandbox({ clock: simulatedClock("2027-01-04"), oauth: ["kiosk"] });
  using folder = temporaryFolder();
  const settings = ["--registry-url", sandbox.registryUrl, "--home", folder.path];
  const words = [...settings, "--well-known-url", sandbox.wellKnownUrl];

  const accounts = ["call", seller, "list_accounts", ...settings];
  const before = await flightdesk(accounts);
  expect(before).toMatchObject({ code: 1 });
  expect(before.stderr).toContain(`flightdesk login ${sandbox.url}/sellers/kiosk/mcp`);

  const done = await login([seller, ...words], consent);
  expect(done).toMatchObject({ code: 0, stdout: `${seller}: the login works\n` });
  expect(done.stderr).toContain(
    `logged in at ${sandbox.authorizationServer?.issuer}, on the word of its publishers`,
  );
  expect(await flightdesk(accounts)).toMatchObject({ code: 0 });

  const issuer = String(sandbox.authorizationServer?.issuer);
  const listed = await flightdesk(["sellers", "list", "--home", folder.path]);
  expect(listed.stdout).toMatch(/kiosk-exchange\.example +login \(OAuth\) +http\S+ +\d+ days/);
  expect(listed.stdout).toContain(issuer);
  const tried = await flightdesk(["sellers", "test", seller, ...settings]);
  expect(tried).toMatchObject({ code: 0, stdout: expect.stringContaining("it accepts the login") });

  const out = await flightdesk(["logout", seller, ...settings]);
  expect(out).toMatchObject({ code: 0, stdout: expect.stringContaining("taken back and removed") });
  expect(await flightdesk(accounts)).toMatchObject({ code: 1 });
});

it("says the same as published JSON", async () => {
  await using sandbox = await startSandbox({ clock: simulatedClock("2027-01-04"), oauth: ["kiosk"] });
  using folder = temporaryFolder();
  const settings = ["--registry-url", sandbox.registryUrl, "--home", folder.path, "--json"];
  const agent = { seller, agentUrl: `${sandbox.url}/sellers/kiosk/mcp` };

  const done = await login([seller, ...settings, "--well-known-url", sandbox.wellKnownUrl], consent);
  expect(loginOutputSchema.parse(JSON.parse(done.stdout))).toEqual({
    command: "login",
    ...agent,
    issuer: sandbox.authorizationServer?.issuer,
    vouchedBy: "publishers",
    accepted: true,
  });

  const results = [];
  for (let times = 0; times < 2; times += 1) {
    const out = await flightdesk(["logout", seller, ...settings]);
    expect(out.code).toBe(0);
    results.push(logoutOutputSchema.parse(JSON.parse(out.stdout)));
  }
  const loggedOut = { command: "logout", ...agent };
  expect(results).toEqual([
    { ...loggedOut, result: "revoked" },
    { ...loggedOut, result: "nobody" },
  ]);
});

it("wants an issuer that no publisher names to be confirmed, and waits no longer than it is told to", async () => {
  const oauth = ["trittbrett"];
  await using sandbox = await startSandbox({ clock: simulatedClock("2027-01-04"), oauth });
  using folder = temporaryFolder();
  const agent = `${sandbox.url}/sellers/trittbrett/mcp`;
  const words = [agent, "--registry-url", sandbox.registryUrl, "--home", folder.path];
  const issuer = String(sandbox.authorizationServer?.issuer);

  const unconfirmed = await login(words, consent);
  expect(unconfirmed).toMatchObject({ code: 2, stdout: "" });
  expect(unconfirmed.stderr).toContain(`add --issuer ${issuer}`);

  const late = await login([...words, "--issuer", issuer, "--timeout", "200 ms"], () => undefined);
  expect(late).toMatchObject({ code: 1, stdout: "" });
  expect(late.stderr).toContain("nobody answered within 200 ms; nothing is kept");
});

it("logs in at the registry by its own address, confirmed by whoever knows its login page", async () => {
  await using sandbox = await startSandbox({ clock: simulatedClock("2027-01-04"), oauth: ["kiosk"] });
  using folder = temporaryFolder();
  const { registryUrl } = sandbox;
  const settings = ["--registry-url", registryUrl, "--home", folder.path];
  const issuer = String(sandbox.authorizationServer?.issuer);
  const done = await login([registryUrl, ...settings, "--issuer", issuer], consent);
  expect(done).toMatchObject({ code: 0, stdout: `${registryUrl}: the login works\n` });
  const accounts = await flightdesk(["call", seller, "list_accounts", ...settings]);
  expect(accounts.stderr).toContain("nobody is logged in there");
  const out = await flightdesk(["logout", registryUrl, ...settings]);
  expect(out).toMatchObject({ code: 0, stdout: expect.stringContaining("taken back and removed") });
});
