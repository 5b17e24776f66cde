import { expect, it } from "vitest";
import type { Brief } from "../../../src/brief/brief.ts";
import { outboundBrief } from "../../../src/campaign/quote/outbound-brief.ts";
import { brief } from "../rank/arbitraries.ts";

const asked = (values: Partial<Brief>) => outboundBrief(brief(values), {}, "agency.example");
const list = { agent_url: "https://lists.example/mcp", list_id: "good" };
const places: Brief["places"] = {
  include: {
    cities: [
      { name: "Leeds", country: "GB", circle: { latitude: 53.8, longitude: -1.55, kilometres: 12 } },
      { name: "York", country: "GB" },
    ],
  },
};

it("asks for what a brief insists on, in fields where there are some", () => {
  const { filters, property_list, preferred_delivery_types } = asked({
    channels: ["ctv"],
    places,
    content: { propertyList: list },
    limits: { excludedSellers: [], minGuaranteedShare: 1 },
  });
  expect(filters).toMatchObject({
    channels: ["ctv"],
    geo_proximity: [{ label: "Leeds", lat: 53.8, lng: -1.55, radius: { value: 12, unit: "km" } }],
    delivery_type: "guaranteed",
  });
  expect(property_list).toEqual(list);
  expect(preferred_delivery_types).toEqual(["guaranteed"]);
});

it("leaves preferences to words, so that no offer is left out for them", () => {
  const { filters, property_list, brief } = asked({
    channels: ["ctv"],
    places,
    content: { propertyList: list },
    limits: { excludedSellers: [], minGuaranteedShare: 0.3 },
    soft: ["channels", "content", "places"],
  });
  for (const field of ["channels", "geo_proximity", "delivery_type"])
    expect(filters).not.toHaveProperty(field);
  expect(property_list).toBeUndefined();
  expect(brief).toContain("Only in Leeds (12 km around), York GB.");
  expect(brief).toContain("Only on properties of the list good.");
});

it("asks for any channel where the brief names none", () => {
  const { filters, brief } = asked({ channels: [] });
  expect(filters).not.toHaveProperty("channels");
  expect(brief).toContain("Any channel.");
});
