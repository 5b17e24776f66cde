import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { summaries, worseThanBaseline } from "../evals/baseline.ts";
import { caseSets } from "../evals/brief-case.ts";
import { openEvalModel } from "../evals/open-eval-model.ts";
import { runCases } from "../evals/run-cases.ts";
import { atLength } from "./depth.ts";

const now = summaries(await runCases());
const none = { money: 0, dates: 0, exclusions: 0 };
const noneAnywhere = Object.fromEntries(caseSets.map((set) => [set, { silentlyWrong: none }]));

test("no amount, no day and nothing ruled out in the briefs of evals/ is wrong without a question about it", () => {
  expect(now).toMatchObject(noneAnywhere);
});

test("the briefs of evals/ are read no worse than the baseline says", () => {
  expect(worseThanBaseline(now)).toEqual([]);
});

test("what became worse is told by its name", () => {
  const { whole, missedQuestions } = now.known;
  const known = { ...now.known, whole: whole - 1, missedQuestions: missedQuestions + 1 };
  expect(worseThanBaseline({ ...now, known })).toEqual([
    expect.stringContaining("known: briefs read without a mistake"),
    expect.stringContaining("known: missed questions"),
  ]);
});

test.runIf(atLength)(
  "a model that takes every amount for the budget makes nothing wrong without a question",
  async () => {
    let asked = 0;
    const answer = async (request: IncomingMessage, response: ServerResponse) => {
      let body = "";
      for await (const chunk of request) body += chunk;
      asked += 1;
      const spans = new Set([...body.matchAll(/⟦([md]\d+):/g)].map(([, id]) => id));
      const labels = [...spans].map((span) => ({ span, role: "total_budget" }));
      const message = { role: "assistant", content: JSON.stringify({ labels }) };
      const choices = [{ index: 0, message, finish_reason: "stop" }];
      response.setHeader("content-type", "application/json");
      response.end(
        JSON.stringify({ id: "1", object: "chat.completion", created: 1, model: "eager", choices }),
      );
    };
    const server = createServer((request, response) => void answer(request, response)).listen(0, "127.0.0.1");
    await once(server, "listening");
    // A TCP server's address is an object.
    const { port } = server.address() as AddressInfo;
    const helped = summaries(
      await runCases(openEvalModel({ EVAL_MODEL: `eager@http://127.0.0.1:${port}/v1` })),
    );
    server.close();
    expect(asked).toBeGreaterThan(40);
    expect(helped).toMatchObject(noneAnywhere);
  },
);

test.each(["gpt-5-mini", "llama3@localhost"])("EVAL_MODEL=%s is refused with what to write", (name) => {
  expect(() => openEvalModel({ EVAL_MODEL: name })).toThrow("write openai:<model> or <model>@<base URL");
});
