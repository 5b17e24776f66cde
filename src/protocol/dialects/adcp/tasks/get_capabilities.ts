import { isObject, type JsonObject } from "../../../../lib/json-object.ts";
import { publicMajor, publicReleases } from "../../../tasks/names.ts";
import { type At, type Codec, same } from "../codec.ts";

/**
 * The public standard says under `adcp` how an agent speaks and under `media_buy.portfolio` whose properties it sells. What
 * it says beyond that is kept: `account` as a whole is needed where accounts are chosen.
 */
export const get_capabilities: Codec = { request: same, answer: { write, read } };

function write(declared: JsonObject, { release }: At): JsonObject {
  const { idempotency = { supported: false }, publisher_domains, adcp, media_buy, ...rest } = declared;
  const supported = publicReleases.slice(0, publicReleases.indexOf(release) + 1);
  const domains = Array.isArray(publisher_domains) && publisher_domains.length > 0 ? publisher_domains : [];
  const sales = isObject(media_buy) ? media_buy : {};
  return {
    ...rest,
    adcp: {
      major_versions: [publicMajor],
      supported_versions: supported,
      ...(isObject(adcp) ? adcp : {}),
      idempotency,
    },
    ...(rest["supported_protocols"] === undefined ? protocolsOf(rest["supported_tasks"]) : {}),
    ...(media_buy !== undefined || domains.length > 0
      ? { media_buy: { ...sales, ...(domains.length > 0 && { portfolio: portfolio(sales, domains) }) } }
      : {}),
  };
}

function portfolio(
  { portfolio: portfolioFields }: JsonObject,
  publisher_domains: readonly unknown[],
): JsonObject {
  return { ...(isObject(portfolioFields) ? portfolioFields : {}), publisher_domains };
}

/** Which protocol each task belongs to that only one of them has. */
const protocolByTask = [
  ["create_media_buy", "media_buy"],
  ["build_creative", "creative"],
  ["get_signals", "signals"],
  ["check_governance", "governance"],
  ["get_brand_identity", "brand"],
] as const;

function protocolsOf(served: unknown): JsonObject {
  if (!Array.isArray(served)) return {};
  const protocols = protocolByTask.filter(([task]) => served.includes(task)).map(([, protocol]) => protocol);
  return protocols.length === 0 ? {} : { supported_protocols: protocols };
}

function read(wire: JsonObject): JsonObject {
  const { adcp, media_buy, ...rest } = wire;
  const { idempotency, ...protocols } = isObject(adcp) ? adcp : {};
  const { portfolio: sold, ...sales } = isObject(media_buy) ? media_buy : {};
  const { publisher_domains, ...described } = isObject(sold) ? sold : {};
  return {
    ...rest,
    ...(idempotency !== undefined && { idempotency }),
    ...(publisher_domains !== undefined && { publisher_domains }),
    ...(Object.keys(protocols).length > 0 && { adcp: protocols }),
    ...(media_buy !== undefined && {
      media_buy: { ...sales, ...(Object.keys(described).length > 0 && { portfolio: described }) },
    }),
  };
}
