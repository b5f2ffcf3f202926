/** One of the forms of the W3C note "Date and Time Formats": a year, a month, a day, or a moment with its zone. */
const form =
  /^(\d{4})(?:-(\d{2})(?:-(\d{2})(?:T((?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)))?)?)?$/

const HOUR_MS = 3_600_000

/** A day begins this long before it does in UTC, in the east of the world. */
const EARLIEST_ZONE_MS = 14 * HOUR_MS

/** The first moment, in milliseconds since the epoch, that the date can mean; null when it is none. */
export function earliestTime(text: string): number | null {
  const [, year, month = '01', day = '01', time] = form.exec(text) ?? []
  const midnight = year === undefined ? null : Date.parse(`${year}-${month}-${day}T00:00:00Z`)
  if (midnight === null || !isDay(midnight, Number(day))) return null
  return time === undefined ? midnight - EARLIEST_ZONE_MS : Date.parse(text)
}

/** Parsers take the 30th of February for the first of March. */
function isDay(midnight: number, day: number): boolean {
  return new Date(midnight).getUTCDate() === day
}
