import { createRequire } from "node:module";
import type * as OpenTelemetry from "@opentelemetry/api";

/** Where an OpenTelemetry SDK has put itself; without one nothing is loaded and nothing is traced. */
const registry = Symbol.for("opentelemetry.js.api.1");
/** Turns of so many campaigns are remembered, to link the next one of each. */
const mostLinks = 10_000;

type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

/** One span while it lasts. What is put on it are names and codes, never texts of others: they may hold secrets. */
export interface OpenSpan {
  readonly set: (attributes: Attributes) => void;
  /** A code of ours or of the protocol. */
  readonly failed: (type: string) => void;
}

export interface SpanOptions {
  readonly attributes?: Attributes;
  /** A call that leaves this process. */
  readonly isCall?: boolean;
  /** It stands alone, linked with the one before it of the same name: a campaign lives for weeks, and no span does. */
  readonly linkedBy?: string;
}

const untraced: OpenSpan = { set: () => undefined, failed: () => undefined };
const links = new Map<string, OpenTelemetry.SpanContext>();
let api: typeof OpenTelemetry | undefined;

/** Does something as one span of whoever traces this process. Spans begun inside it are its children. */
export async function inSpan<Result>(
  name: string,
  { attributes = {}, isCall = false, linkedBy }: SpanOptions,
  work: (span: OpenSpan) => Promise<Result>,
): Promise<Result> {
  const otel = openTelemetry();
  if (otel === undefined) return work(untraced);
  const before = linkedBy === undefined ? undefined : links.get(linkedBy);
  const options = {
    attributes,
    kind: isCall ? otel.SpanKind.CLIENT : otel.SpanKind.INTERNAL,
    root: linkedBy !== undefined,
    links: before === undefined ? [] : [{ context: before }],
  };
  return otel.trace.getTracer("flightdesk").startActiveSpan(name, options, async (span) => {
    if (linkedBy !== undefined) remember(linkedBy, span.spanContext());
    const open: OpenSpan = {
      set: (more) => span.setAttributes(more),
      failed: (type) => {
        span.setAttribute("error.type", type);
        span.setStatus({ code: otel.SpanStatusCode.ERROR });
      },
    };
    try {
      return await work(open);
    } catch (cause) {
      open.failed(cause instanceof Error ? cause.name : "Error");
      throw cause;
    } finally {
      span.end();
    }
  });
}

/** The ids of the span that is under way, as they join lines of a log to it; empty where nobody traces. */
export function spanIds(): { readonly trace_id?: string; readonly span_id?: string } {
  const context = openTelemetry()?.trace.getActiveSpan()?.spanContext();
  return context === undefined ? {} : { trace_id: context.traceId, span_id: context.spanId };
}

function remember(name: string, context: OpenTelemetry.SpanContext): void {
  links.delete(name);
  links.set(name, context);
  const [oldest] = links.keys();
  if (links.size > mostLinks && oldest !== undefined) links.delete(oldest);
}

function openTelemetry(): typeof OpenTelemetry | undefined {
  if (!(registry in globalThis)) return undefined;
  // Who has an SDK has this package, which finds it by the same symbol.
  api ??= createRequire(import.meta.url)("@opentelemetry/api") as typeof OpenTelemetry;
  return api;
}
