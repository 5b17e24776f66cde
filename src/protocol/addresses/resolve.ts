import { lookup } from "node:dns/promises";

/** All addresses behind a host name. Rejects where it has none, or nobody says. */
export type Resolve = (hostname: string) => Promise<readonly string[]>;

const patienceMs = 10_000;
const keptForMs = 60_000;
const mostKept = 1_000;

/** As the machine itself resolves names, so that what is checked is what `fetch` will call; 10 s at most. */
export async function systemResolve(hostname: string): Promise<readonly string[]> {
  let timer: NodeJS.Timeout | undefined;
  const silence = new Promise<never>((_, reject) => {
    const late = () => reject(new Error(`${hostname} was not looked up within ${patienceMs} ms`));
    timer = setTimeout(late, patienceMs);
  });
  try {
    const found = await Promise.race([lookup(hostname, { all: true }), silence]);
    return found.map(({ address }) => address);
  } finally {
    clearTimeout(timer);
  }
}

/** Looks up each name once a minute at most, however many ask. A look-up that fails is not kept. */
export function resolvedOnceAMinute(resolve: Resolve, now: () => number): Resolve {
  const kept = new Map<string, { readonly addresses: ReturnType<Resolve>; readonly until: number }>();
  return (hostname) => {
    const known = kept.get(hostname);
    if (known !== undefined && now() < known.until) return known.addresses;
    const addresses = resolve(hostname);
    const entry = { addresses, until: now() + keptForMs };
    kept.delete(hostname);
    kept.set(hostname, entry);
    const [oldest] = kept.keys();
    if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest);
    addresses.catch(() => {
      if (kept.get(hostname) === entry) kept.delete(hostname);
    });
    return addresses;
  };
}
