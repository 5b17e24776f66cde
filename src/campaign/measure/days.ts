export const dayMs = 86_400_000;

/** Calendar days in UTC from `first` to `last`, both inclusive; none where `last` is before `first`. */
export function daysBetween(first: string, last: string): string[] {
  const days: string[] = [];
  for (let at = Date.parse(first); at <= Date.parse(last); at += dayMs) days.push(dayOf(at));
  return days;
}

/** The day in UTC that an instant, in milliseconds, lies in. */
export function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

/** The first instant after a day, in UTC milliseconds. */
export function endOf(day: string): number {
  return Date.parse(day) + dayMs;
}

export function dayBefore(day: string): string {
  return dayOf(Date.parse(day) - dayMs);
}
