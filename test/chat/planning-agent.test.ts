import { afterAll, beforeAll, expect, it } from "vitest";
import { planWithAgent } from "../../src/chat/planning-agent.ts";
import { brief, openTriedDesk, type TriedDesk } from "../mcp/open-desk.ts";
import { scripted, type Turn, talkingDesk, toldIn } from "./scripted.ts";

const caller = { kind: "terminal", name: "kim" } as const;
const written = { name: "brief.yaml", text: brief };

let open: TriedDesk;
beforeAll(async () => {
  open = await openTriedDesk();
});
afterAll(() => open[Symbol.asyncDispose]());

function expected({ report }: Awaited<ReturnType<typeof planWithAgent>>) {
  return report.answer?.planned?.expected.mid ?? 0;
}

const wish = (of: object) => ({
  name: "refine_offers",
  input: { campaign_id: "", wishes: [{ seller: "gletscher-video.example", for: "a lower price", ...of }] },
});

it("raises what the plan brings by what it asks of sellers, and the report says what was asked and what came of it", async () => {
  const model = scripted((step, call): Turn => {
    const [, id = ""] = /The plan is (\S+):/.exec(JSON.stringify(call.parameters)) ?? [];
    if (step === 0) {
      // Sellers choose what their products are called by.
      expect(JSON.stringify(call.parameters)).toContain('"untrusted_line\\":\\"gletscher-video.example/');
      const asked = wish({
        line: "gletscher-video.example/gl_ctv_weather",
        words: "It carries much of the plan.",
      });
      return { ask: [{ ...asked, input: { ...asked.input, campaign_id: id } }] };
    }
    const { brought, brings } = toldIn(call).at(-1) as Record<"brought" | "brings", string>;
    return { say: `It brings ${brings} instead of ${brought}, and 99 % more luck.` };
  });
  const alone = await planWithAgent(written, { desk: open.desk, caller });
  expect(alone.explanation).toMatchObject({ note: "no model is configured" });
  const planned = await planWithAgent(written, { desk: talkingDesk(open.desk, model), caller });
  expect(expected(planned)).toBeGreaterThan(expected(alone));
  expect(planned.explanation?.sentences.join(" ")).toMatch(
    / instead of [\d,]+ impressions, and 99 \[not from the record\] %/,
  );
  // Nothing of it is of the plan before.
  expect(planned.campaign).not.toBe(alone.campaign);
  expect(planned).toMatchObject({ command: "plan", executed: false });
  expect(planned.basis).toMatch(/./);
  expect(planned.basis).not.toBe(alone.basis);
  const asked = planned.report.sellers.find(({ id }) => id === "gletscher-video.example");
  expect(asked?.quote?.refined).toMatch(
    /^asked again for a lower price \(gl_ctv_weather\): 1 offer more, best on CTV EUR 13\.60 instead of EUR 15\.80/,
  );
});
