import type { CallResult } from "../../../../src/protocol/messages/transport.ts";

type Json = Readonly<Record<string, unknown>>;

/** A buy as it stands in a seller's books, and as it goes on the wire. */
export interface Booked {
  readonly media_buy_id: string;
  status: string;
  readonly currency: string;
  readonly buyer_ref?: string | undefined;
  readonly start_time?: string | undefined;
  readonly end_time?: string | undefined;
  readonly total_budget?: unknown;
  /** Counts its changes, where its seller counts them. */
  readonly revision?: number | undefined;
  readonly packages: readonly Package[];
}

interface Package {
  readonly package_id: string;
  readonly product_id: string;
  readonly budget: number;
  readonly buyer_ref?: string | undefined;
  readonly end_time?: string;
  readonly targeting_overlay?: Json;
  readonly pricing_option_id?: string;
  readonly currency?: string;
  readonly paused?: boolean;
}

/** What a seller makes of an honest booking: in its books, in its confirmation, and of how it answers. */
export interface Lie {
  readonly books?: (honest: Booked) => Booked;
  readonly confirms?: (booked: Booked) => Booked;
  /** The first answer is lost after the booking. */
  readonly losesAnswer?: boolean;
  /** Books again what it is sent again, and says nothing of a repetition. */
  readonly booksAnew?: boolean;
  /** Shows a buy in its books only so many reads after it was booked. */
  readonly lags?: number;
  /** Does not say how its books stand, at first. */
  readonly silentReads?: number;
  /** Its people review the order first, and this is what they say in the end, whatever is booked. */
  readonly people?: "completed" | "rejected";
  /** The task that it names when it says how the order stands; its own where absent. */
  readonly namesTask?: string;
  /** Says no once it has booked: by a code, or by a status of the buy. */
  readonly refuses?: string;
  /** Books an order twice over. */
  readonly booksTwice?: boolean;
  /** Confirms a buy that is somebody else's. */
  readonly namesAnothers?: boolean;
  /** Does not pause. */
  readonly runsOn?: boolean;
  /** Refuses so many changes, at first. */
  readonly refusedChanges?: number;
  /** What it makes of a buy when it is asked to change it. */
  readonly changes?: (booked: Booked) => Booked;
  /** Makes what it is asked to change, which its books show; they count its changes. */
  readonly obeys?: boolean;
}

export interface LyingSeller {
  readonly id: string;
  readonly agentUrl: string;
  readonly books: readonly Booked[];
  /** What it has booked for an order, by the reference that the order came with. */
  readonly bookedFor: (reference: unknown) => readonly Booked[];
  readonly call: (task: string, request: Json) => CallResult;
  /** Puts its books right. */
  readonly correct: (to: (booked: Booked) => Booked) => void;
}

