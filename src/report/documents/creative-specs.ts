import { sellerHost } from "../../lib/address.ts";
import { addWorkingDays } from "../../lib/days.ts";
import { counted } from "../../lib/english.ts";
import { groupBy } from "../../lib/group-by.ts";
import { kindPrefix } from "../../protocol/records/creative.ts";
import { chip } from "../blocks/cell.ts";
import type { Block } from "../blocks/document.ts";
import { formatLongDay } from "../blocks/format.ts";
import { html } from "../blocks/html-template.ts";
import { header, plain, table, under, words } from "../blocks/table.ts";
import { namesIn } from "../renderers/html.ts";
import { htmlBlocks } from "../renderers/html-blocks.ts";
import { type PageBrand, renderPage } from "../renderers/page.ts";
import type { Report } from "../report.ts";
import type { NamedPage } from "./insertion-orders.ts";

/** Working days before a line begins: sellers review creatives for two or three of them. */
export const workingDaysBefore = 5;

interface Spec {
  /** The first day of its package. */
  readonly begins: string;
  readonly product: string;
  readonly format: string;
  readonly definedBy: string;
  readonly requirements: readonly string[];
  readonly status: "ready" | "rejected" | "missing";
  readonly creatives: readonly string[];
  readonly builder?: string;
}

/** What the creative agency has to deliver, for which package, in which format and by when. Undefined without packages. */
export async function creativeSpecs(report: Report, brand?: PageBrand): Promise<NamedPage | undefined> {
  const { brief, creatives, campaign, headline, plan } = report;
  if (brief === undefined || creatives.coverage.length === 0) return undefined;
  const begins = new Map(plan?.lines.map(({ lineId, flight }) => [lineId, flight?.start]));
  const all = creatives.coverage.flatMap(({ lineId, sellerId, product, formats }) =>
    formats.map((format) => ({
      sellerId,
      product,
      begins: begins.get(lineId) ?? brief.flight.start,
      format: format.name ?? formatWords(format),
      definedBy: isKind(format) ? "the public standard" : (format.agentId ?? sellerHost(format.agentUrl)),
      requirements: format.requirements,
      status: format.status,
      creatives: format.creatives.map(({ name }) => name),
      builder: format.builder,
    })),
  );
  // A product's creatives run in all of its bursts, and are due for the first.
  const specs = [
    ...groupBy(all, ({ sellerId, product, format }) => `${sellerId} ${product} ${format}`),
  ].flatMap(([, same]) => same.toSorted((a, b) => (a.begins < b.begins ? -1 : 1)).slice(0, 1));
  const [first = brief.flight.start] = specs.map(({ begins }) => begins).sort();
  const missing = specs.filter(({ status }) => status !== "ready").length;
  const blocks = [...groupBy(specs, ({ sellerId }) => sellerId)].map(([sellerId, own]) =>
    specsTable(sellerId, own),
  );
  const content = await htmlBlocks(blocks, report);
  const page = {
    kind: "document" as const,
    title: `Creative specifications: ${headline.title}`,
    eyebrow: "Creative specifications",
    heading: headline.title,
    lead: `Due ${workingDaysBefore} working days before each package begins, the first on ${formatLongDay(dueFor(first))}. ${counted(missing, "format")} of ${specs.length} still to be delivered; a package runs with any one of its formats.`,
    main: html`<section>${content}</section>`,
    names: namesIn(report),
    footer: html`Campaign ${campaign.id}. Each format's rules are kept by the agent that defines it; where a seller names an earlier day, its word counts.`,
  };
  return { name: "creative-specs", page: renderPage(page, brand) };
}

function dueFor(begins: string): string {
  return addWorkingDays(begins, -workingDaysBefore);
}

function specsTable(sellerId: string, specs: readonly Spec[]): Block {
  const isOpen = specs.some(({ status }) => status !== "ready");
  return table<Spec>({
    caption: sellerId,
    rows: specs,
    columns: [
      header("Package", ({ product }) => product),
      plain("Format", ({ format }) => format),
      under("Defined by", ({ definedBy }) => definedBy),
      words("Requirements", ({ requirements }) => requirements.join("; ") || "not given by the vendor"),
      plain("On hand", ({ status }) => chip(statuses[status], status)),
      under("Creatives", ({ creatives }) => creatives.join(", ")),
      isOpen &&
        plain("To be built by", ({ status, builder }) =>
          status === "ready" ? undefined : (builder ?? "the creative agency"),
        ),
      isOpen &&
        plain(
          "Due",
          ({ status, begins }) => (status === "ready" ? undefined : formatLongDay(dueFor(begins))),
          {
            kind: "short",
          },
        ),
      under("Begins", ({ begins }) => `begins ${formatLongDay(begins)}`),
    ],
  });
}

/** One of the public standard's kinds says its measures in place of an id. */
function formatWords({ id, agentUrl }: { readonly id: string; readonly agentUrl: string }): string {
  if (!isKind({ agentUrl })) return id;
  const kind = agentUrl.slice(kindPrefix.length).replaceAll("_", " ");
  return id === "any" ? kind : `${kind}, ${id}`;
}

function isKind({ agentUrl }: { readonly agentUrl: string }): boolean {
  return agentUrl.startsWith(kindPrefix);
}

const statuses = { ready: "done", rejected: "failed", missing: "waiting" } as const;
