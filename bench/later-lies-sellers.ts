import type { Answer, Json, RawAgent } from "../test/canned/raw-market.ts";

/**
 * Sellers for `bench/later-lies.ts`: each books what was ordered, delivers it evenly over the flight and answers in its own
 * habit. A `Quirk` is what it does otherwise after the purchase: a lie, or something that honest sellers do as well.
 */

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
export const flight = { start: "2027-01-11", end: "2027-02-07", days: 28 };
const startsAt = Date.parse(`${flight.start}T00:00:00Z`);
/** Of a thousand impressions, in minor units. */
const price = 1_500;
/** What its people, and its books, are late by. */
const slowMs = { people: 3 * hourMs, books: 5 * hourMs };

/** The instant of an hour on a day of the flight, counted from 0; 28 is the day after the last. */
export const at = (day: number, hour = 0) => startsAt + day * dayMs + hour * hourMs;
export const dateOf = (day: number) => new Date(at(day)).toISOString().slice(0, 10);

export const habits = {
  revisions: "with revisions",
  bare: "without revisions",
  zeros: "leaves days of zero out",
  lifetime: "lifetime totals only",
  late: "books lag by hours",
  people: "people in between",
} as const;
export type Habit = keyof typeof habits;

export interface Row {
  readonly packageId: string;
  readonly date: string;
  readonly minor: number;
  readonly impressions: number;
}

interface Package {
  readonly package_id: string;
  readonly product_id: string;
  readonly pricing_option_id: string;
  readonly buyer_ref: unknown;
  budget: number;
}

/** A buy as it stands in the books. */
export interface Booked extends Json {
  readonly packages: readonly Json[];
}

export interface Quirk {
  /** UTC milliseconds. */
  readonly from: number;
  /** What the books show of the buy from then on. */
  readonly books?: (shown: Booked) => Booked;
  /** What is told of the days, in the place of what was delivered; from then on. */
  readonly rows?: (rows: readonly Row[], now: number) => readonly Row[];
  /** What becomes of a report before it goes out, from then on. */
  readonly report?: (told: Json) => Json;
  /** Agreed to, shown where it is a state, and not done. */
  readonly ignores?: "pause" | "cancel" | "decrease";
  /** Spends on for so long after a pause. */
  readonly stopsAfterMs?: number;
  /** Its books show a change so much later. */
  readonly showsAfterMs?: number;
  /** A day is told so long after its end. */
  readonly tellsAfterMs?: number;
}

export interface LaterSeller extends RawAgent {
  readonly habit: Habit;
  /** As ordered, in the currency's major unit, by package. */
  readonly ordered: ReadonlyMap<string, number>;
  readonly buyId: () => string;
  /** Our own name for a package. */
  readonly refOf: (packageId: string) => unknown;
  /** Where reports about the buy may be sent. */
  readonly reportsTo: () => string;
  /** When somebody could first read the quirk; undefined before. */
  readonly shownAt: () => number | undefined;
  /** All that it says was delivered. */
  readonly report: () => Json;
  /** The most that it has ever said was spent, in minor units. */
  readonly told: () => number;
  /** What it was asked to change, with when. */
  readonly changes: readonly { readonly at: number; readonly updates: Json }[];
  /** How many orders it was sent. */
  readonly orders: () => number;
  /** What was delivered on a day before anything is made of it. */
  readonly deliveredOn: (date: string) => readonly Row[];
}

