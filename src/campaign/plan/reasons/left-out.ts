import { percent } from "../../../lib/english.ts";
import { formatMoney, money, sumOver } from "../../../lib/money.ts";
import type { Candidate } from "../allocator.ts";
import { channelMargin, offerMargin, offerWorth } from "../worth.ts";
import type { Decision } from "./decision.ts";
import { obstaclesTo } from "./left-money.ts";

/** Why an offer that may be bought is not: what decided, so that without it the plan were another. */
export function explainLeftOut(candidate: Candidate, decision: Decision): string {
  const { problem, budget, unallocated, brings, bought } = decision;
  const twin = bought.find(({ lineId }) => lineId === candidate.lineId);
  if (twin !== undefined) return `another pricing option of its product is bought: ${twin.offerId}`;
  const amount = Math.min(candidate.most, Math.max(candidate.least, Math.round(problem.budget / 100)));
  const brought = brings(candidate.offerId, amount);
  const isSpent = unallocated.minor < Math.max(1, (problem.step ?? 0) * bought.length);
  const dearer = isSpent ? dearerWords(candidate, amount, decision) : undefined;
  if (dearer !== undefined) return `${brought}, ${dearer}`;
  const place = problem.candidates.indexOf(candidate);
  const [obstacle] = obstaclesTo(candidate, place, decision) ?? [];
  if (obstacle?.isMoney === false) return `${brought}; ${obstacle.words}`;
  const missed = decision.atAims.find(({ gains }) => (gains[place]?.[0]?.rate ?? 0) < 0);
  if (missed !== undefined) return `${brought}; with it the lines together would miss ${missed.words}`;
  if (obstacle === undefined || unallocated.minor >= candidate.least)
    return `${brought}; one more package is not worth its work`;
  const [least, left] = [money(candidate.least, budget.currency), unallocated].map(formatMoney);
  return isSpent
    ? `${brought}; no other package can give up its smallest package of ${least}`
    : `${brought}; its smallest package of ${least} is over the ${left} that is left`;
}

/** Parts by which what money brings differs no more than by rounding. */
const alike = 0.001;

/** `25 % less than the last of it on apex.example/video/cpm`, where nothing that could give money up brings less for it. */
function dearerWords(candidate: Candidate, amount: number, decision: Decision): string | undefined {
  const { problem, allocation, bought, spent } = decision;
  const placeOf = (one: Candidate) => problem.candidates.indexOf(one);
  const isBound = (one: Candidate) =>
    problem.groups.some(
      ({ members, least }, group) =>
        least > 0 &&
        (spent[group] ?? 0) <= least &&
        members.includes(placeOf(one)) &&
        !members.includes(placeOf(candidate)),
    );
  const onChannel = (channel: string) =>
    sumOver(bought, (one) => (one.channel === channel ? (allocation.get(one.offerId) ?? 0) : 0));
  const spread = ({ channel }: Candidate) => channelMargin(onChannel(channel), problem);
  const own = offerWorth(candidate, amount) / amount + spread(candidate);
  const sources = bought.flatMap((one) => {
    const has = allocation.get(one.offerId) ?? 0;
    return one.least === one.most || isBound(one)
      ? []
      : [{ offerId: one.offerId, rate: offerMargin(one, has - 1) + spread(one) }];
  });
  const [last] = sources.toSorted((a, b) => a.rate - b.rate);
  if (last === undefined || own > last.rate * (1 + alike)) return undefined;
  const less = 1 - own / last.rate;
  return less < alike
    ? `no more than the last of it on ${last.offerId}`
    : `${percent(Math.round(less * 1000) / 1000)} less than the last of it on ${last.offerId}`;
}
