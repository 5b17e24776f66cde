import { type StopOrder, scopeWords } from "../campaign/model/decisions/stop-order.ts";
import { isoTime } from "../lib/clock.ts";
import type { Box, Unsent } from "./box.ts";
import type { Channel } from "./channel.ts";
import { type News, stopId } from "./news.ts";
import {
  digestId,
  type Notification,
  type Outcome,
  type Question,
  questionId,
  topicOf,
} from "./notification.ts";

const minuteMs = 60_000;
/** People are reminded so long before a question is refused. */
const reminderMs = 24 * 60 * minuteMs;
/** Sellers have so long to say that a buy is paused. */
const pauseMs = 10 * minuteMs;

/** What stands now, of all campaigns. */
export interface World {
  readonly news: ReadonlyMap<string, News>;
  readonly orders: readonly StopOrder[];
}

/** What is due on a channel and not sent: a function of what is recorded. `now` is UTC milliseconds. */
export function due(
  { about }: Pick<Channel, "about">,
  box: Box & { readonly openedAt: string },
  world: World,
  now: number,
): Notification[] {
  const all = [...decisions(box, world, now), ...faults(box, world, now)];
  return all.filter((one) => about.includes(topicOf(one)) && !box.written.has(one.id));
}

/** What became of what an unsent message is about; `asked` where it stands as it stood, undefined while that is not known. */
export function becameOf(notification: Notification, world: World): "asked" | Outcome | undefined {
  if (notification.kind !== "question" && notification.kind !== "reminder") return "asked";
  return endOf(notification.question, world);
}

/** Whether it is about something that is over, and was not sent so far; of digests the last one counts. */
export function isMoot(
  { notification, tries: attempts }: Unsent,
  { digestDue: last = "" }: Pick<Box, "digestDue">,
  world: World,
): boolean {
  if (notification.kind === "digest")
    return notification.today === undefined || notification.id < digestId(last);
  const end = becameOf(notification, world);
  return end !== "asked" && end !== undefined && (attempts === 0 || notification.kind === "reminder");
}

function decisions({ asked: questionsAsked, unsent }: Box, world: World, now: number): Notification[] {
  const questions = [...world.news.values()].flatMap((news) => news.questions);
  const ends = [...questionsAsked.values()].flatMap(({ id, question }): Notification[] => {
    const outcome = endOf(question, world);
    // What was never sent needs no end.
    const isUnsent = unsent.get(id)?.tries === 0;
    if (outcome === undefined || outcome === "asked" || isUnsent) return [];
    return [{ kind: "decided", id: `decided/${id}`, of: id, question, outcome }];
  });
  return [
    ...questions.map((question) => ({ kind: "question" as const, id: questionId(question), question })),
    ...ends,
    ...questions.filter(isUrgent(now)).map((question) => {
      const of = questionId(question);
      return { kind: "reminder" as const, id: `reminder/${of}`, of, question };
    }),
  ];
}

function isUrgent(now: number) {
  return ({ until }: Question) => until !== undefined && now >= Date.parse(until) - reminderMs;
}

function endOf(question: Question, { news }: World): "asked" | Outcome | undefined {
  const known = news.get(question.campaignId);
  if (known === undefined) return undefined;
  const { questions, outcomes } = known;
  const open = questions.filter(({ stepId }) => stepId === question.stepId).map(questionId);
  if (open.includes(questionId(question))) return "asked";
  if (open.length > 0) return { type: "changed" };
  // A step that the campaign no longer has was planned anew.
  return outcomes.has(question.stepId) ? outcomes.get(question.stepId) : { type: "changed" };
}

function faults({ stops }: Box, { news, orders }: World, now: number): Notification[] {
  const ordersById = new Map(orders.map((order) => [stopId(order), order]));
  const old = new Set(orders.filter(({ at }) => now >= Date.parse(at) + pauseMs).map(stopId));
  return [
    ...[...ordersById].map(([id, { scope, by, at }]) => ({
      kind: "stopped" as const,
      id,
      scope: scopeWords(scope),
      by,
      at,
    })),
    ...[...stops.values()]
      .filter(({ id }) => !ordersById.has(id))
      .map(({ id, scope }) => ({ kind: "released" as const, id: `released/${id}`, of: id, scope })),
    ...[...news.values()]
      .flatMap(({ notStopped }) => notStopped)
      .filter(({ order }) => old.has(order))
      .map(({ order, ...buy }) => ({
        kind: "not stopped" as const,
        id: `not-stopped/${order}/${buy.campaignId}/${buy.seller}`,
        ...buy,
      })),
  ];
}

/** A digest that is due on a channel: since when it counts what has changed. UTC, ISO 8601. */
export interface DueDigest {
  readonly due: string;
  readonly since: string;
}

/** Undefined where the channel wants none, or has the last one. `now` is UTC milliseconds. */
export function digestDue(
  { about, digest }: Pick<Channel, "about" | "digest">,
  { openedAt, digestDue: since = openedAt, written }: Box & { readonly openedAt: string },
  now: number,
): DueDigest | undefined {
  const last = digest.last(now);
  if (!about.includes("alerts") || last === undefined || last <= Date.parse(openedAt)) return undefined;
  const due = isoTime(last);
  return written.has(digestId(due)) ? undefined : { due, since };
}
