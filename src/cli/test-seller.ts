import { cleanText } from "../lib/clean-text.ts";
import type { Answer, Read } from "../protocol/calls.ts";
import { asksWhoCalls } from "../protocol/errors.ts";
import { tasks } from "../protocol/tasks/index.ts";
import { exitCodes } from "./exit-codes.ts";
import { calledAt, type KnownBy, knownBy, knownByNames } from "./known-sellers.ts";
import { printJson } from "./output.ts";
import type { SellersTestOutput } from "./sellers-output.ts";
import { openSession } from "./session.ts";

/** Protected reads that ask for nothing in particular, the cheapest first. */
const probes = ["list_accounts", "list_creatives", "get_media_buys"] as const;

type Call = SellersTestOutput["calls"][number];

/** `flightdesk sellers test`: calls one public and one protected task and says what the seller accepts; changes nothing. */
export async function testSeller(seller: string, flags: Readonly<Record<string, unknown>>): Promise<void> {
  await using session = await openSession(flags, { ephemeral: true, bare: true });
  const address = await calledAt(seller, session);
  const { read } = session.app.ports("sellers");
  const credential = knownBy(address, session);
  const output: SellersTestOutput = {
    command: "sellers test",
    seller,
    address,
    ...(credential === undefined ? {} : { credential }),
    calls: await probe(address, credential, read),
  };
  if (!output.calls.every(({ accepted }) => accepted)) process.exitCode = exitCodes.failed;
  if (flags["json"] === true) return printJson(output);
  process.stdout.write(`${text(output)}\n`);
}

async function probe(address: string, credential: KnownBy | undefined, read: Read): Promise<Call[]> {
  const open = await read(address, "get_capabilities", {}, { tries: 1 });
  const first = told(tasks.get_capabilities.name, "public", open, "it answers");
  if (open.type !== "answered") return [first];
  const { supported_tasks: supported = probes.map((task) => tasks[task].name) } = open.payload;
  const task = probes.find((one) => supported.includes(tasks[one].name));
  if (task === undefined) return [first];
  const how =
    credential === undefined
      ? "it answers without a credential of its own"
      : `it accepts the ${knownByNames[credential]}`;
  return [first, told(task, "protected", await read(address, task, {}, { tries: 1 }), how)];
}

function told(task: string, access: Call["access"], answer: Answer<unknown>, good: string): Call {
  if (answer.type === "answered") return { task, access, accepted: true, says: good };
  if (answer.type === "pending") return { task, access, accepted: true, says: `${good}, later` };
  const { error } = answer;
  const says = asksWhoCalls(error) ? error.message : `${error.code}: ${error.message}`;
  return { task, access, accepted: false, says: cleanText(says, 400) };
}

function text({ seller, address, credential, calls }: SellersTestOutput): string {
  const known = credential === undefined ? "no credential of its own is set" : knownByNames[credential];
  const lines = calls.map(({ task, accepted, says }) => `  ${accepted ? "yes" : "NO "}  ${task}: ${says}`);
  return [`${seller} at ${address} (${known})`, ...lines].join("\n");
}
