import type { Authorisation, Authorise } from "../../campaign/model/sellers/authorisation.ts";
import { addressKey } from "../../lib/address.ts";
import { groupBy } from "../../lib/group-by.ts";
import { isObject, type JsonObject } from "../../lib/json-object.ts";
import type { Read } from "../../protocol/client/calls.ts";
import type { Product } from "../../protocol/records/product.ts";
import { isPriced, readProducts } from "../../protocol/records/read-products.ts";
import { itemsOf, type RawAnswer } from "./fault.ts";
import { type Pointer, pointer } from "./pointer.ts";

/** A product as `compare` reads it, and where it stands in an answer. */
export interface Offered {
  readonly answer: RawAnswer;
  readonly index: number;
  /** Left out: it cannot be read. Unpriced: it can be shown and not ordered. */
  readonly result: "orderable" | "unpriced" | "left-out";
  /** What is wrong with one that is left out, and where. */
  readonly path: Pointer;
  readonly reason?: string;
  readonly product?: Product;
}

/** What becomes of each product of an answer. `items`: the products as a dialect has read them, of all pages. */
export function offered(pages: readonly RawAnswer[], items: readonly unknown[]): readonly Offered[] {
  const places = pages.flatMap((answer) =>
    itemsOf(answer.payload["products"]).map(([index]) => ({ answer, index })),
  );
  const { products, leftOut } = readProducts(items);
  const wrong = new Map(leftOut.map((one) => [one.index, one]));
  const read = products.values();
  return places.flatMap(({ answer, index }, at): Offered | [] => {
    const bad = wrong.get(at);
    const path = pointer("products", index);
    if (bad !== undefined)
      return {
        answer,
        index,
        result: "left-out",
        path: pointer("products", index, ...bad.path.map(String)),
        reason: bad.message,
      };
    const product = read.next().value;
    if (product === undefined) return [];
    return { answer, index, path, product, result: isPriced(product) ? "orderable" : "unpriced" };
  });
}

/** What a publisher says of the agent, and where the agent names it. */
export interface PublishersWord extends Authorisation {
  readonly answer: RawAnswer;
  readonly path: Pointer;
  readonly domain: string;
}

/** Publishers that one run asks. */
const mostPublishers = 20;

/** Asks the publishers that products and capabilities name whether the agent may sell for them: each once, as `compare` does. */
export async function publishersWords(agentUrl: string, answers: readonly RawAnswer[], authorise: Authorise) {
  const named = groupBy(answers.flatMap(publishersIn), ({ domain }) => domain);
  return Promise.all(
    [...named]
      .slice(0, mostPublishers)
      .flatMap(([domain, [first]]) =>
        first === undefined
          ? []
          : [authorise(agentUrl, [{ domain }]).then((word) => ({ ...word, ...first, domain }))],
      ),
  );
}

type NamedPublisher = Pick<PublishersWord, "answer" | "path" | "domain">;

function publishersIn(answer: RawAnswer): readonly NamedPublisher[] {
  const { payload } = answer;
  const inProducts = itemsOf(payload["products"]).flatMap(([i, { publisher_properties }]) =>
    itemsOf(publisher_properties).flatMap(([j, { publisher_domain: domain }]) =>
      named(answer, pointer("products", i, "publisher_properties", j, "publisher_domain"), domain),
    ),
  );
  const [path, domains] = capabilitiesPublishers(payload);
  const declared = (Array.isArray(domains) ? (domains as readonly unknown[]) : []).flatMap((domain, i) =>
    named(answer, `${path}${pointer(i)}`, domain),
  );
  return [...inProducts, ...declared];
}

function named(answer: RawAnswer, path: Pointer, domain: unknown): NamedPublisher[] {
  return typeof domain === "string" ? [{ answer, path, domain: domain.toLowerCase() }] : [];
}

/** The contract has them at the top, the public standard in the portfolio. */
function capabilitiesPublishers({ media_buy, publisher_domains }: JsonObject): readonly [Pointer, unknown] {
  const portfolio = isObject(media_buy) ? media_buy["portfolio"] : undefined;
  const listed = isObject(portfolio) ? portfolio["publisher_domains"] : undefined;
  return listed === undefined
    ? [pointer("publisher_domains"), publisher_domains]
    : [pointer("media_buy", "portfolio", "publisher_domains"), listed];
}

/** A format that a product takes, and whether the agent that it belongs to describes it. */
export interface NamedFormat {
  readonly answer: RawAnswer;
  readonly path: Pointer;
  readonly agentUrl: string;
  readonly id: string;
  /** Undefined where its agent does not say. */
  readonly isDescribed?: boolean;
}

/** Agents that describe formats and that one run asks beside the seller. */
const mostFormatAgents = 3;

/** Which formats of products are described where they are said to be: by the seller itself, or by the agent that they name. */
export async function namedFormats(agentUrl: string, answers: readonly RawAnswer[], read: Read) {
  const wanted = answers.flatMap(formatsIn);
  const own = answers.filter(({ task }) => task === "list_creative_formats");
  const described = new Set(own.flatMap(describedBy));
  const isOwn = (url: string) => placeKey(url) === placeKey(agentUrl);
  const others = [...new Set(wanted.map((format) => format.agentUrl))].filter(
    (url) =>
      !isOwn(url) &&
      URL.canParse(url) &&
      wanted.some((one) => one.agentUrl === url && !described.has(formatKey(one))),
  );
  const asked = new Map(
    await Promise.all(
      others.slice(0, mostFormatAgents).map(async (url) => [url, await formatsAt(url, read)] as const),
    ),
  );
  return wanted.map((format) => {
    if (described.has(formatKey(format))) return { ...format, isDescribed: true };
    if (isOwn(format.agentUrl)) return own.length === 0 ? format : { ...format, isDescribed: false };
    const there = asked.get(format.agentUrl);
    return there === undefined ? format : { ...format, isDescribed: there.has(format.id) };
  });
}

function formatsIn(answer: RawAnswer): readonly NamedFormat[] {
  return itemsOf(answer.payload["products"]).flatMap(([i, { format_ids }]) =>
    itemsOf(format_ids).flatMap(([j, { agent_url: agentUrl, id }]): NamedFormat[] =>
      typeof agentUrl === "string" && typeof id === "string"
        ? [{ answer, agentUrl, id, path: pointer("products", i, "format_ids", j) }]
        : [],
    ),
  );
}

function describedBy({ payload }: RawAnswer): readonly string[] {
  return itemsOf(payload["formats"]).flatMap(([, { format_id: named_ }]) => {
    if (!isObject(named_)) return [];
    const { agent_url: agentUrl, id } = named_;
    return typeof agentUrl === "string" && typeof id === "string" ? [formatKey({ agentUrl, id })] : [];
  });
}

function formatKey({ agentUrl, id }: Pick<NamedFormat, "agentUrl" | "id">): string {
  return `${placeKey(agentUrl)} ${id}`;
}

/** An agent's address without the end that its protocol gives it: formats are often named without. */
function placeKey(url: string): string {
  return (URL.canParse(url) ? addressKey(url) : url).replace(/\/(?:mcp|a2a)?\/?$/, "");
}

/** Ids of the formats that another agent describes; undefined where it does not answer. */
async function formatsAt(agentUrl: string, read: Read): Promise<ReadonlySet<string> | undefined> {
  const answer = await read(agentUrl, "list_creative_formats", {}, { tries: 1 });
  if (answer.type !== "answered") return undefined;
  return new Set(answer.payload.formats.map(({ format_id: { id } }) => id));
}
