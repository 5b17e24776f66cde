import { sellerHost, whyUnclear } from "../../../lib/address.ts";
import { codecs } from "./codec.ts";
import { text } from "./field.ts";

/** A seller: domains come to be in one spelling; what has spaces between its words is a name, and stays as it is. */
export const seller = text.clone().register(codecs, {
  read: (written, refuse) => {
    const words = written.split(/ +/);
    const problem = whyUnclear(words.join(""));
    if (problem !== undefined) refuse(problem);
    return words.length === 1 ? sellerHost(written) : words.join(" ");
  },
  write: (value) => value,
});
