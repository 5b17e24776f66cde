import type { KnownFormat } from "../../../campaign/model/sellers/seller.ts";
import { cleanText } from "../../../lib/clean-text.ts";
import { isObject, type JsonObject } from "../../../lib/json-object.ts";

const longest = 80;

/**
 * What a creative of a format has to be, as the agent that defines it says, one line each: sizes, lengths, and for each file its
 * type and requirements by the public standard's names (`core/requirements`). Empty where it says nothing.
 */
export function requirementsOf({ renders = [], assets_required = [] }: KnownFormat): string[] {
  const shown = renders.flatMap(({ dimensions, duration_ms }) => {
    const size = dimensions && `${dimensions.width} × ${dimensions.height} px`;
    const length = duration_ms && `${duration_ms / 1000} s`;
    return [size, length].filter((part) => part !== undefined && part !== 0);
  });
  const files = assets_required.map(({ asset_type, required = true, ...asset }) => {
    const { requirements } = asset as JsonObject;
    const rules = isObject(requirements) ? rulesIn(requirements) : [];
    const type = asset_type === "url" ? "click address" : asset_type.replaceAll("_", " ");
    const name = `${cleanText(type, longest)}${required ? "" : " (optional)"}`;
    return rules.length > 0 ? `${name}: ${rules.join(", ")}` : name;
  });
  return [...new Set([shown.join(", "), ...files].filter((line) => line !== ""))];
}

/** `min_` and `max_` of one thing as one rule; what is no rule of a file's own, such as notes for machines, is said as it stands. */
function rulesIn(requirements: JsonObject): string[] {
  const stems = new Set(Object.keys(requirements).map((key) => key.replace(/^(?:min|max)_/, "")));
  return [...stems].flatMap((stem) => {
    const [own, least, most] = ["", "min_", "max_"].map((prefix) =>
      inWords(requirements[prefix + stem], stem),
    );
    const bounds = between(least, most);
    const rule = [own, bounds].filter((part) => part !== undefined).join(", ");
    if (rule === "") return [];
    const name = stem.replace(unit, "").replaceAll("_", " ");
    return [cleanText(rule === "yes" ? name : rule === "no" ? `${name}: no` : `${name} ${rule}`, longest)];
  });
}

function between(least: string | undefined, most: string | undefined): string | undefined {
  if (least !== undefined && most !== undefined) return least === most ? least : `${least} to ${most}`;
  if (least !== undefined) return `at least ${least}`;
  return most === undefined ? undefined : `at most ${most}`;
}

/** Units that the standard ends names with. */
const unit = /_(?:ms|seconds|kb|kbps|lufs|db|dbfs|grams)$/;

const units: Readonly<Record<string, (amount: number) => string>> = {
  ms: (amount) => `${amount / 1000} s`,
  seconds: (amount) => `${amount} s`,
  kb: (amount) => (amount >= 1000 ? `${Number((amount / 1000).toPrecision(3))} MB` : `${amount} kB`),
  kbps: (amount) => `${amount.toLocaleString("en-US")} kbit/s`,
  lufs: (amount) => `${amount} LUFS`,
  db: (amount) => `${amount} dB`,
  dbfs: (amount) => `${amount} dBFS`,
  grams: (amount) => `${amount} g`,
};

function inWords(value: unknown, stem: string): string | undefined {
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "string") return value;
  if (Array.isArray(value)) return value.filter((one) => !isObject(one)).join(" or ") || undefined;
  if (typeof value !== "number") return undefined;
  if (/(?:^|_)(?:width|height)$/.test(stem)) return `${value} px`;
  return units[unit.exec(stem)?.[0].slice(1) ?? ""]?.(value) ?? value.toLocaleString("en-US");
}
