import { type BatchPoliteness, politenessLimits } from '#shared/ports/batch-politeness.ts'

// How the manners of a batch travel with its items, as one attribute of their events and one header of look-ups:
// `delay=500;concurrency=2;unthrottled`, each member only where it is set.

const UNTHROTTLED = 'unthrottled'
const NUMBER = /^\d{1,5}$/

/** The manners as text. */
export function encodePoliteness({ delayMs, concurrency, isUnthrottled }: BatchPoliteness): string {
  return [
    ...(delayMs === null ? [] : [`delay=${delayMs}`]),
    ...(concurrency === null ? [] : [`concurrency=${concurrency}`]),
    ...(isUnthrottled ? [UNTHROTTLED] : []),
  ].join(';')
}

/** Requests to a host at a time: with a delay of its own a batch has one, unless it says otherwise. Null = the installation's. */
export function concurrencyOf({ delayMs, concurrency }: BatchPoliteness): number | null {
  return concurrency ?? (delayMs !== null && delayMs > 0 ? 1 : null)
}

/** Parses the text; null = it sets neither delay nor concurrency. Members of later versions, and those out of bounds, are ignored. */
export function parsePoliteness(text: string): BatchPoliteness | null {
  const members = new Map(text.split(';').map((member) => splitMember(member)))
  const delayMs = numberIn(members.get('delay'), 0, politenessLimits.delayMs)
  const concurrency = numberIn(members.get('concurrency'), 1, politenessLimits.concurrency)
  if (delayMs === null && concurrency === null) return null
  return { delayMs, concurrency, isUnthrottled: members.has(UNTHROTTLED) }
}

function splitMember(member: string): [name: string, value: string] {
  const [name = '', value = ''] = member.split('=', 2)
  return [name, value]
}

function numberIn(text: string | undefined, least: number, most: number): number | null {
  if (text === undefined || !NUMBER.test(text)) return null
  const value = Number(text)
  return value >= least && value <= most ? value : null
}
