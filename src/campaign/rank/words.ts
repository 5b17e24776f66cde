const fillers = new Set(["and", "the", "for", "with", "who", "are", "from", "that", "aged", "their", "have"]);

/** Words of three letters or more and numbers, in lower case, without a plural's last letter. */
export function wordsOf(text: string): string[] {
  return (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])
    .filter((word) => (word.length > 2 || /^\d+$/.test(word)) && !fillers.has(word))
    .map((word) => (word.length > 3 ? word.replace(/s$/, "") : word));
}

/** Whether lower-case `text` has such a word, alone or in the plural. */
export function names(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) {
    if (at > 0 && isInWord(text, at - 1)) continue;
    const end = at + word.length;
    if (!isInWord(text, end) || (word.length > 2 && text[end] === "s" && !isInWord(text, end + 1)))
      return true;
  }
  return false;
}

function isInWord(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  if (code < 128) return (code >= 97 && code <= 122) || (code >= 48 && code <= 57);
  return inWord.test(text.charAt(at));
}
const inWord = /[\p{L}\p{N}]/u;
