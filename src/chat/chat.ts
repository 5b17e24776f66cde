import { z } from "zod";
import type { Caller } from "../desk/caller.ts";
import type { Desk } from "../desk/desk.ts";
import { askDesk } from "../tools/tools.ts";
import { markFigures, type Sources } from "./figures.ts";

const prompt = "chat.v1";
/** Size of a conversation as JSON: beyond it a model reads more of the past than of the question. */
const longestConversation = 600_000;

/** A conversation as it is kept: with the campaigns that it was about. */
export const conversationSchema = z.strictObject({
  id: z.string().regex(/^[\w-]+$/),
  begunAt: z.string().describe("UTC, ISO 8601"),
  campaigns: z.array(z.string()),
  messages: z.array(z.unknown()).describe("as the model's library has them"),
});
export type Conversation = Readonly<z.infer<typeof conversationSchema>>;

export type ChatAnswer =
  | {
      readonly type: "answered";
      /** The model's words; a figure that no tool of this conversation returned is marked. */
      readonly text: string;
      readonly unsupported: readonly string[];
      readonly called: readonly string[];
      readonly by: string;
      readonly conversation: Conversation;
    }
  | { readonly type: "unavailable"; readonly reason: string };

/**
 * Answers a person's words with the desk's tools. The model can read and propose but not execute: the gate and named people
 * decide.
 */
export async function say(
  words: string,
  { id, begunAt, campaigns, messages }: Conversation,
  { desk, caller, onCall }: { desk: Desk; caller: Caller; onCall?: (tool: string) => void },
): Promise<ChatAnswer> {
  if (JSON.stringify(messages).length + words.length > longestConversation)
    return { type: "unavailable", reason: "this conversation is too long; begin another" };
  const reply = await desk
    .model()
    .converse(
      { prompt, values: { today: desk.today }, tools: askDesk(desk, { caller }), messages, said: words },
      onCall && { onCall },
    );
  if (reply.type === "unavailable") return reply;
  const { text, unsupported } = markFigures(reply.text, sourcesIn(reply.messages));
  const about = reply.called.flatMap(({ output }) => campaignOf.safeParse(output).data?.campaign_id ?? []);
  return {
    type: "answered",
    text: text.trim() === "" ? "No answer came of it: too much was asked for at once." : text,
    unsupported,
    called: reply.called.map(({ name }) => name),
    by: reply.by,
    conversation: {
      id,
      begunAt,
      campaigns: [...new Set([...campaigns, ...about])],
      messages: [...reply.messages],
    },
  };
}

const campaignOf = z.looseObject({ campaign_id: z.string() });
const messageSchema = z.looseObject({ role: z.string(), content: z.unknown() });

/** What came into the conversation from outside the model. */
function sourcesIn(messages: readonly unknown[]): Sources {
  const of = (wanted: string) =>
    messages
      .map((message) => messageSchema.parse(message))
      .filter(({ role }) => role === wanted)
      .map(({ content }) => JSON.stringify(content));
  return { shown: of("tool"), userTexts: of("user") };
}
