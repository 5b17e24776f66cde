/** A whole number with commas between thousands: 1,234,567. Beyond safe integers and for what is not finite, as it is. */
export function grouped(whole: number): string {
  if (!Number.isSafeInteger(whole)) return String(whole);
  if (whole < 0) return `-${grouped(-whole)}`;
  let rest = whole;
  let text = "";
  while (rest >= 1000) {
    text = `,${String(rest % 1000).padStart(3, "0")}${text}`;
    rest = Math.floor(rest / 1000);
  }
  return `${rest}${text}`;
}
