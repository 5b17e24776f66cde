import { formatMoney } from "../../lib/money.ts";
import { counted, formatCount, formatInstant, formatPercent } from "../format.ts";
import type { Report, Standing } from "../report-schema.ts";
import { stepMoments } from "../step-moments.ts";
import { columns, lineWidth } from "./columns.ts";
import { indented, labelled } from "./layout.ts";
import type { Paint } from "./paint.ts";
import { fitText, wrapText } from "./text-width.ts";

type Line = NonNullable<Report["plan"]>["lines"][number];
type Covered = Report["creatives"]["coverage"][number];
type Synced = Report["creatives"]["synced"][number];

export function planLines({ plan }: Report, paint: Paint): string[] {
  if (!plan) return ["no plan yet"];
  return [
    `${formatMoney(plan.total)} in ${counted(plan.lines.length, "package")}, ${formatMoney(plan.unallocated)} not allocated`,
    ...columns<Line>(
      [
        { label: "package", most: 28, cell: ({ product }) => product },
        { label: "seller", most: 24, cell: ({ sellerId }) => sellerId },
        { label: "amount", right: true, cell: ({ amount }) => formatMoney(amount) },
        { label: "share", right: true, cell: ({ share }) => formatPercent(share) },
        {
          label: "impressions",
          right: true,
          cell: ({ expectedImpressions: n }) => (n === undefined ? "" : formatCount(n)),
        },
        { label: "", cell: ({ standing }) => purchaseWord(standing), standing: ({ standing }) => standing },
      ],
      plan.lines,
      paint,
    ),
    ...(plan.lines.length > 0 ? ["", paint.quiet("why")] : []),
    ...plan.lines.flatMap(({ product, reason }) => indented(`${product}: ${reason}`)),
    ...(plan.binding.length > 0 ? ["", paint.quiet("what held the split back")] : []),
    ...plan.binding.flatMap(indented),
    ...(plan.leftOut.length > 0 ? ["", paint.quiet("left out")] : []),
    ...plan.leftOut.flatMap(({ product, sellerId, reason }) =>
      indented(`${product} (${sellerId}): ${reason}`),
    ),
  ];
}

/** Each step with its verdicts, consent and receipt in order. */
export function stepLines({ steps }: Report, paint: Paint): string[] {
  return steps.flatMap((step, i) => {
    const amount = step.amount.minor > 0 ? `  ${formatMoney(step.amount)}` : "";
    const word = step.task === "create_media_buy" ? purchaseWord(step.standing) : step.standing;
    return [
      ...(i > 0 ? [""] : []),
      `${paint.standing(step.standing, word.padEnd(9))} ${fitText(step.purpose, lineWidth - 10 - amount.length)}${amount}`,
      paint.quiet(
        `${" ".repeat(10)}${fitText(`${step.task} at ${step.agentId}: ${step.status}`, lineWidth - 10)}`,
      ),
      ...stepMoments(step).flatMap(({ at, words, details }) => {
        const [first = "", ...rest] = wrapText(
          [details.length > 0 ? `${words}:` : words, ...details].join(" "),
          lineWidth - 33,
        );
        return [
          `${" ".repeat(10)}${paint.quiet(formatInstant(at))} ${first}`,
          ...rest.map((line) => " ".repeat(33) + line),
        ];
      }),
    ];
  });
}

export function creativeLines({ creatives }: Report, paint: Paint): string[] {
  const { coverage, findings, built, synced } = creatives;
  if (coverage.length === 0 && built.length === 0 && synced.length === 0) return ["no creatives yet"];
  return [
    ...columns<Covered>(
      [
        { label: "package", most: 28, cell: ({ product }) => product },
        { label: "seller", most: 24, cell: ({ sellerId }) => sellerId },
        { label: "what can run in it", most: 44, cell: formatsInWords },
      ],
      coverage,
      paint,
    ),
    ...(findings.length > 0 ? ["", paint.quiet("missing or wrong")] : []),
    ...findings.flatMap(indented),
    ...(synced.length > 0 ? [""] : []),
    ...(synced.length > 0
      ? columns<Synced>(
          [
            { label: "creative", most: 26, cell: ({ name }) => name },
            { label: "format", most: 20, cell: ({ format }) => format },
            { label: "seller", most: 24, cell: ({ sellerId }) => sellerId },
            {
              label: "",
              most: 24,
              cell: ({ action, standing, reviewStatus }) =>
                [action ?? standing, reviewStatus].filter(Boolean).join(", "),
              standing: ({ standing }) => standing,
            },
          ],
          synced,
          paint,
        )
      : []),
    ...synced.flatMap(({ name, sellerId, errors }) =>
      errors.flatMap((error) => indented(`${name} at ${sellerId}: ${error}`)),
    ),
    ...built.flatMap(({ formats, agentId, standing, reason, preview }) => [
      ...labelled("built", `${formats.join(", ")} by ${agentId}: ${reason ?? standing}`, paint),
      ...(preview === undefined ? [] : labelled("preview", preview.reason ?? preview.urls.join(" "), paint)),
    ]),
  ];
}

/** `video_15s (built), no video_30s`: ready ones first. */
function formatsInWords({ formats }: Covered): string {
  const words = (standing: Covered["formats"][number]["standing"]) =>
    formats
      .filter((format) => format.standing === standing)
      .map(({ id, creatives: [first] }) =>
        standing === "ready"
          ? `${id} (${first?.origin === "brief" ? first.name : "built"})`
          : standing === "rejected"
            ? `${id} not sent`
            : `no ${id}`,
      );
  return [...words("ready"), ...words("rejected"), ...words("missing")].join(", ");
}

function purchaseWord(standing: Standing): string {
  return standing === "done" ? "bought" : standing === "open" ? "not sent" : standing;
}
