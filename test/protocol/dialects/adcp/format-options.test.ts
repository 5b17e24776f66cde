import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../../src/lib/json-object.ts";
import { codecOf } from "../../../../src/protocol/dialects/adcp/codecs.ts";
import { productSchema } from "../../../../src/protocol/records/product.ts";

const at = { release: "3.1", request: {} } as const;
const legacy = { agent_url: "https://creative.example", id: "display_300x250" };

function readProduct(product: JsonObject): JsonObject {
  const { products } = codecOf("get_products").answer.read({ products: [product] }, at);
  return (products as JsonObject[])[0] ?? {};
}

function writeCreative(format_id: unknown): JsonObject {
  const creative = { creative_id: "c1", name: "Banner", format_id, assets: {} };
  const { creatives } = codecOf("sync_creatives").request.write({ creatives: [creative] }, at);
  return (creatives as JsonObject[])[0] ?? {};
}

function readCreative(creative: JsonObject): JsonObject {
  const { creatives } = codecOf("sync_creatives").request.read({ creatives: [creative] }, at);
  return (creatives as JsonObject[])[0] ?? {};
}

const rows = [
  {
    what: "a kind in one size",
    option: { format_option_id: "mrec", format_kind: "image", params: { width: 300, height: 250 } },
    formats: [{ agent_url: "urn:format-kind:image", id: "300x250" }],
    creative: { format_kind: "image", params: { width: 300, height: 250 } },
  },
  {
    what: "a kind in several sizes",
    option: {
      format_option_id: "banners",
      format_kind: "html5",
      params: {
        sizes: [
          { width: 300, height: 250 },
          { width: 728, height: 90 },
        ],
      },
    },
    formats: [
      { agent_url: "urn:format-kind:html5", id: "300x250" },
      { agent_url: "urn:format-kind:html5", id: "728x90" },
    ],
    creative: { format_kind: "html5", params: { width: 300, height: 250 } },
  },
  {
    what: "an option without measures",
    option: { format_option_id: "preroll_30s", format_kind: "video_hosted", params: { duration_ms: 30_000 } },
    formats: [{ agent_url: "urn:format-kind:video_hosted", id: "option:preroll_30s" }],
    creative: {
      format_kind: "video_hosted",
      format_option_ref: { scope: "product", format_option_id: "preroll_30s" },
    },
  },
  {
    what: "an option of a publisher",
    option: { publisher_domain: "pub.example", format_option_id: "takeover", format_kind: "custom" },
    formats: [{ agent_url: "urn:format-kind:custom", id: "publisher:pub.example:takeover" }],
    creative: {
      format_kind: "custom",
      format_option_ref: {
        scope: "publisher",
        publisher_domain: "pub.example",
        format_option_id: "takeover",
      },
    },
  },
  {
    what: "a kind alone",
    option: { format_kind: "audio_hosted" },
    formats: [{ agent_url: "urn:format-kind:audio_hosted", id: "any" }],
    creative: { format_kind: "audio_hosted" },
  },
  {
    what: "an option that its seller says was a format before",
    option: {
      format_option_id: "mrec",
      format_kind: "image",
      params: { width: 300, height: 250 },
      v1_format_ref: [legacy],
    },
    formats: [legacy],
    creative: { format_id: legacy },
  },
];

describe.each(rows)("$what", ({ option, formats, creative }) => {
  it("is a format of the product, which keeps the option", () => {
    const product = readProduct({ product_id: "p", name: "P", format_options: [option] });
    expect(product).toMatchObject({ format_ids: formats, format_options: [option] });
    expect(productSchema.parse(product).format_ids).toEqual(formats);
  });

  it("is named to its seller as the seller names it, and read back", () => {
    const written = writeCreative(formats[0]);
    expect(written).toEqual({ creative_id: "c1", name: "Banner", assets: {}, ...creative });
    expect(readCreative(written)["format_id"]).toEqual(formats[0]);
  });
});

it("keeps what a creative says beside its kind", () => {
  const params = { duration_ms: 30_000 };
  const named = {
    format_kind: "video_hosted",
    format_option_ref: { scope: "product", format_option_id: "x" },
  };
  for (const creative of [
    { ...named, params },
    { format_kind: "video_hosted", params },
  ]) {
    const inside = readCreative(creative);
    expect(inside).toMatchObject({ format_id: { agent_url: "urn:format-kind:video_hosted" }, params });
    const { creatives } = codecOf("sync_creatives").request.write({ creatives: [inside] }, at);
    expect(creatives).toEqual([creative]);
  }
});

describe("a product's formats", () => {
  it("count once where a seller tells them in both ways", () => {
    const product = readProduct({
      format_ids: [legacy],
      format_options: [{ format_kind: "image", v1_format_ref: [legacy] }, { format_kind: "html5" }],
    });
    expect(product["format_ids"]).toEqual([legacy, { agent_url: "urn:format-kind:html5", id: "any" }]);
  });

  it("are what they were after a way over the wire", () => {
    const format = fc.oneof(
      fc.record({ agent_url: fc.webUrl(), id: fc.string({ minLength: 1 }) }),
      fc.record({
        agent_url: fc.constantFrom("urn:format-kind:image", "urn:format-kind:video_hosted"),
        id: fc.oneof(
          fc.constantFrom("any", "300x250", "publisher:pub.example:x"),
          fc.stringMatching(/^[\w-]+$/).map((id) => `option:${id}`),
        ),
      }),
    );
    const codec = codecOf("get_products").answer;
    const formats = fc.uniqueArray(format, { selector: ({ agent_url, id }) => `${agent_url} ${id}` });
    fc.assert(
      fc.property(formats, (format_ids) => {
        const wire = codec.write({ products: [{ product_id: "p", format_ids }] }, at);
        const back = (codec.read(wire, at)["products"] as JsonObject[])[0]?.["format_ids"];
        const sent = new Set(format_ids.map((one) => JSON.stringify(one)));
        expect(new Set((back as unknown[]).map((one) => JSON.stringify(one)))).toEqual(sent);
      }),
    );
  });

  it("cost nothing else where an option makes no sense", () => {
    const product = readProduct({ format_ids: [legacy], format_options: [7, {}, { format_kind: 3 }] });
    expect(product["format_ids"]).toEqual([legacy]);
  });
});

it("names the format of a creative inside a package by kind too", () => {
  const [{ formats, creative }] = rows as [(typeof rows)[0]];
  const codec = codecOf("create_media_buy").request;
  const inside = {
    packages: [{ product_id: "p", creatives: [{ creative_id: "c", format_id: formats[0] }] }],
  };
  const wire = codec.write(inside, at);
  expect(wire).toMatchObject({ packages: [{ creatives: [{ creative_id: "c", ...creative }] }] });
  expect(codec.read(wire, at)).toEqual(inside);
});
