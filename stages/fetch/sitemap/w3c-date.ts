/** A form of the W3C note "Date and Time Formats": a year, a month, a day, or a time with its zone. */
const form =
  /^(\d{4})(?:-(\d{2})(?:-(\d{2})(?:T((?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)))?)?)?$/

const HOUR_MS = 3_600_000

/** In the easternmost time zone a day starts so long before it starts in UTC. */
const EARLIEST_ZONE_MS = 14 * HOUR_MS

/**
 * Returns the earliest time that the date can mean, in milliseconds since the epoch. Null when the text is
 * not a date.
 */
export function earliestTime(text: string): number | null {
  const [, year, month = '01', day = '01', time] = form.exec(text) ?? []
  const midnight = year === undefined ? null : Date.parse(`${year}-${month}-${day}T00:00:00Z`)
  if (midnight === null || !isDay(midnight, Number(day))) return null
  return time === undefined ? midnight - EARLIEST_ZONE_MS : Date.parse(text)
}

/** `Date.parse` reads the 30th of February as the first of March. */
function isDay(midnight: number, day: number): boolean {
  return new Date(midnight).getUTCDate() === day
}
