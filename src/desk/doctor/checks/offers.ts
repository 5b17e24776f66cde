import { counted, formatCount, listed } from "../../../lib/english.ts";
import type { Parts } from "../../../lib/parts.ts";
import type { AgentFacts } from "../facts.ts";
import { type Finding, good, toKnow, willNotWork } from "../finding.ts";

/** Refusals that say that something was missing in the question: a brief brings it. */
const wantsMore: ReadonlySet<string> = new Set([
  "VALIDATION_ERROR",
  "INVALID_REQUEST",
  "ACCOUNT_NOT_FOUND",
  "ACCOUNT_SETUP_REQUIRED",
  "ACCOUNT_AMBIGUOUS",
  "BRAND_REQUIRED",
]);

/** Whether anything that the agent offers can be ordered: what `compare` would do with each of its products. */
export function checkOffers(facts: AgentFacts): Parts<Finding> {
  const { served, products } = facts;
  if (!served.has("get_products")) return undefined;
  const failures = checkAnswer(facts);
  if (products.length === 0) return failures;
  const [orderable, unpriced, unread] = (["orderable", "unpriced", "left-out"] as const).map((result) =>
    products.filter((product) => product.result === result),
  );
  if (orderable === undefined || orderable.length === 0) {
    const why = [
      ...(unread && unread.length > 0 ? [`${formatCount(unread.length)} cannot be read`] : []),
      ...(unpriced && unpriced.length > 0
        ? [`${formatCount(unpriced.length)} ${unpriced.length === 1 ? "has" : "have"} no price`]
        : []),
    ];
    return [
      failures,
      willNotWork(
        "buying",
        `None of its ${counted(products.length, "product")} can be ordered: ${listed(why)}.`,
        ["sales"],
      ),
    ];
  }
  return [failures, checkPublishers(facts)];
}

function checkAnswer({ probes, products, hasBrief }: AgentFacts): Finding | false {
  const asked = probes.filter(({ task }) => task === "get_products");
  const failed = asked.flatMap((probe) => (probe.result === "failed" && !probe.unknownCaller ? [probe] : []));
  const [first] = failed;
  if (first !== undefined && products.length === 0) {
    const text = `get_products fails: ${first.code}, ${first.reason.replace(/\.$/, "")}`;
    return !hasBrief && wantsMore.has(first.code)
      ? toKnow("buying", `${text}; --brief asks as compare does.`)
      : willNotWork("buying", `${text}: there is nothing to buy.`, ["sales"]);
  }
  if (asked.some(({ result }) => result === "later"))
    return toKnow("buying", "Its people make its offers: get_products answers later.");
  const isEmpty = products.length === 0 && asked.some(({ result }) => result === "answered");
  return isEmpty && toKnow("buying", "It offers nothing for what was asked; --brief asks as compare does.");
}

/** A product of a publisher that does not list the agent gets no money; where no file can be read, a person is asked. */
function checkPublishers({ products, publishers }: AgentFacts): Parts<Finding> {
  const refusing = new Set(
    publishers.flatMap(({ standing, domain }) => (standing === "not-authorised" ? [domain] : [])),
  );
  const silent = publishers.filter(({ standing }) => standing === "unknown");
  const declared = publishers
    .filter(({ path }) => !path.startsWith("/products/"))
    .map(({ domain }) => domain);
  const orderable = products.filter(({ result }) => result === "orderable");
  const isRefused = (domains: readonly string[]) => domains.some((domain) => refusing.has(domain));
  const refused = orderable.filter(({ product }) => {
    const own =
      product?.publisher_properties?.map(({ publisher_domain: domain }) => domain.toLowerCase()) ?? [];
    return isRefused(own.length > 0 ? own : declared);
  });
  if (refused.length > 0 && refused.length === orderable.length)
    return willNotWork(
      "buying",
      `No publisher lets it sell any of its ${counted(orderable.length, "product")}: ${listed([...refusing])} ${refusing.size === 1 ? "does" : "do"} not list it.`,
      ["sales"],
    );
  const ready = orderable.length - refused.length;
  const of = counted(products.length, "product");
  const some = good(
    "buying",
    ready === products.length
      ? `All it offers can be ordered: ${of}.`
      : `${ready} of its ${of} can be ordered.`,
  );
  const [unread] = silent;
  const whose = silent.length === 1 ? "a publisher" : `${silent.length} publishers`;
  return [
    some,
    unread &&
      toKnow(
        "buying",
        `The adagents.json of ${whose} cannot be read (${unread.reason}): a person approves the first order.`,
      ),
  ];
}