/** A seller with books of its own, which does with each order what `lies` has it do, one after the other. */
export function lyingSeller(id: string, lies: readonly Lie[]): LyingSeller {
  let books: Booked[] = [];
  const byKey = new Map<unknown, Booked>();
  const visibleFrom = new Map<Booked, number>();
  const lost = new Set<unknown>();
  const orderOf = new Map<Booked, unknown>();
  let reads = 0;
  let changes = 0;
  const lieOf = new Map<unknown, Lie>();

  const create = (request: Json): CallResult => {
    const key = request["idempotency_key"];
    const lie = lieOf.get(key) ?? lies[lieOf.size] ?? {};
    lieOf.set(key, lie);
    const before = byKey.get(key);
    const isReplay = before !== undefined && lie.booksAnew !== true;
    const honest = bookingOf(request, `${id}-${books.length + 1}`);
    const booked = isReplay ? before : (lie.books?.(honest) ?? honest);
    if (!isReplay) {
      books = [...books, booked];
      byKey.set(key, booked);
      orderOf.set(booked, request["buyer_ref"]);
      visibleFrom.set(booked, reads + (lie.lags ?? 0));
      if (lie.booksTwice === true)
        books = [...books, { ...booked, media_buy_id: `${booked.media_buy_id}-2` }];
      if (lie.namesAnothers === true) books = [...books, anothersThan(booked)];
    }
    if (lie.losesAnswer === true && !lost.has(key)) {
      lost.add(key);
      return error("SERVICE_UNAVAILABLE");
    }
    if (lie.people !== undefined)
      return { structuredContent: { status: "submitted", task_id: `task-${booked.media_buy_id}` } };
    if (lie.refuses === lie.refuses?.toUpperCase() && lie.refuses !== undefined) return error(lie.refuses);
    const named = lie.namesAnothers === true ? anothersThan(booked) : booked;
    const stated = {
      ...(lie.confirms?.(named) ?? named),
      ...(lie.refuses !== undefined && { status: lie.refuses }),
    };
    return { structuredContent: { ...stated, ...(isReplay && { replayed: true }) } };
  };

  const list = (request: Json): CallResult => {
    reads += 1;
    const silent = Math.max(0, ...[...lieOf.values()].map(({ silentReads = 0 }) => silentReads));
    if (reads <= silent) return error("SERVICE_UNAVAILABLE");
    const ids = request["media_buy_ids"];
    const found = books.filter(
      (one) =>
        (visibleFrom.get(one) ?? 0) < reads &&
        (Array.isArray(ids)
          ? ids.includes(one.media_buy_id)
          : [undefined, one.buyer_ref].includes(request["buyer_ref"] as string | undefined)),
    );
    return { structuredContent: { media_buys: found.map((one) => ({ ...one })) } };
  };

  const update = (request: Json): CallResult => {
    const { status } = request["updates"] as { status?: string };
    changes += 1;
    if ([...lieOf.values()].some(({ refusedChanges = 0 }) => changes <= refusedChanges))
      return error("POLICY_VIOLATION");
    const runsOn = [...lieOf.values()].some((lie) => lie.runsOn);
    const own = books.filter((one) => one.media_buy_id === request["media_buy_id"]);
    if (own.length === 0) return error("MEDIA_BUY_NOT_FOUND");
    for (const one of own) if (status !== undefined && !runsOn) one.status = status;
    for (const lie of lieOf.values()) {
      if (lie.obeys)
        correct((one) => (one.media_buy_id === request["media_buy_id"] ? changed(one, request) : one));
      if (lie.changes !== undefined) correct(lie.changes);
    }
    const { status: now, revision } =
      books.find((one) => one.media_buy_id === request["media_buy_id"]) ?? own[0] ?? {};
    return {
      structuredContent: { media_buy_id: request["media_buy_id"], status: now ?? "active", revision },
    };
  };

  const correct = (to: (booked: Booked) => Booked) => {
    books = books.map((one) => {
      const right = to(one);
      visibleFrom.set(right, 0);
      orderOf.set(right, orderOf.get(one));
      return right;
    });
  };

  return {
    id,
    agentUrl: `https://${id}/mcp`,
    get books() {
      return books;
    },
    bookedFor: (reference) => books.filter((one) => orderOf.get(one) === reference),
    correct,
    call: (task, request) => {
      switch (task) {
        case "create_media_buy":
          return create(request);
        case "update_media_buy":
          return update(request);
        case "get_media_buys":
          return list(request);
        case "get_task_status": {
          const lie = [...lieOf.values()].find(({ people }) => people !== undefined);
          const result = lie?.namesAnothers === true ? { ...books[1] } : undefined;
          const task_id = lie?.namesTask ?? request["task_id"];
          return { structuredContent: { task_id, status: lie?.people, ...(result && { result }) } };
        }
        case "get_media_buy_delivery":
          return {
            structuredContent: {
              media_buy_id: request["media_buy_id"],
              delivery: { impressions: 0, spend: { amount: 0, currency: "EUR" } },
            },
          };
        default:
          return error("UNSUPPORTED_FEATURE");
      }
    },
  };
}

/** A buy as an update wants it. */
function changed(one: Booked, request: Json): Booked {
  const { end_time, packages = [] } = request["updates"] as {
    end_time?: string;
    packages?: (Partial<Package> & { package_id: string })[];
  };
  return {
    ...one,
    ...(one.revision !== undefined && { revision: one.revision + 1 }),
    ...(end_time !== undefined && { end_time }),
    packages: one.packages.map((item) => ({
      ...item,
      ...packages.find(({ package_id }) => package_id === item.package_id),
    })),
  };
}

function bookingOf(request: Json, media_buy_id: string): Booked {
  const packages = request["packages"] as Omit<Package, "package_id">[];
  return {
    media_buy_id,
    status: "active",
    currency: "EUR",
    buyer_ref: String(request["buyer_ref"]),
    start_time: String(request["start_time"]),
    end_time: String(request["end_time"]),
    packages: packages.map(({ product_id, budget, buyer_ref }, at) => ({
      package_id: `${media_buy_id}-p${at + 1}`,
      product_id,
      budget,
      buyer_ref,
    })),
  };
}

/** A buy that the seller books beside an order, and not for us. */
function anothersThan(booked: Booked): Booked {
  return { ...booked, media_buy_id: "anothers", buyer_ref: "someone/else" };
}

function error(code: string): CallResult {
  return { isError: true, structuredContent: { error: { code, message: code } } };
}
