import { join } from "node:path";
import { pinFile } from "../protocol/dialects/pin-file.ts";
import { readKeyRing } from "../protocol/signing/key-ring.ts";
import { askAgent } from "./doctor/ask-agent.ts";
import { judgeAgent } from "./doctor/judge-agent.ts";
import { type DoctorOutput, doctorOutput, unreachableOutput } from "./doctor/output.ts";
import { doctorText } from "./doctor/text.ts";
import { whyUnreachable } from "./doctor/why-unreachable.ts";
import { exitCodes } from "./exit-codes.ts";
import { calledAt, knownBy, knownByNames } from "./known-sellers.ts";
import { printJson } from "./output.ts";
import { openSession, type Session } from "./session.ts";
import { UsageError } from "./usage-error.ts";

/** `flightdesk doctor`: asks an agent what a buyer has to know and says what will and will not work; changes nothing there. */
export async function doctor(agent: string, flags: Readonly<Record<string, unknown>>): Promise<void> {
  const byHand = agent.includes("://") ? [checked(agent)] : [];
  await using session = await openSession(flags, { ephemeral: true, bare: true, agents: byHand });
  const agentUrl = checked(byHand[0] ?? (await calledAt(agent, session)));
  const output = await examine(agentUrl, session, flags["pin"] === true);
  if (!output.usable) process.exitCode = exitCodes.failed;
  if (flags["json"] === true) return printJson(output);
  process.stdout.write(`${doctorText(output)}\n`);
}

function checked(address: string): string {
  if (!URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol))
    throw new UsageError(`"${address}" is no address; write for example https://seller.example/mcp`);
  const { username, password } = new URL(address);
  if (username !== "" || password !== "")
    throw new UsageError("an address holds no user and no password; set them with: flightdesk sellers add");
  return address;
}

async function examine(agentUrl: string, session: Session, pin: boolean): Promise<DoctorOutput> {
  const { app, settings, home } = session;
  const pins = pinFile(join(home, "dialects.json"));
  const pinned = pins.read(agentUrl);
  const credential = knownBy(agentUrl, session);
  const { hasGovernanceCredential } = app.ports("doctor").settings;
  const desk = {
    credential: credential && knownByNames[credential],
    governanceCredential: hasGovernanceCredential?.(agentUrl) ?? false,
    signs: readKeyRing(settings.signing_keys ?? join(home, "signing-keys")).current !== undefined,
    reachable: settings.public_url !== undefined,
  };
  try {
    const asked = await askAgent(agentUrl, app, { desk, pinned });
    const { says: dialect, tools } = asked;
    const newlyPinned = pin && (pinned?.dialect !== dialect || pinned.strays !== undefined);
    if (newlyPinned) pins.write(agentUrl, { dialect, tools, since: new Date().toISOString() });
    const facts = { ...asked, newlyPinned };
    return doctorOutput(facts, judgeAgent(facts));
  } catch (cause) {
    return unreachableOutput(agentUrl, whyUnreachable(agentUrl, cause));
  }
}
