import { z } from "zod";
import { cleanText } from "../../lib/clean-text.ts";
import { type Described, each, fields } from "../../lib/described.ts";
import type { Answer, Read } from "../../protocol/client/calls.ts";
import type { DialectBook } from "../../protocol/dialects/book.ts";
import { contract } from "../../protocol/dialects/dialect.ts";
import { asksWhoCalls } from "../../protocol/messages/errors.ts";
import { tasks } from "../../protocol/tasks/index.ts";
import { calledAt, type KnownBy, knownBy, knownByNames } from "../known-sellers.ts";
import { operation } from "../operation.ts";

/** What `sellers test` prints with `--json`. */
export const sellersTestOutputSchema = fields({
  command: z.literal("sellers test"),
  seller: z.string(),
  address: z.string(),
  credential: z
    .enum(["bearer", "basic", "certificate", "signature", "oauth"])
    .optional()
    .describe("absent where none is set for this address"),
  calls: each({
    task: z.string(),
    access: z.enum(["public", "protected"]),
    accepted: z.boolean(),
    says: z.string(),
  }),
});
type SellersTestOutput = Described<typeof sellersTestOutputSchema>;

/** Protected reads that ask for nothing in particular, the cheapest first. */
const probes = ["list_accounts", "list_creatives", "get_media_buys"] as const;

type Call = SellersTestOutput["calls"][number];

/** Calls one public and one protected task and says what the seller accepts; changes nothing. */
export const testSeller = operation({
  input: fields({ seller: z.string().describe("its id or address") }),
  output: sellersTestOutputSchema,
  run: async (desk, { seller }): Promise<SellersTestOutput> => {
    const address = await calledAt(seller, desk);
    const { dialects } = desk.dry;
    const { read } = await desk.dry.ports("sellers");
    const credential = await knownBy(address, desk);
    return {
      command: "sellers test",
      seller,
      address,
      credential,
      calls: await probe(address, credential, { read, dialectOf: dialects.known }),
    };
  },
});

async function probe(
  address: string,
  credential: KnownBy | undefined,
  { read, dialectOf }: { readonly read: Read; readonly dialectOf: DialectBook["known"] },
): Promise<Call[]> {
  const open = await read(address, "get_capabilities", {}, { tries: 1 });
  const { toolName } = dialectOf(address) ?? contract;
  const first = callOf(toolName("get_capabilities"), "public", open, "it answers");
  if (open.type !== "answered") return [first];
  const { supported_tasks: supported = probes.map((task) => tasks[task].name) } = open.payload;
  const task = probes.find((one) => supported.includes(tasks[one].name));
  if (task === undefined) return [first];
  const how =
    credential === undefined
      ? "it answers without a credential of its own"
      : `it accepts the ${knownByNames[credential]}`;
  return [first, callOf(task, "protected", await read(address, task, {}, { tries: 1 }), how)];
}

function callOf(task: string, access: Call["access"], answer: Answer<unknown>, good: string): Call {
  if (answer.type === "answered") return { task, access, accepted: true, says: good };
  if (answer.type === "pending") return { task, access, accepted: true, says: `${good}, later` };
  const { error } = answer;
  const says = asksWhoCalls(error) ? error.message : `${error.code}: ${error.message}`;
  return { task, access, accepted: false, says: cleanText(says, 400) };
}
