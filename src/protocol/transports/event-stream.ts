import { gatherText } from "../../lib/limited-body.ts";

/** One of the server-sent events of HTML's standard. */
interface StreamEvent {
  readonly type: string;
  readonly data: string;
}

const [lineFeed, carriageReturn, space] = [0x0a, 0x0d, 0x20];
/** First letters of the fields that are read: `data` and `event`. */
const read: ReadonlySet<number | undefined> = new Set([0x64, 0x65]);

/**
 * The events that end within each chunk of a stream. Each byte is read once, however the stream is cut into chunks: a long line
 * that comes in thousands of them costs no more than in one.
 */
export function eventReader(): (chunk: Uint8Array) => Generator<StreamEvent, void> {
  const line = gatherText();
  let [isEmpty, isRead, endsInReturn] = [true, false, false];
  let data: string[] = [];
  let type = "";

  const add = (bytes: Uint8Array) => {
    if (isEmpty) isRead = read.has(bytes[0]);
    isEmpty = false;
    if (isRead) line.add(bytes);
  };
  const take = (text: string) => {
    const colon = text.indexOf(":");
    const field = colon === -1 ? text : text.slice(0, colon);
    const value =
      colon === -1 ? "" : text.slice(text.charCodeAt(colon + 1) === space ? colon + 2 : colon + 1);
    if (field === "data") data.push(value);
    else if (field === "event") type = value;
  };

  /** What a line's end makes whole: an event, where the line is empty and others stood before it. */
  const endLine = () => {
    const event = isEmpty && data.length > 0 ? { type: type || "message", data: data.join("\n") } : undefined;
    if (isEmpty) [data, type] = [[], ""];
    else if (isRead) take(line.take());
    isEmpty = true;
    return event;
  };

  return function* events(chunk) {
    // The second half of a line's end that a chunk before this one has cut through.
    let from = endsInReturn && chunk[0] === lineFeed ? 1 : 0;
    for (const { end, next } of lineEnds(chunk, from)) {
      if (end > from) add(chunk.subarray(from, end));
      from = next;
      const event = endLine();
      if (event !== undefined) yield event;
    }
    if (from < chunk.length) add(chunk.subarray(from));
    if (chunk.length > 0) endsInReturn = chunk.at(-1) === carriageReturn;
  };
}

/** Where lines end in a chunk, and where the next ones begin. */
function* lineEnds(chunk: Uint8Array, start: number): Generator<{ end: number; next: number }, void> {
  let [feed, turn] = [start - 1, start - 1];
  for (let from = start; ; ) {
    if (feed < from) feed = placeOf(lineFeed, chunk, from);
    if (turn < from) turn = placeOf(carriageReturn, chunk, from);
    const end = Math.min(feed, turn);
    if (end === chunk.length) return;
    from = end + (end === turn && chunk[end + 1] === lineFeed ? 2 : 1);
    yield { end, next: from };
  }
}

/** Where a byte stands next; the chunk's end where it does not. */
function placeOf(byte: number, chunk: Uint8Array, from: number): number {
  const place = chunk.indexOf(byte, from);
  return place === -1 ? chunk.length : place;
}
