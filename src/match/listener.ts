import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { z } from "zod";
import { sha256 } from "../lib/digest.ts";
import { isObject, jsonIn } from "../lib/json-object.ts";
import { epochOf, type SignedFor } from "../protocol/signing/match-request.ts";
import { names } from "../protocol/tasks/names.ts";
import { senderAllowance } from "../protocol/webhooks/allowance.ts";
import type { PackageList } from "./packages.ts";
import { type RouterKey, signerOf } from "./routers.ts";

const { matchSignatureHeader, matchKeyHeader } = names.adcp;
const largestBody = 256 * 1024;
const deepest = 32;
/** Seconds of its allowance that a router may send at once. */
const burstSeconds = 2;

/** What each request has, whichever side it is for. */
interface MatchRequest {
  readonly request_id: string;
  readonly seller_agent_url: string;
  readonly package_ids?: readonly string[];
}

/** Packages that a request got, and what else was settled with them. */
export interface Kept {
  readonly packageIds: readonly string[];
  readonly window: number;
}

export interface Side<Request extends MatchRequest> {
  readonly path: "/context" | "/identity";
  readonly type: string;
  readonly schema: z.ZodType<Request>;
  /** Fields of the other side: a request that holds one, at any depth, is refused. */
  readonly foreign: ReadonlySet<string>;
  readonly toSign: (request: Request, signedFor: SignedFor) => Buffer;
  /** Why nothing is looked up for it; undefined where it may be. */
  readonly refuses?: (request: Request) => string | undefined;
  readonly match: (request: Request, packages: PackagesOfSeller, now: number) => Kept;
  readonly answer: (request: Request, kept: Kept, packages: PackagesOfSeller) => object;
}

export type PackagesOfSeller = ReturnType<PackageList["of"]>;

export interface ListenerPorts {
  readonly packages: PackageList;
  /** The address that requests are signed for. */
  readonly endpoint: string;
  readonly keys: () => ReadonlyMap<string, RouterKey>;
  readonly now: () => number;
  /** Called with why a request was refused: a word of ours, and nothing of the request. */
  readonly refused: (why: string) => void;
}

const requestId = z.looseObject({ request_id: z.string().max(500) });

/** Answers one side's requests, and remembers of them what it answered and nothing else. */
export function matchListener<Request extends MatchRequest>(side: Side<Request>, ports: ListenerPorts): Hono {
  const { packages, endpoint, keys, now, refused } = ports;
  const answered = answeredRequests<Kept>();
  const allowances = new Map<string, ReturnType<typeof senderAllowance>>();
  const isTooFast = ({ name, perSecond }: RouterKey) => {
    const known = allowances.get(name);
    const allowance = known ?? senderAllowance({ atOnce: perSecond * burstSeconds, perSecond, now });
    allowances.set(name, allowance);
    return allowance(name) > 0;
  };

  const app = new Hono();
  // Hono's own handler prints what was thrown.
  app.onError((_, http) => http.body(null, 500));
  app.get("/health", (http) => http.json({ status: "ok" }));
  app.use((http, next) => (statesItsSize(http.req.header()) ? next() : counted(http, next)));
  app.post(side.path, async (http) => {
    const body = jsonIn(await http.req.text());
    if (!isObject(body) || body["type"] !== side.type) {
      refused("no request of this kind");
      return http.body(null, 400);
    }
    const error = (code: "invalid_request" | "rate_limited", message: string) => {
      refused(code);
      const id = requestId.safeParse(body).data?.request_id ?? "";
      return http.json({ type: "error", request_id: id, code, message });
    };
    if (holds(body, side.foreign)) return error("invalid_request", "it holds a field of the other side");
    const read = side.schema.safeParse(body);
    if (!read.success) return error("invalid_request", `it is not a ${side.type} of the public standard`);
    const request = read.data;
    const router = signerOf(
      {
        sellerUrl: request.seller_agent_url,
        keyId: http.req.header(matchKeyHeader),
        signature: http.req.header(matchSignatureHeader),
        text: (seller_agent_url, signedFor) => side.toSign({ ...request, seller_agent_url }, signedFor),
      },
      { keys: keys(), endpoint, now: now() },
    );
    if (router === undefined) {
      refused("no signature of a registered router");
      return http.body(null, 401, { "WWW-Authenticate": 'Signature realm="match"' });
    }
    if (isTooFast(router)) return error("rate_limited", "more requests than are agreed on");
    const refusal = side.refuses?.(request);
    if (refusal !== undefined) return error("invalid_request", refusal);
    const running = packages.of(request.seller_agent_url, now());
    const kept = answered.once({ router: router.name, id: request.request_id }, now(), () =>
      side.match(request, wantedPackages(request, running), now()),
    );
    // A package that was stopped meanwhile is in no answer, however old the request.
    const packageIds = kept.packageIds.filter((id) => running.has(id));
    return http.json(side.answer(request, { ...kept, packageIds }, running));
  });
  return app;
}

const counted = bodyLimit({ maxSize: largestBody, onError: (http) => http.body(null, 400) });

/** Node cuts off a body that is longer than what it says of itself; to count another one takes a third of a request's time. */
function statesItsSize(headers: Readonly<Record<string, string | undefined>>): boolean {
  const { "content-length": length, "transfer-encoding": encoding } = headers;
  return length !== undefined && encoding === undefined && Number(length) <= largestBody;
}

/** What is unknown is left out in silence: nobody learns what the list holds. */
function wantedPackages({ package_ids: ids }: MatchRequest, running: PackagesOfSeller): PackagesOfSeller {
  if (ids === undefined) return running;
  const wanted = new Set(ids);
  return new Map([...running].filter(([id]) => wanted.has(id)));
}

/** Whether one of the fields stands anywhere in a value; one that is nested too deep to check counts as if it did. */
function holds(value: unknown, fields: ReadonlySet<string>, depth = 0): boolean {
  if (depth > deepest) return true;
  if (Array.isArray(value)) return value.some((one) => holds(one, fields, depth + 1));
  return (
    isObject(value) &&
    Object.entries(value).some(([key, one]) => fields.has(key) || holds(one, fields, depth + 1))
  );
}

/** What was answered to requests, by the digest of router and request id: an id that comes again gets its answer again. */
interface Answered<Answer> {
  readonly once: (
    request: { readonly router: string; readonly id: string },
    now: number,
    make: () => Answer,
  ) => Answer;
}

/** Answers of today and yesterday, as signatures live; beyond so many the oldest are forgotten. */
function answeredRequests<Answer>(most = 200_000): Answered<Answer> {
  const kept = new Map<string, { readonly epoch: number; readonly answer: Answer }>();
  return {
    once: ({ router, id }, now, make) => {
      const key = sha256(`${router}\n${id}`);
      const epoch = epochOf(now);
      const before = kept.get(key);
      if (before !== undefined && before.epoch >= epoch - 1) return before.answer;
      const answer = make();
      kept.delete(key);
      kept.set(key, { epoch, answer });
      const [oldest] = kept.keys();
      if (kept.size > most && oldest !== undefined) kept.delete(oldest);
      return answer;
    },
  };
}
