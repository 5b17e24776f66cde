import { z } from "zod";
import { type ResponseOf, tasks } from "../../protocol/tasks/index.ts";
import { readInventory } from "../inventory/read-inventory.ts";
import { Refusal } from "../refusal.ts";
import { type Tool, tool } from "../tool.ts";

const words = z.record(z.string(), z.string());

/** A brand's identity. */
const brand = z.strictObject({
  domain: z.string(),
  name: z.string(),
  tagline: z.string(),
  colors: words,
  tone: z.strictObject({ voice: z.string(), attributes: z.array(z.string()), avoid: z.array(z.string()) }),
  guidelines: words,
});

const brands = readInventory("brands.yaml", z.array(brand));

export function brandTools(): Tool[] {
  return [
    tool(tasks.get_brand_identity, ({ brand: wanted, brand_id }): ResponseOf<"get_brand_identity"> => {
      const domain = wanted?.domain ?? brand_id;
      if (domain === undefined) throw new Refusal("INVALID_REQUEST", "brand or brand_id is needed", "brand");
      const found = brands.find((one) => one.domain === domain);
      if (found === undefined)
        throw new Refusal(
          "REFERENCE_NOT_FOUND",
          `no brand "${domain}"`,
          wanted === undefined ? "brand_id" : "brand",
        );
      return {
        brand: { domain: found.domain, name: found.name, tagline: found.tagline },
        colors: found.colors,
        logos: [
          { url: `https://assets.example.com/${found.domain}/logo.svg`, orientation: "horizontal" },
          { url: `https://assets.example.com/${found.domain}/mark.svg`, orientation: "square" },
        ],
        tone: found.tone,
        visual_guidelines: found.guidelines,
      };
    }),
  ];
}
