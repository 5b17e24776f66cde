import PQueue from "p-queue";
import { breather } from "./breathe.ts";

/** Levels of objects and arrays; more is no document but an attempt on whoever walks through it. */
export const deepest = 64;

/** Characters that are parsed in one piece. */
const piece = 64 * 1024;
/** Longer texts are read one after the other: while it is made, a document takes many times the room of its text. */
const long = 1024 * 1024;
const oneAtATime = new PQueue({ concurrency: 1 });

/** A document that is not read for its shape, whatever it says. The message is a clause: "is nested deeper than …". */
export class JsonRefused extends Error {}

/**
 * `JSON.parse` for what somebody else wrote: a long text is read in pieces between which the event loop goes on. Throws a
 * JsonRefused where it is nested too deep or holds more than `mostValues`, before anything is made of it, else a
 * SyntaxError as `JSON.parse` does.
 */
export async function parseJson(text: string, mostValues = Number.POSITIVE_INFINITY): Promise<unknown> {
  const read = async () => {
    const breathe = breather();
    const ends = new Map<number, number>();
    const skimmed = skim(text, mostValues, ends);
    while (skimmed.next().done !== true) await breathe();
    return new Pieces(text, ends, breathe).read(0, text.length);
  };
  return text.length < long ? read() : oneAtATime.add(read);
}

/** The same at once, for a text of limited length. */
export function parseJsonAtOnce(text: string): unknown {
  const skimmed = skim(text, Number.POSITIVE_INFINITY, new Map());
  while (skimmed.next().done !== true);
  return JSON.parse(text);
}

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c];
const [openObject, closeObject, openArray, closeArray] = [0x7b, 0x7d, 0x5b, 0x5d];

/**
 * Holds a text against the limits, in steps, and notes in `ends` where containers begin and end that are longer than a
 * piece. What is not JSON may pass: whoever parses it finds that.
 */
function* skim(text: string, mostValues: number, ends: Map<number, number>): Generator<undefined, void> {
  const starts: number[] = [];
  let values = 0;
  for (let i = 0, step = piece; i < text.length; i++) {
    switch (text.charCodeAt(i)) {
      case quote:
        i = endOfString(text, i);
        break;
      case openObject:
      case openArray:
        values += 1;
        starts.push(i);
        if (starts.length > deepest) throw new JsonRefused(`is nested deeper than ${deepest} levels`);
        break;
      case closeObject:
      case closeArray: {
        const start = starts.pop();
        if (start !== undefined && i - start > piece) ends.set(start, i);
        break;
      }
      case comma:
        values += 1;
        if (values > mostValues) throw new JsonRefused(`holds more than ${mostValues} values`);
        break;
    }
    if (i > step) {
      step = i + piece;
      yield;
    }
  }
}

/** Where the closing quote stands; the text's end where there is none. */
function endOfString(text: string, start: number): number {
  for (let from = start + 1; ; ) {
    const end = text.indexOf('"', from);
    if (end === -1) return text.length;
    let slashes = 0;
    while (text.charCodeAt(end - 1 - slashes) === backslash) slashes += 1;
    if (slashes % 2 === 0) return end;
    from = end + 1;
  }
}

/** Reads a text whose long containers are known: each is taken apart into runs of members of a piece's length at most. */
class Pieces {
  readonly #text: string;
  readonly #ends: ReadonlyMap<number, number>;
  readonly #breathe: () => Promise<void> | undefined;

  constructor(text: string, ends: ReadonlyMap<number, number>, breathe: () => Promise<void> | undefined) {
    this.#text = text;
    this.#ends = ends;
    this.#breathe = breathe;
  }

  /** The one value between two places. */
  async read(from: number, to: number): Promise<unknown> {
    const blank = this.#text.slice(from, to).search(/[^ \t\n\r]/);
    const start = from + Math.max(0, blank);
    const end = this.#ends.get(start);
    await this.#breathe();
    if (end === undefined) return JSON.parse(this.#text.slice(from, to));
    // What stands behind the container must be blank: behind another one it is read with that.
    JSON.parse(`[]${this.#text.slice(end + 1, to)}`);
    return this.#container(start, end);
  }

  async #container(start: number, end: number): Promise<unknown> {
    const isArray = this.#text.charCodeAt(start) === openArray;
    if (this.#text.charCodeAt(end) !== (isArray ? closeArray : closeObject))
      throw new SyntaxError("a bracket is closed by one of another kind");
    const items: unknown[] = [];
    const members: [string, unknown][] = [];
    for (const { from, to, isLong } of this.#runs(start, end)) {
      await this.#breathe();
      if (isArray) {
        if (isLong) items.push(await this.read(from, to));
        else for (const item of JSON.parse(`[${this.#filled(from, to)}]`) as unknown[]) items.push(item);
      } else if (isLong) {
        const keyEnd = endOfString(this.#text, this.#text.indexOf('"', from));
        const colon = this.#text.indexOf(":", keyEnd) + 1;
        if (colon === 0 || colon > to) throw new SyntaxError("a key is missing");
        // The key with any value: what is wrong around it is found here.
        const [key = ""] = Object.keys(JSON.parse(`{${this.#text.slice(from, colon)}0}`) as object);
        members.push([key, await this.read(colon, to)]);
      } else members.push(...Object.entries(JSON.parse(`{${this.#filled(from, to)}}`) as object));
    }
    return isArray ? items : Object.fromEntries(members);
  }

  /** A run's text: members stand in it, as a comma stands before or behind it. */
  #filled(from: number, to: number): string {
    const run = this.#text.slice(from, to);
    if (run.trim() === "") throw new SyntaxError("a value is missing");
    return run;
  }

  /** The members of a container as runs, without the commas between these. */
  *#runs(start: number, end: number): Generator<Run, void> {
    let [from, last, depth] = [start + 1, start + 1, 0];
    for (let i = start + 1; i <= end; i++) {
      const code = i === end ? comma : this.#text.charCodeAt(i);
      if (code === quote) i = Math.min(endOfString(this.#text, i), end - 1);
      else if (code === openObject || code === openArray) {
        const over = this.#ends.get(i);
        if (over === undefined) depth += 1;
        else i = over;
      } else if (code === closeObject || code === closeArray) depth -= 1;
      if (code !== comma || (depth !== 0 && i !== end)) continue;
      // `last` is where the member begins that ends here, `from` where those before it begin that are not given out yet.
      if (i - from > piece && last > from) {
        yield { from, to: last - 1, isLong: false };
        from = last;
      }
      if (i - from > piece || i === end) {
        yield { from, to: i, isLong: i - from > piece };
        from = i + 1;
      }
      last = i + 1;
    }
  }
}

interface Run {
  readonly from: number;
  readonly to: number;
  /** Whether it is one member that is itself longer than a piece. */
  readonly isLong: boolean;
}