export function laterSeller({
  habit,
  speaks,
  now,
  quirk,
}: {
  readonly habit: Habit;
  readonly speaks: RawAgent["speaks"];
  readonly now: () => number;
  readonly quirk?: Quirk;
}): LaterSeller {
  const slug = `${habit}-${speaks.replace(/\W/g, "")}`;
  const products: readonly (readonly [id: string, budget: number])[] = [
    "revisions",
    "late",
    "people",
  ].includes(habit)
    ? [
        [`${slug}-video`, 30_000],
        [`${slug}-clips`, 15_000],
      ]
    : [[`${slug}-video`, 45_000]];
  const ordered = new Map<string, number>();
  const changes: { at: number; updates: Json }[] = [];
  const tasks = new Map<string, { readonly done: number; readonly end: () => Json; result?: Json }>();
  const byKey = new Map<unknown, () => Promise<Json> | Json>();
  const running: { readonly at: number; readonly is: boolean }[] = [];
  const spent = new Map<string, number[]>();
  let [packages, order]: [Package[], Json] = [[], {}];
  let [status, revision, orders, told, settled] = ["", 0, 0, 0, 0];
  let [shownAt, stoppedAt, agreedAt]: (number | undefined)[] = [];
  const history: { readonly at: number; readonly shown: Booked }[] = [];
  const isOn = () => quirk !== undefined && now() >= quirk.from;
  const show = () => {
    shownAt ??= now();
  };

  const keep = (when: number) => {
    history.push({
      at: when,
      shown: {
        media_buy_id: `${slug}-1`,
        status,
        currency: "EUR",
        buyer_ref: order["buyer_ref"],
        start_time: order["start_time"],
        end_time: order["end_time"],
        ...(habit !== "bare" && { revision }),
        packages: packages.map((one) => ({
          ...one,
          ...(["revisions", "late", "people"].includes(habit) && { fixed_price: price / 100 }),
        })),
      },
    });
  };
  const book = (when: number): Booked => {
    if (status === "") {
      status = "active";
      revision = 1;
      running.push({ at: when, is: true });
      // The desk's own request.
      const wanted = order["packages"] as readonly Omit<Package, "package_id">[];
      packages = wanted.map(({ product_id, pricing_option_id, budget, buyer_ref }, n) => ({
        package_id: `${slug}-p${n + 1}`,
        product_id,
        pricing_option_id,
        budget,
        buyer_ref,
      }));
      for (const one of packages) ordered.set(one.package_id, one.budget);
      keep(when);
    }
    return shown(0);
  };
  /** As the books were so long ago, or at first. */
  const shown = (lagMs: number): Booked => {
    const then = now() - lagMs;
    const { shown: kept } = history.findLast((one) => one.at <= then) ?? history[0] ?? { shown: undefined };
    if (kept === undefined) throw new Error("nothing is booked");
    const isWaiting = kept["status"] === "active" && then < startsAt;
    const isOver = kept["status"] === "active" && then >= Date.parse(String(kept["end_time"]));
    const current = {
      ...kept,
      ...(isWaiting && { status: "pending_start" }),
      ...(isOver && { status: "completed" }),
    };
    if (quirk?.books === undefined || then < quirk.from) return current;
    show();
    return quirk.books(current);
  };

  /** Delivers the days that have passed. */
  const settle = () => {
    const today = Math.min(flight.days, Math.floor((now() - startsAt) / dayMs));
    for (; settled < today; settled++)
      for (const { package_id, budget } of packages) {
        const before = spent.get(package_id) ?? [];
        const left = Math.round(budget * 100) - before.reduce((sum, one) => sum + one, 0);
        const idle = habit === "zeros" && settled === 1;
        const due = Math.max(0, Math.round(left / (flight.days - settled)));
        spent.set(package_id, [...before, idle ? 0 : Math.round(due * ranOn(settled))]);
      }
  };
  /** The share of a day on which it ran. */
  const ranOn = (day: number) =>
    running.reduce((sum, { at: from, is }, n) => {
      const to = running[n + 1]?.at ?? Number.POSITIVE_INFINITY;
      return sum + (is ? Math.max(0, Math.min(to, at(day + 1)) - Math.max(from, at(day))) / dayMs : 0);
    }, 0);
  const delivered = (): Row[] => {
    const due = now() - (quirk?.tellsAfterMs ?? 0);
    return [...spent].flatMap(([packageId, days]) =>
      days.flatMap((minor, day) =>
        at(day + 1) > due
          ? []
          : [{ packageId, date: dateOf(day), minor, impressions: Math.round((minor / price) * 1000) }],
      ),
    );
  };
  const report = (range: { readonly start: string; readonly end: string } | undefined): Json => {
    settle();
    // A day that it leaves out it says to be one of nothing where it is asked for that day alone: silence is no figure.
    const isAlone = habit === "zeros" && range !== undefined && range.start === range.end;
    const isAsked = ({ date, minor }: Row) => {
      if (habit === "zeros" && !isAlone) return minor > 0;
      const heedsDates = isAlone || habit === "revisions" || habit === "late" || habit === "people";
      return range === undefined || !heedsDates || (date >= range.start && date <= range.end);
    };
    const honest = delivered();
    const all = (isOn() ? quirk?.rows?.(honest, now()) : undefined) ?? honest;
    told = Math.max(
      told,
      all.reduce((sum, { minor }) => sum + minor, 0),
    );
    const rows = all.filter(isAsked);
    if (JSON.stringify(rows) !== JSON.stringify(honest.filter(isAsked))) show();
    const stopped = stoppedAt;
    const counts = stopped !== undefined && new Date(stopped + 2 * dayMs).toISOString().slice(0, 10);
    if (quirk?.ignores !== undefined && counts && rows.some(({ date }) => date >= counts)) show();
    const figures = (some: readonly Row[]) => ({
      impressions: some.reduce((sum, one) => sum + one.impressions, 0),
      spend: { amount: some.reduce((sum, one) => sum + one.minor, 0) / 100, currency: "EUR" },
    });
    const ids = [...new Set(rows.map(({ packageId }) => packageId))];
    const payload = {
      media_buy_id: `${slug}-1`,
      currency: "EUR",
      delivery: rows.length === 0 ? {} : figures(rows),
      by_package: ids.map((package_id) => {
        const own = rows.filter((one) => one.packageId === package_id);
        const product = packages.find((one) => one.package_id === package_id)?.product_id;
        return {
          package_id,
          ...(product !== undefined && { product_id: product }),
          ...figures(own),
          ...(habit !== "lifetime" && {
            timeseries: own.map((row) => ({ date: row.date, ...figures([row]) })),
          }),
        };
      }),
    };
    return isOn() && quirk?.report !== undefined ? quirk.report(payload) : payload;
  };

  const change = (updates: Json, when: number): Booked => {
    settle();
    const wanted = updates["status"];
    if (typeof wanted === "string") {
      const isPause = wanted === "paused";
      const isIgnored = wanted !== "active" && quirk?.ignores === (isPause ? "pause" : "cancel");
      status = wanted;
      if (wanted !== "active") stoppedAt ??= when;
      if (!isIgnored)
        running.push({
          at: when + (wanted === "active" ? 0 : (quirk?.stopsAfterMs ?? 0)),
          is: wanted === "active",
        });
    }
    if (typeof updates["end_time"] === "string") order = { ...order, end_time: updates["end_time"] };
    // The desk's own request.
    const asked = (updates["packages"] ?? []) as readonly Partial<Package>[];
    const isAgreed = asked.some(({ budget }) => budget !== undefined);
    if (isAgreed) agreedAt ??= when;
    const agreed = packages.map((one) => ({
      ...one,
      ...(asked.find(({ package_id }) => package_id === one.package_id)?.budget !== undefined && {
        budget: asked.find(({ package_id }) => package_id === one.package_id)?.budget ?? one.budget,
      }),
    }));
    revision += 1;
    if (quirk?.ignores !== "decrease") {
      packages = agreed;
      keep(when);
      return shown(0);
    }
    keep(when);
    return { ...shown(0), packages: shown(0).packages.map((one, n) => ({ ...one, ...agreed[n] })) };
  };
  /** At once, or by people, who take some hours. */
  const through = (work: (when: number) => Json) => {
    if (habit !== "people") return { payload: work(now()) };
    const id = `${slug}-task-${tasks.size + 1}`;
    const done = now() + slowMs.people;
    tasks.set(id, { done, end: () => work(done) });
    return { task: id, state: "submitted" };
  };
  const finish = () => {
    for (const task of tasks.values()) if (task.done <= now()) task.result ??= task.end();
  };
  const lagMs = Math.max(habit === "late" ? slowMs.books : 0, quirk?.showsAfterMs ?? 0);
  const repeatable = (request: Json, made: () => ReturnType<typeof through>) => {
    const key = request["idempotency_key"];
    const before = byKey.get(key);
    if (key !== undefined && before !== undefined) return before() as unknown as ReturnType<typeof through>;
    const answer = made();
    byKey.set(key, () => answer as unknown as Json);
    return answer;
  };

  const answers: Readonly<Record<string, Answer>> = {
    get_svc_capabilities: () => ({
      payload: {
        idempotency: { supported: true, replay_ttl_seconds: 86_400 },
        publisher_domains: [`${slug}.example`],
      },
    }),
    get_products: () => ({
      payload: {
        products: products.map(([product_id, budget]) => ({
          product_id,
          name: product_id,
          description: "Pre-roll",
          channels: ["olv"],
          countries: ["DE"],
          delivery_type: "guaranteed",
          publisher_properties: [{ publisher_domain: `${slug}.example` }],
          pricing_options: [
            { pricing_option_id: "cpm", pricing_model: "cpm", currency: "EUR", fixed_price: price / 100 },
          ],
          forecast: { impressions: { min: (budget / price) * 1e5, max: (budget / price) * 1e5 } },
          ...(quirk?.tellsAfterMs && {
            reporting_capabilities: {
              available_reporting_frequencies: ["daily"],
              expected_delay_minutes: quirk.tellsAfterMs / 60_000,
              timezone: "UTC",
              supports_webhooks: false,
              available_metrics: ["impressions", "spend"],
            },
          }),
        })),
      },
    }),
    sync_accounts: ({ accounts }) => ({
      payload: { accounts: (accounts as readonly Json[]).map((one) => ({ ...one, status: "active" })) },
    }),
    create_media_buy: (request) => {
      orders += 1;
      return repeatable(request, () => {
        order = request;
        return through(book);
      });
    },
    get_media_buys: ({ media_buy_ids: ids, buyer_ref }) => {
      finish();
      const isMeant = Array.isArray(ids)
        ? ids.includes(`${slug}-1`)
        : buyer_ref === undefined || buyer_ref === order["buyer_ref"];
      if (quirk?.ignores === "decrease" && agreedAt !== undefined && now() >= agreedAt + dayMs + lagMs)
        show();
      return { payload: { media_buys: status !== "" && isMeant ? [shown(lagMs)] : [] } };
    },
    update_media_buy: (request) => {
      finish();
      const updates = (request["updates"] ?? {}) as Json;
      changes.push({ at: now(), updates });
      return repeatable(request, () => through((when) => change(updates, when)));
    },
    get_media_buy_delivery: ({ date_range }) => {
      finish();
      return status === ""
        ? { refuses: { code: "MEDIA_BUY_NOT_FOUND", message: "no such buy" } }
        : { payload: report(date_range as { start: string; end: string } | undefined) };
    },
    provide_performance_feedback: () => ({ payload: { acknowledged: true } }),
    get_task_status: ({ task_id }) => {
      finish();
      const task = tasks.get(String(task_id));
      if (task === undefined) return { refuses: { code: "REFERENCE_NOT_FOUND", message: "no such task" } };
      return task.result === undefined
        ? // Nobody has begun with it.
          { task: String(task_id), state: "submitted" }
        : { task: String(task_id), state: "completed", data: task.result };
    },
  };
  return {
    slug,
    speaks,
    channels: ["olv"],
    answers,
    habit,
    ordered,
    changes,
    buyId: () => `${slug}-1`,
    refOf: (packageId) => packages.find((one) => one.package_id === packageId)?.buyer_ref,
    reportsTo: () =>
      String((order["push_notification_config"] as { readonly url?: string } | undefined)?.url ?? ""),
    shownAt: () => shownAt,
    report: () => report(undefined),
    told: () => told,
    orders: () => orders,
    deliveredOn: (date) => delivered().filter((row) => row.date === date),
  };
}
