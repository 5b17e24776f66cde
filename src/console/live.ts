import type { Desk } from "../desk/desk.ts";
import type { Clock } from "../lib/clock.ts";

const pollMs = 1000;
/** Reads between two signs of life: a proxy closes what is silent for half a minute. */
const beatEvery = 10;
const mostStreams = 200;

export interface LivePorts {
  readonly changed: Desk["app"]["ledger"]["changed"];
  readonly clock: Pick<Clock, "sleep">;
  /** Ends all streams. */
  readonly signal: AbortSignal;
  readonly failed: (cause: unknown) => void;
}

export interface Watch {
  /** The one campaign that is watched; all where absent. */
  readonly campaign?: string;
  /** The ledger's position that the page was made from. */
  readonly since: number;
  /** Whether whoever opened it is still logged in. */
  readonly isIn: () => Promise<boolean>;
}

interface Stream extends Watch {
  sent: number;
  readonly controller: ReadableStreamDefaultController<Uint8Array>;
}

/**
 * Tells open pages that something has changed; what it is they ask for themselves. Reads the ledger once a second while somebody
 * watches: other processes write to it too.
 */
export function openLive({ changed, clock, signal, failed }: LivePorts) {
  const streams = new Set<Stream>();
  /** Where each campaign was last seen to have changed, at the latest. */
  const touched = new Map<string, number>();
  let position = 0;
  const poll = async () => {
    const now = await changed(position);
    for (const id of now.campaignIds) touched.set(id, now.position);
    position = Math.max(position, now.position);
    return position;
  };

  const write = ({ controller }: Stream, text: string) => controller.enqueue(new TextEncoder().encode(text));
  const end = (stream: Stream) => {
    streams.delete(stream);
    write(stream, "event: ended\ndata:\n\n");
    stream.controller.close();
  };
  const tell = async (stream: Stream, isBeat: boolean) => {
    const isIn = await stream.isIn();
    // Who has gone meanwhile gets nothing more.
    if (!streams.has(stream)) return;
    if (!isIn) return end(stream);
    // Who does not read gets it later.
    if ((stream.controller.desiredSize ?? 0) <= 0) return;
    const latest = stream.campaign === undefined ? position : (touched.get(stream.campaign) ?? 0);
    if (latest > stream.sent) {
      stream.sent = position;
      write(stream, `event: changed\nid: ${position}\ndata: ${position}\n\n`);
    } else if (isBeat) write(stream, ": here\n\n");
  };
  const watch = async () => {
    for (let polls = 1; streams.size > 0; polls++) {
      await clock.sleep(pollMs, signal).catch(() => [...streams].forEach(end));
      await poll().catch(failed);
      for (const stream of streams) await tell(stream, polls % beatEvery === 0).catch(failed);
    }
  };

  return {
    /** The ledger's position, for a page that is made from now on. */
    position: poll,
    open: ({ since, ...watched }: Watch) => {
      if (streams.size >= mostStreams || signal.aborted)
        return new Response("too many pages are open", { status: 503 });
      let stream: Stream | undefined;
      const body = new ReadableStream<Uint8Array>({
        start: (controller) => {
          stream = { ...watched, since, sent: since, controller };
          streams.add(stream);
          tell(stream, true).catch(failed);
          if (streams.size === 1) void watch();
        },
        cancel: () => {
          if (stream !== undefined) streams.delete(stream);
        },
      });
      return new Response(body, {
        headers: {
          "Content-Type": "text/event-stream",
          "Cache-Control": "no-store",
          "X-Accel-Buffering": "no",
        },
      });
    },
  };
}
export type Live = ReturnType<typeof openLive>;
