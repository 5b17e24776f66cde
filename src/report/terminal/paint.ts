import type { Standing } from "../report-schema.ts";

/** Colours for words of ours; without `colour` they stay as they are. */
export interface Paint {
  readonly bold: (text: string) => string;
  readonly quiet: (text: string) => string;
  readonly standing: (standing: Standing, text: string) => string;
}

export function paint(colour: boolean): Paint {
  const wrap = (code: number, text: string) => (colour ? `\u001b[${code}m${text}\u001b[0m` : text);
  return {
    bold: (text) => wrap(1, text),
    quiet: (text) => wrap(2, text),
    standing: (standing, text) => wrap(codes[standing], text),
  };
}

const codes: Readonly<Record<Standing, number>> = {
  done: 32,
  waiting: 33,
  held: 35,
  refused: 31,
  failed: 31,
  open: 36,
  replaced: 2,
};
