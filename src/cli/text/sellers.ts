import { knownByNames } from "../../desk/known-sellers.ts";
import type { AnswerOf } from "../../desk/operations.ts";
import { cleanText } from "../../lib/clean-text.ts";
import { counted, listed } from "../../lib/english.ts";
import { partsIn } from "../../lib/parts.ts";
import { kindNames } from "../../protocol/credentials/entry.ts";
import { formatElapsed, formatPercent } from "../../report/blocks/format.ts";
import { columns, paint } from "../../report/blocks/terminal-text.ts";

type SellersListOutput = AnswerOf<"credentials">;

/** Each seller in plain words with the counts that they rest on; what was never seen is left out. */
export function sellersText({ sellers }: AnswerOf<"track-records">): string {
  if (sellers.length === 0) return "no seller has been asked or bought from yet";
  return sellers
    .map((seller) =>
      [
        `${seller.sellerId} (${counted(seller.buys, "buy")}, ${counted(seller.campaigns, "campaign")}; ${seller.agentUrl})`,
        ...linesOf(seller).map((line) => `  ${line}`),
      ].join("\n"),
    )
    .join("\n")
    .split("\n")
    .map((line) => `${/^ */.exec(line)?.[0] ?? ""}${cleanText(line, 600)}`)
    .join("\n");
}

export type Seller = AnswerOf<"track-records">["sellers"][number];

export function linesOf({ answers, delivery, price, reports, approvals, stops, score }: Seller): string[] {
  return partsIn<string>([
    answers.contacted !== 0 && answerWords(answers),
    delivery.packages !== 0 &&
      `delivered ${formatPercent(delivery.average ?? 0)} of what was ordered (${counted(delivery.packages, "package")}); to be expected are ${formatPercent(delivery.mean)}, four times in five between ${formatPercent(delivery.low)} and ${formatPercent(delivery.high)}`,
    price.drift !== undefined &&
      `was paid ${formatPercent(Math.abs(price.drift), 1)} ${price.drift < 0 ? "less" : "more"} per 1,000 impressions than ordered (${counted(price.packages, "package")})`,
    reports.buys !== 0 && reportWords(reports),
    approvals.requested !== 0 && approvalWords(approvals),
    stops.requested !== 0 &&
      `paused ${stops.honoured} of ${counted(stops.requested, "buy")} that were stopped`,
    `score ${score < 0 ? "" : "+"}${score.toFixed(2)}, from -1 to 1: ${scoreWords(score)}`,
  ]);
}

export function answerWords({ contacted, answered, late, failed, medianMs }: Seller["answers"]): string {
  const not = [
    ...(late > 0 ? [`${counted(late, "time")} late`] : []),
    ...(failed > 0 ? [`${counted(failed, "time")} with an error`] : []),
  ];
  const speed = medianMs === undefined ? "" : `, usually in ${formatElapsed(medianMs)}`;
  return `answered ${answered} of ${counted(contacted, "call")} for offers${speed}${not.length > 0 ? `; ${listed(not)}` : ""}`;
}

export function reportWords({ buys, faulty, faults }: Seller["reports"]): string {
  const kinds = faults.map(({ kind, buys: of }) => `${kind.replaceAll("-", " ")} (${of})`);
  return faulty === 0
    ? `reported ${counted(buys, "buy")} without a fault`
    : `reported ${faulty} of ${counted(buys, "buy")} with faults: ${listed(kinds)}`;
}

export function approvalWords({ requested, agreed, refused, medianHours }: Seller["approvals"]): string {
  const time = medianHours === undefined ? "" : `, usually after ${Math.round(medianHours * 10) / 10} hours`;
  return `its people reviewed ${counted(requested, "order")}: ${agreed} accepted, ${refused} refused${time}`;
}

export function scoreWords(score: number): string {
  if (score === 0) return "nothing that counts was seen yet";
  return score > 0
    ? "its offers count as surer than an unknown seller's"
    : "its offers count as less sure than an unknown seller's";
}

/** Whose credentials are set, and where somebody is logged in. */
export function credentialsText({ file, sellers, logins }: SellersListOutput, colour: boolean): string {
  const parts = [
    ...(sellers.length === 0 ? [] : [credentials(sellers, colour)]),
    ...(logins.length === 0 ? [] : [loggedIn(logins, colour)]),
  ];
  return parts.length === 0 ? `${file}: no seller's credential is set` : parts.join("\n\n");
}

function loggedIn(logins: SellersListOutput["logins"], colour: boolean): string {
  return columns<SellersListOutput["logins"][number]>(
    [
      { label: "seller", most: 28, cell: ({ seller }) => seller },
      { label: "kind", most: 22, cell: () => "login (OAuth)" },
      { label: "from", most: 40, cell: ({ issuer }) => issuer },
      {
        label: "age",
        most: 60,
        cell: ({ ageDays, ended }) =>
          ageDays === undefined ? (ended === undefined ? "logged out" : `over: ${ended}`) : `${ageDays} days`,
      },
    ],
    logins,
    paint(colour),
  ).join("\n");
}

function credentials(sellers: SellersListOutput["sellers"], colour: boolean): string {
  return columns<SellersListOutput["sellers"][number]>(
    [
      { label: "seller", most: 28, cell: ({ seller }) => seller },
      { label: "kind", most: 22, cell: ({ kind }) => kindNames[kind] },
      { label: "from", most: 20, cell: ({ from }) => from },
      {
        label: "age",
        most: 24,
        cell: ({ ageDays, old }) =>
          ageDays === undefined ? "not known" : `${ageDays} days${old ? ", due for another" : ""}`,
      },
    ],
    sellers,
    paint(colour),
  ).join("\n");
}

export function sellerTestText({ seller, address, credential, calls }: AnswerOf<"test-seller">): string {
  const known = credential === undefined ? "no credential of its own is set" : knownByNames[credential];
  const lines = calls.map(({ task, accepted, says }) => `  ${accepted ? "yes" : "NO "}  ${task}: ${says}`);
  return [`${seller} at ${address} (${known})`, ...lines].join("\n");
}
