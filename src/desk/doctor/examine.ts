import { join } from "node:path";
import { pinFile } from "../../protocol/dialects/pin-file.ts";
import { readKeyRing } from "../../protocol/signing/key-ring.ts";
import type { Desk } from "../desk.ts";
import { calledAt, knownBy, knownByNames } from "../known-sellers.ts";
import { UsageError } from "../usage-error.ts";
import { askAgent } from "./ask-agent.ts";
import { judgeAgent } from "./judge-agent.ts";
import { type DoctorOutput, doctorOutput, unreachableOutput } from "./output.ts";
import { whyUnreachable } from "./why-unreachable.ts";

/**
 * Asks an agent what a buyer has to know and judges it; changes nothing there. With `pin`, what it says that it speaks is
 * spoken with it from now on.
 */
export async function examine(agent: string, desk: Desk, pin: boolean): Promise<DoctorOutput> {
  const agentUrl = checkedAddress(agent.includes("://") ? agent : await calledAt(agent, desk));
  const { dry: app, settings, home } = desk;
  const pins = pinFile(join(home, "dialects.json"));
  const pinned = pins.read(agentUrl);
  const credential = knownBy(agentUrl, desk);
  const { hasGovernanceCredential } = app.ports("doctor").settings;
  const ours = {
    credential: credential && knownByNames[credential],
    governanceCredential: hasGovernanceCredential?.(agentUrl) ?? false,
    signs: readKeyRing(settings.signing_keys ?? join(home, "signing-keys")).current !== undefined,
    reachable: settings.public_url !== undefined,
  };
  try {
    const asked = await askAgent(agentUrl, app, { desk: ours, pinned });
    const { says: dialect, tools } = asked;
    const newlyPinned = pin && (pinned?.dialect !== dialect || pinned.strays !== undefined);
    if (newlyPinned) pins.write(agentUrl, { dialect, tools, since: new Date().toISOString() });
    const facts = { ...asked, newlyPinned };
    return doctorOutput(facts, judgeAgent(facts));
  } catch (cause) {
    return unreachableOutput(agentUrl, whyUnreachable(agentUrl, cause));
  }
}

export function checkedAddress(address: string): string {
  if (!URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol))
    throw new UsageError(`"${address}" is no address; write for example https://seller.example/mcp`);
  const { username, password } = new URL(address);
  if (username !== "" || password !== "")
    throw new UsageError("an address holds no user and no password; set them with: flightdesk sellers add");
  return address;
}
