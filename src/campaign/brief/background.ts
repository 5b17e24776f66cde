import type { Untaken } from "./draft.ts";

/**
 * Sets aside what is no part of this brief: quoted mails, headers, signatures. `text` has spaces in their place, so that nothing
 * is taken from them and all other places stay.
 */
export function setBackgroundAside(text: string): { text: string; untaken: Untaken[] } {
  const lines = [...text.matchAll(/[^\n]*(?:\n|$)/g)].map((match) => ({
    text: match[0],
    start: match.index,
  }));
  const aside = lines.map(({ text: line }) => quoted.test(line));
  const cut = lines.findIndex(({ text: line, start }) => {
    if (!(attribution.test(line) || original.test(line) || isHeaderBlock(text.slice(start)))) return false;
    return text.slice(0, start).replaceAll(quotedLines, "").trim().length >= leastBrief;
  });
  if (cut >= 0) {
    const behind = aside.slice(cut + 1);
    const marked = behind.some(Boolean);
    // Behind "… wrote:" the quoted lines alone are old where they are marked; a reply may stand below them.
    for (let i = cut; i < aside.length; i += 1) if (!marked || i === cut) aside[i] = true;
  }
  const signature = lines.findIndex(({ text: line, start }) => /^-- ?\n$/.test(line) && start > leastBrief);
  if (signature >= 0) aside.fill(true, signature);
  if (isHeaderBlock(text))
    for (const [i, { text: line }] of lines.entries()) {
      if (line.trim() === "") break;
      if (header.test(line)) aside[i] = true;
    }
  const kept = lines.map(({ text: line }, i) => (aside[i] ? line.replaceAll(/[^\n]/g, " ") : line));
  const untaken: Untaken[] = [];
  for (const [i, { text: line, start }] of lines.entries()) {
    if (!aside[i] || line.trim() === "") continue;
    const length = line.trimEnd().length;
    const last = untaken.at(-1);
    const joins = last !== undefined && text.slice(last.end, start).trim() === "";
    const from = joins ? last.start : start;
    if (joins) untaken.pop();
    untaken.push({
      text: text.slice(from, start + length),
      start: from,
      end: start + length,
      why: "background",
    });
  }
  return { text: kept.join(""), untaken };
}

/** A mail begins with who wrote it to whom. */
function isHeaderBlock(text: string): boolean {
  const [first = "", ...rest] = text.split("\n", 8);
  return header.test(first) && rest.slice(0, 4).some((line) => header.test(line));
}

const leastBrief = 40;
const quoted = /^[ \t]*(?:>|\|>)/;
const quotedLines = /^[ \t]*>.*$/gm;
const header =
  /^\*?(?:From|To|Cc|Bcc|Sent|Von|An|Gesendet|Datum|De|À|A|Envoyé|Enviado|Para|Da|Inviato|Van|Aan|Verzonden|Od|Do|Wysłano|Från|Till|Skickat)\s*:\*?\s.*(?:@|\d{4}|<|\p{Lu})/u;
const attribution =
  /^\s*(?:On\s.{4,80}\swrote|Am\s.{4,80}\sschrieb\b.{0,60}|Le\s.{4,80}\sa écrit|El\s.{4,80}\sescribió|Il\s.{4,80}\sha scritto|Op\s.{4,80}\sschreef\b.{0,60}|W dniu\s.{4,80}\snapisał\p{L}*|(?:Em|A)\s.{4,80}\sescreveu|Den\s.{4,80}\sskrev\b.{0,60})\s*:\s*$/u;
const original =
  /^\s*-{2,}\s*(?:Original Message|Ursprüngliche Nachricht|Message d['’]origine|Mensaje original|Messaggio originale|Oorspronkelijk bericht|Wiadomość oryginalna|Mensagem original|Ursprungligt meddelande|Forwarded message|Weitergeleitete Nachricht)\s*-{2,}/iu;
