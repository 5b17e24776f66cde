/** A share of 0 to 1: `15 %`. */
export function percent(share: number): string {
  return `${Number((share * 100).toFixed(2))} %`;
}

/** `1 seller`, `3 sellers` */
export function counted(count: number, noun: string): string {
  return `${count} ${count === 1 ? noun : `${noun}s`}`;
}
