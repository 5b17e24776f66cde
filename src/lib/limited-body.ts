import { StringDecoder } from "node:string_decoder";
import { breather } from "./breathe.ts";

/** Bytes of a refusal that are read, whoever sends it: its reader wants a sentence. */
const longestRefusal = 64 * 1024;

/** A response that goes on beyond what is read of it. */
export class BodyTooLarge extends Error {
  constructor(limit: number) {
    super(`more than ${limit} bytes were sent`);
  }
}

/** What is read of a response, whoever received it. */
export interface Answered extends Pick<Response, "status" | "ok" | "headers"> {
  readonly body: {
    readonly getReader: () => {
      readonly read: () => Promise<
        { done?: false | undefined; value: Uint8Array } | { done: true; value?: Uint8Array | undefined }
      >;
      readonly cancel: () => Promise<void>;
    };
    readonly cancel: () => Promise<void>;
  } | null;
}

/** The bytes of a response as they come. */
export interface LimitedBytes {
  /** The next ones; undefined behind the last. Rejects with a BodyTooLarge, or with the signal's reason. */
  readonly next: () => Promise<Uint8Array | undefined>;
  /** Gives up the rest, and the connection with it. */
  readonly cut: () => void;
}

/**
 * The bytes of a response, unpacked, up to a limit: behind it the connection is cut. It is cut as well when `signal` aborts:
 * a fetch has been seen to forget its own signal once there is a response. Others go on meanwhile, however many chunks
 * there are.
 */
export function limitedBytes(response: Answered, limit: number, signal: AbortSignal): LimitedBytes {
  const reader = response.body?.getReader();
  const breathe = breather();
  let size = 0;
  const cut = () => void reader?.cancel().catch(() => undefined);
  const leave = () => signal.removeEventListener("abort", cut);
  signal.addEventListener("abort", cut, { once: true });
  return {
    cut: () => {
      leave();
      cut();
    },
    next: async () => {
      await breathe();
      try {
        signal.throwIfAborted();
        const { done, value } = (await reader?.read()) ?? { done: true };
        signal.throwIfAborted();
        if (done) {
          leave();
          return undefined;
        }
        size += value.byteLength;
        if (size > limit) throw new BodyTooLarge(limit);
        return value;
      } catch (cause) {
        leave();
        cut();
        signal.throwIfAborted();
        throw cause;
      }
    },
  };
}

/** The whole body of a response as text. Rejects as its bytes do. */
export async function wholeText(response: Answered, limit: number, signal: AbortSignal): Promise<string> {
  const text = gatherText();
  const bytes = limitedBytes(response, limit, signal);
  if (Number(response.headers.get("content-length") ?? 0) > limit) {
    bytes.cut();
    throw new BodyTooLarge(limit);
  }
  for (let some = await bytes.next(); some !== undefined; some = await bytes.next()) text.add(some);
  return text.take();
}

/** What a refusal says, as far as it is read. Rejects with the signal's reason alone: what cannot be read says nothing. */
export async function refusalText(response: Answered, signal: AbortSignal): Promise<string> {
  const text = gatherText();
  const bytes = limitedBytes(response, longestRefusal, signal);
  try {
    for (let some = await bytes.next(); some !== undefined; some = await bytes.next()) text.add(some);
  } catch {
    // What came before it broke off is what it says.
    signal.throwIfAborted();
  }
  return text.take();
}

/** Bytes shorter than this are put together before they become text. */
const shortest = 4096;

/** Puts texts together from their bytes: however small the pieces, they cost no more memory than the bytes in them. */
export function gatherText() {
  const decoder = new StringDecoder("utf8");
  let short: Buffer | undefined;
  let used = 0;
  let text = "";
  const flush = () => {
    if (short !== undefined && used > 0) text += decoder.write(short.subarray(0, used));
    used = 0;
  };
  return {
    add: (bytes: Uint8Array) => {
      if (bytes.byteLength >= shortest) {
        flush();
        text += decoder.write(bytes);
        return;
      }
      short ??= Buffer.allocUnsafe(2 * shortest);
      if (used + bytes.byteLength > short.byteLength) flush();
      short.set(bytes, used);
      used += bytes.byteLength;
    },
    /** What was added since the last time. */
    take: () => {
      flush();
      const body = text + decoder.end();
      text = "";
      return body.startsWith("\ufeff") ? body.slice(1) : body;
    },
  };
}
