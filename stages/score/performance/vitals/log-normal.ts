/**
 * The scoring curve of Lighthouse 13 (Apache-2.0; `shared/statistics.js`, `shared/util.js`): the share of a
 * log-normal distribution above a value.
 */
export interface Curve {
  /** The value that scores 0.9. */
  readonly p10: number
  /** The value that scores 0.5. */
  readonly median: number
}

/** The inverse of the complementary error function at one fifth. */
const INVERSE_ERFC_ONE_FIFTH = 0.9061938024368232
/** The greatest doubles below 0.9 and 0.5: a value beyond a bound never scores as if it met the bound. */
const BELOW_GOOD = 0.8999999999999999
const BELOW_MEDIAN = 0.49999999999999994
const GOOD = 0.9
/** Factor for scores above `GOOD`, so that 1 can be reached after rounding down. */
const STRETCH = 1.05

/** Score from 0 to 1 in hundredths, rounded down: 0.9 or more up to `p10`, 0.5 or more up to `median`. */
export function logNormalScore(curve: Curve, value: number): number {
  const raw = clampedScore(curve, value)
  const stretched = raw > GOOD ? GOOD + (raw - GOOD) * STRETCH : raw
  return Math.floor(stretched * 100) / 100
}

function clampedScore({ p10, median }: Curve, value: number): number {
  if (value <= 0) return 1
  const z = (Math.log(value / median) * INVERSE_ERFC_ONE_FIFTH) / -Math.log(p10 / median)
  const above = (1 - erf(z)) / 2
  if (value <= p10) return Math.max(GOOD, above)
  if (value <= median) return Math.max(0.5, Math.min(BELOW_GOOD, above))
  return Math.max(0, Math.min(BELOW_MEDIAN, above))
}

/** Gauss error function: Abramowitz and Stegun, 7.1.26; maximum error 1.5e-7. */
function erf(x: number): number {
  const t = 1 / (1 + 0.3275911 * Math.abs(x))
  const polynomial =
    t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))))
  return Math.sign(x) * (1 - polynomial * Math.exp(-x * x))
}
