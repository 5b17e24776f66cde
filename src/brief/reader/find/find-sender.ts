import { lexiconOf } from "../../grammar/lexicon.ts";
import { matches, type Span, spansIn, spansOf } from "../../grammar/spans.ts";
import type { UnreadPhrase } from "../draft.ts";

/**
 * The domain of who wrote a mail: in its "From" line, or in the address below it. None where there are two, where it is a mail
 * host's, or where the text or the domain speaks of an agency or a client: then it may be another's than the brand's.
 */
export function findSender(text: string, aside: readonly UnreadPhrase[]): Span | undefined {
  const { pattern, words } = lexiconOf();
  const from = pattern("^\\*?{labels.sender} ?:\\*?\\s[^\\n]*", "gimu");
  const [header] = aside.flatMap((phrase) => spansIn(phrase, from));
  const below = Math.max(0, text.trimEnd().length - longestSignature);
  const [host, ...others] = spansIn(header ?? { text: text.slice(below), start: below }, addressed);
  if (host === undefined || others.some((other) => other.text.toLowerCase() !== host.text.toLowerCase()))
    return undefined;
  // Who writes to an agency is the advertiser, whomever else the text calls a client.
  const isToAgency = aside.some((phrase) =>
    spansOf(phrase.text, addressed).some((to) => to.text !== host.text && ofAgency.test(to.text)),
  );
  const isOthers =
    mailHost.test(host.text) ||
    ofAgency.test(host.text) ||
    (!isToAgency && matches(words("for_others"), text));
  return isOthers ? undefined : host;
}

const longestSignature = 240;
const addressed =
  /(?<=[\p{L}\p{N}._+-]@)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,24}(?![\p{L}\p{N}@-])/giu;
const mailHost =
  /^(?:gmail|googlemail|freemail|webmail|posteo|mailbox|outlook|hotmail|live|msn|yahoo|icloud|me|mac|gmx|web|aol|proton(?:mail)?|pm|t-online|freenet|orange|free|wanadoo|laposte|libero|virgilio|tiscali|wp|onet|o2|interia|telia|ziggo|kpn|xs4all|hey|fastmail|zoho|mail)\./iu;
const ofAgency = /media|medien|agen[cztk]|agentur|byra|bureau|werb|advert|plann|communic|kommunik|partners/iu;
