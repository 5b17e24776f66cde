import { expect, it } from "vitest";
import { capabilities } from "../../../src/campaign/discover/discover.ts";
import type { Read } from "../../../src/protocol/client/calls.ts";
import { get_capabilities } from "../../../src/protocol/dialects/adcp/tasks/get_capabilities.ts";
import { tasks } from "../../../src/protocol/tasks/index.ts";

it.each([
  [["brief"], true],
  [["brief", "wholesale"], true],
  [["brief", "refine"], undefined],
  [undefined, undefined],
])("a seller that is asked by %s takes no refinements: %s", async (buying_modes, takesNoRefinements) => {
  const wire = {
    adcp: { major_versions: [3] },
    media_buy: { supported_pricing_models: ["cpm"], buying_modes },
  };
  const payload = tasks.get_capabilities.response.parse(
    get_capabilities.answer.read(wire, { release: "3.1", request: {} }),
  );
  const read = (() => Promise.resolve({ type: "answered", payload, replayed: false })) as unknown as Read;
  const entry = { agentUrl: "https://seller.example/mcp", domain: "seller.example", capabilities: [] };
  const declared = await capabilities(entry as unknown as Parameters<typeof capabilities>[0], read);
  expect(declared.seller?.takesNoRefinements).toBe(takesNoRefinements);
});
