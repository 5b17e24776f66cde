import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Caller } from "../../src/desk/caller.ts";
import { type DeskOptions, type OpenDesk, openDesk } from "../../src/desk/open-desk.ts";
import { simulatedClock } from "../../src/lib/clock.ts";
import { newKey, publicKeyOf } from "../../src/lib/key-file.ts";
import { Secret } from "../../src/lib/secret.ts";
import { type Sandbox, startSandbox } from "../../src/sandbox/sandbox.ts";
import { tools } from "../../src/tools/tools.ts";
import { temporaryFolder } from "../cli/flightdesk.ts";
import { buysAt } from "../stories/story.ts";

export const brief = readFileSync("examples/brief-to-campaign/brief.yaml", "utf8");
export const host: Caller = { kind: "mcp", name: "a host", person: "sam" };
export const kim = newKey();

/** A desk on a sandbox that stays, as those of real sellers do, with a home of its own and somebody who may approve. */
export interface TriedDesk extends AsyncDisposable {
  readonly desk: OpenDesk;
  readonly sandbox: Sandbox;
  readonly home: string;
  /** The same desk, opened once more; with nobody named where `approvers` is null. */
  readonly again: (options?: Partial<DeskOptions> & { readonly approvers?: null }) => OpenDesk;
  /** Calls a tool by its name, as a host's model does. */
  readonly call: (name: string, given: Record<string, unknown>, desk?: OpenDesk) => Promise<Told>;
  readonly orders: () => string[];
}

type Told = Readonly<Record<string, unknown>>;

export async function openTriedDesk(
  sandboxOptions: Omit<Parameters<typeof startSandbox>[0], "clock"> = {},
): Promise<TriedDesk> {
  const clock = simulatedClock("2027-01-04T08:00:00Z");
  const sandbox = await startSandbox({ clock, slowSellerMs: 0, ...sandboxOptions });
  const folder = temporaryFolder();
  const file = join(folder.path, "approvers.yaml");
  writeFileSync(
    file,
    `approvers:\n  - { name: kim, public_key: ${publicKeyOf(kim)}, up_to: "1,000,000 EUR" }\n`,
  );
  const opened: OpenDesk[] = [];
  const again: TriedDesk["again"] = ({ approvers, ...options } = {}) => {
    const desk = openDesk({
      settings: {
        home: folder.path,
        registry_url: sandbox.registryUrl,
        governance_url: sandbox.governanceUrl,
        well_known_url: sandbox.wellKnownUrl,
        separate_sellers: [...sandbox.sharedOrigins],
        exchange: "examples/exchange.yaml",
        seller_deadline: 20_000,
        ...(approvers === undefined && { approvers: file }),
      },
      secrets: { token: new Secret(sandbox.token) },
      clock,
      ...options,
    });
    opened.push(desk);
    return desk;
  };
  const desk = again();
  return {
    desk,
    sandbox,
    home: folder.path,
    again,
    call: async (name, given, at = desk) => {
      const tool = tools.find((one) => one.name === name);
      if (tool === undefined) throw new Error(`there is no tool ${name}`);
      // Each door has read it by the tool's schema before the tool does.
      const answer = await tool.run(at, tool.input.parse(given), host);
      tool.output.parse(answer);
      return answer;
    },
    orders: () => buysAt(sandbox),
    [Symbol.asyncDispose]: async () => {
      for (const one of opened) await one[Symbol.asyncDispose]();
      await sandbox.close();
      folder[Symbol.dispose]();
    },
  };
}
