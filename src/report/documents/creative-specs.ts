import { sellerHost } from "../../lib/address.ts";
import { addWorkingDays } from "../../lib/days.ts";
import { counted } from "../../lib/english.ts";
import { groupBy } from "../../lib/group-by.ts";
import { chip } from "../blocks/cell.ts";
import type { Block } from "../blocks/document.ts";
import { html } from "../blocks/html-template.ts";
import { header, plain, table, under } from "../blocks/table.ts";
import { htmlBlocks } from "../renderers/html-blocks.ts";
import { type PageBrand, renderPage } from "../renderers/page.ts";
import type { Report } from "../report.ts";
import type { NamedPage } from "./insertion-orders.ts";

/** Working days before the flight: sellers review creatives for two or three of them. */
export const creativesDueBefore = 5;

interface Spec {
  readonly product: string;
  readonly format: string;
  readonly definedBy: string;
  readonly status: "ready" | "rejected" | "missing";
  readonly creatives: readonly string[];
  readonly builder?: string;
}

/** What the creative agency has to deliver, for which package, in which format and by when. Undefined without packages. */
export async function creativeSpecs(report: Report, brand?: PageBrand): Promise<NamedPage | undefined> {
  const { brief, creatives, campaign, headline } = report;
  if (brief === undefined || creatives.coverage.length === 0) return undefined;
  const due = addWorkingDays(brief.flight.start, -creativesDueBefore);
  const specs = creatives.coverage.flatMap(({ sellerId, product, formats }) =>
    formats.map((format) => ({
      sellerId,
      product,
      format: format.id,
      definedBy: format.agentUrl,
      status: format.status,
      creatives: format.creatives.map(({ name }) => name),
      builder: format.builder,
    })),
  );
  const missing = specs.filter(({ status }) => status !== "ready").length;
  const blocks = [...groupBy(specs, ({ sellerId }) => sellerId)].map(([sellerId, own]) =>
    specsTable(sellerId, own, due),
  );
  const content = await htmlBlocks(blocks, report);
  const page = {
    kind: "document" as const,
    title: `Creative specifications: ${headline.title}`,
    eyebrow: "Creative specifications",
    heading: headline.title,
    lead: `Due on ${due}, ${creativesDueBefore} working days before the flight begins on ${brief.flight.start}. ${counted(missing, "format")} of ${specs.length} still to be delivered; a package runs with any one of its formats.`,
    main: html`<section>${content}</section>`,
    footer: html`Campaign ${campaign.id}. Each format's rules are kept by the agent that defines it; where a seller names an earlier day, its word counts.`,
  };
  return { name: "creative-specs", page: renderPage(page, brand) };
}

function specsTable(sellerId: string, specs: readonly Spec[], due: string): Block {
  const isOpen = specs.some(({ status }) => status !== "ready");
  return table<Spec>({
    caption: sellerId,
    rows: specs,
    columns: [
      header("Package", ({ product }) => product),
      plain("Format", ({ format }) => format),
      under("Defined by", ({ definedBy }) => sellerHost(definedBy)),
      plain("On hand", ({ status }) => chip(statuses[status], status)),
      under("Creatives", ({ creatives }) => creatives.join(", ")),
      isOpen &&
        plain("To be built by", ({ status, builder }) =>
          status === "ready" ? undefined : (builder ?? "the creative agency"),
        ),
      isOpen && plain("Due", ({ status }) => (status === "ready" ? undefined : due), { kind: "short" }),
    ],
  });
}

const statuses = { ready: "done", rejected: "failed", missing: "waiting" } as const;
