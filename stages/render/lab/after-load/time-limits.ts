/** Maximum milliseconds of each part that is measured after the load. */
const limits = {
  page: 1000,
  trace: 4000,
  loop: 1500,
  images: 4500,
  document: 2500,
  bodies: 2500,
  interaction: 4000,
  repeatView: 5000,
  backForwardCache: 1500,
}
/** Reserved for the end of the measurement, in milliseconds. */
const RESERVE_MS = 1000

export type Part = keyof typeof limits

/** How long a responsive page takes to answer at most, in milliseconds. */
export const ANSWER_MS = limits.page

/** Milliseconds that a part may take from now on; 0 when there is no time left. */
export type TimeFor = (part: Part) => number

/** `endsAt`: when the measurement has to end, on the clock of `performance.now()`. */
export function makeTimeFor(endsAt: number): TimeFor {
  return (part) => Math.max(0, Math.min(limits[part], endsAt - RESERVE_MS - performance.now()))
}
