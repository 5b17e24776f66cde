import { reasonToRefuse } from "../../../protocol/addresses/address-rule.ts";
import type { Check } from "../facts.ts";

/** Landing pages and files that cannot be what people should see: not public, not safe, or never filled in. */
export const addresses: Check = ({ brief }) => {
  const texts = [
    ...brief.creatives.flatMap(({ assets }, index) => textsIn(assets, `creatives[${index}].assets`)),
    ...(brief.message === undefined ? [] : [{ where: "message", text: brief.message }]),
  ];
  return texts.flatMap(({ where, text }) => {
    const found = [
      ...unfilled(text),
      ...urlsIn(where, text).flatMap((url) => faultsOf(url, brief.brand.domain)),
    ];
    return found.map((what) => ({
      result: "block" as const,
      where,
      what,
      todo: "Write the address or text that people shall see.",
    }));
  });
};

/** Every text in the assets with its path. */
function textsIn(value: unknown, where: string): { where: string; text: string }[] {
  if (typeof value === "string") return [{ where, text: value }];
  if (Array.isArray(value)) return value.flatMap((item, index) => textsIn(item, `${where}[${index}]`));
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) => textsIn(item, `${where}.${key}`));
}

/** A field for an address holds one, whatever stands in it; in other texts each address is checked. */
function urlsIn(where: string, text: string): string[] {
  if (/(^|[._])(url|href|uri)(\[\d+\])?$/i.test(where)) return [text];
  return [...text.matchAll(/\b[a-z][a-z0-9+.-]*:\/\/[^\s"'<>]*[^\s"'<>.,;:!?)\]]/gi)].map(([url]) => url);
}

function unfilled(text: string): string[] {
  const [mark] = /\{\{[^}]*\}\}|(?<![A-Za-z])(?:TODO|TBD|FIXME|PLACEHOLDER)(?![A-Za-z])/.exec(text) ?? [];
  return mark === undefined ? [] : [`"${mark}" was left unfilled.`];
}

function faultsOf(url: string, brandDomain: string): string[] {
  if (url.trim() === "") return ["The address is empty."];
  if (/\s/.test(url)) return [`The address "${url}" has a space or line break in it.`];
  const refusal = reasonToRefuse(url, false);
  // What is refused for the credentials in it is not shown with them.
  if (refusal !== undefined)
    return [`The address "${url.replace(/\/\/[^/@]*@/, "//…@")}" cannot be used: ${refusal}.`];
  const host = new URL(url).hostname.replace(/\.$/, "");
  if (isInternal(host)) return [`The address "${url}" cannot be used: it is not on the public internet.`];
  const isBrands = host === brandDomain || host.endsWith(`.${brandDomain}`);
  return isExample(host) && !isBrands && !isExample(brandDomain)
    ? [`The address "${url}" is an example, not a real one.`]
    : [];
}

function isInternal(host: string): boolean {
  return (
    (!host.includes(".") && !host.startsWith("[")) ||
    /\.(localhost|local|internal|lan|home|test|invalid)$/.test(host)
  );
}

/** Names that stand for no site, by RFC 2606. */
function isExample(host: string): boolean {
  return /(^|\.)example(\.(com|net|org))?$/.test(host);
}
