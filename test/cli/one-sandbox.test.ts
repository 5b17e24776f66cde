import { afterAll, beforeAll, expect, it } from "vitest";
import { type Embedded, openSession, startEmbedded } from "../../src/cli/session.ts";
import { temporaryFolder } from "./flightdesk.ts";

const home = temporaryFolder();
const flags = { sandbox: true, home: home.path };
let embedded: Embedded | undefined;
beforeAll(async () => {
  embedded = await startEmbedded(flags);
});
afterAll(async () => {
  await embedded?.[Symbol.asyncDispose]();
  home[Symbol.dispose]();
});

it("is there for every session of a command that lasts", async () => {
  const addresses: (string | undefined)[] = [];
  for (let opened = 0; opened < 2; opened += 1) {
    await using session = await openSession(flags, { embedded });
    addresses.push(session.settings.registry_url);
    expect((await fetch(embedded?.sandbox.registryUrl ?? "")).status).toBeLessThan(500);
  }
  expect(new Set(addresses)).toEqual(new Set([embedded?.sandbox.registryUrl]));
  expect((await fetch(embedded?.sandbox.registryUrl ?? "")).status).toBeLessThan(500);
});
