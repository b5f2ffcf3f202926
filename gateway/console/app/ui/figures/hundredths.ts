/** A number in whole hundredths: sums of hundredths are exact, those of binary fractions are not. */
export function hundredths(value: number): number {
  return Math.round(value * 100)
}

/** Hundredths as a decimal number with two places: 4783 becomes `47.83`. */
export function fromHundredths(count: number): string {
  return (count / 100).toFixed(2)
}
