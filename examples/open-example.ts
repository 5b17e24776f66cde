import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Desk, openDesk } from "flightdesk";
import { type Sandbox, type SandboxOptions, simulatedClock, startSandbox } from "flightdesk/sandbox";

/** An example's brief, and a desk on a sandbox of its own whose calendar starts on 4 January 2027. */
export interface Example extends AsyncDisposable {
  readonly sandbox: Sandbox;
  readonly desk: Desk;
  readonly brief: { readonly name: string; readonly text: string };
}

export async function openExample(name: string, governance?: SandboxOptions["governance"]): Promise<Example> {
  const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
  const sandbox = await startSandbox({
    clock: simulatedClock("2027-01-04T08:00:00Z"),
    ...(governance === undefined ? {} : { governance }),
  });
  const home = mkdtempSync(join(tmpdir(), "flightdesk-example-"));
  const desk = await openDesk({
    sandbox,
    settings: {
      home,
      policies: here("../policies"),
      exchange: here("exchange.yaml"),
      seller_deadline: "2 s",
    },
    caller: { name: `examples/${name}` },
  });
  return {
    sandbox,
    desk,
    brief: { name: "brief.yaml", text: readFileSync(here(`${name}/brief.yaml`), "utf8") },
    [Symbol.asyncDispose]: async () => {
      await desk[Symbol.asyncDispose]();
      await sandbox.close();
      rmSync(home, { recursive: true });
    },
  };
}
