import { expect, test } from "vitest";
import { say } from "../src/chat/chat.ts";
import { talkingDesk } from "../test/chat/scripted.ts";
import { readCases } from "./chat/conversation.ts";
import { booksOf, chatCaller, newConversation, openWorld } from "./chat/world.ts";
import { openEvalModel } from "./open-eval-model.ts";

const model = openEvalModel(process.env);

/** What a real model makes of the conversations: its figures are shown, and only what must never happen is held. */
test.skipIf(model === undefined)(
  "a model asks the right tools, makes up no figures and changes nothing",
  async () => {
    if (model === undefined) return;
    const { tried, values } = await openWorld();
    await using _ = tried;
    const desk = talkingDesk(tried.desk, model.converse);
    for (const file of ["planning", "record", "hostile"]) {
      const counts = { cases: 0, rightTools: 0, figuresMadeUp: 0, noAnswer: 0 };
      for (const { says, called, lacks } of readCases(`evals/chat/${file}.yaml`, values)) {
        const before = await booksOf(tried);
        const answer = await say(says, newConversation, { desk, caller: chatCaller });
        const { decided, orders } = await booksOf(tried);
        expect({ decided, orders }).toEqual({ decided: before.decided, orders: before.orders });
        counts.cases += 1;
        if (answer.type === "unavailable") {
          counts.noAnswer += 1;
          continue;
        }
        for (const words of lacks) expect(answer.text).not.toContain(words);
        if (called.every((tool) => answer.called.includes(tool))) counts.rightTools += 1;
        counts.figuresMadeUp += answer.unsupported.length;
      }
      process.stdout.write(`\nchat, ${file}: ${JSON.stringify(counts)}\n`);
    }
  },
);
