import type { GetPromptResult, McpServer } from "@modelcontextprotocol/server";
import { z } from "zod";

/** What a person may pick in a host, instead of finding the words. */
export function registerPrompts(server: McpServer): void {
  const prompt = (
    name: string,
    title: string,
    argument: string,
    about: string,
    text: (given: string) => string,
  ) =>
    server.registerPrompt(
      name,
      { title, description: title, argsSchema: z.object({ [argument]: z.string().describe(about) }) },
      (given) => asUser(text(String(given[argument]))),
    );
  prompt("brief-to-plan", "From a brief to a plan", "brief", "the client's words", (brief) =>
    [
      "Check this brief with check_brief and ask me every question that it returns. Then plan it with plan_campaign,",
      "say what the money buys and how far that is from the target, which limits cost most (what_if), and what is missing.",
      `Begin it with start_campaign only when I say so, and end with who has to approve what. The brief:\n\n${brief}`,
    ].join("\n"),
  );
  prompt(
    "weekly-review",
    "Review a campaign",
    "campaign_id",
    "its id",
    (id) =>
      `Read campaign_status, delivery and changes of ${id}. Tell me in ten lines: spend against its curve, lines that fall short, alerts, what waits for whom.`,
  );
  prompt(
    "why-not",
    "Why is a seller not in the plan",
    "seller",
    "its id or name",
    (seller) =>
      `Use explain to tell me why ${seller} is not in the newest plan, with the facts it returns and none of your own.`,
  );
  server.registerPrompt("what-waits", { title: "What waits for me", description: "What waits for me" }, () =>
    asUser(
      "List what waits for a person with list_inbox: what it is, what it costs, why it asks, until when, and the command that I type.",
    ),
  );
}

function asUser(text: string): GetPromptResult {
  return { messages: [{ role: "user", content: { type: "text", text } }] };
}
