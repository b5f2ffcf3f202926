import { type Outcome, outcomeFromText, outcomeToText } from '#shared/messages/events/outcome.ts'
import { isItemId } from '#shared/messages/events/seal.ts'
import type { GroupedValues, KeyValues } from '#shared/ports/result-store.ts'
import { outcomeKey } from './keys.ts'

// What the store knows of the items of batches. Until the batch part has recorded the end of an item, that is its record and its
// outcome, which are state: what the store loses then, a redelivery would make anew, with another value. Afterwards it is a bit.
// Functions reject with `SERVICE_UNAVAILABLE` while the store is unavailable.

/** Where the store has what it knows of an item. */
export interface ItemPlace {
  readonly group: string
  /** The group of the numbers of result lines. */
  readonly lines: string
  readonly member: number
  /** Names in the group. */
  readonly names: Readonly<Record<'record' | 'lease' | 'outcome', string>>
}

/** Items of a batch that share a group. */
const GROUP = 128

/** The place of a batch item; null for any other inspection. */
export function placeOfItem(id: string): ItemPlace | null {
  if (!isItemId(id)) return null
  const dot = id.lastIndexOf('.')
  const seq = Number(id.slice(dot + 1))
  const member = seq % GROUP
  const group = `${id.slice(0, dot)}.${Math.floor(seq / GROUP)}`
  return {
    group: `inspections:${group}`,
    lines: `inspection-lines:${group}`,
    member,
    names: { record: String(member), lease: `${member}.lease`, outcome: `${member}.outcome` },
  }
}

/**
 * Stores the outcome of an item for `ttlSeconds`, unless it has one. Returns the first one, and whether this is it; null = the
 * end of the item is recorded, so that no outcome may follow.
 */
export async function claimItemOutcome(
  store: Pick<GroupedValues, 'claimIn'>,
  { group, names }: ItemPlace,
  outcome: Outcome,
  ttlSeconds: number,
): Promise<{ readonly first: Outcome; readonly isFirst: boolean } | null> {
  const text = outcomeToText(outcome)
  const first = await store.claimIn(group, names.outcome, text, ttlSeconds)
  return first === null ? null : { first: outcomeFromText(first), isFirst: first === text }
}

/** The outcome of an item that the store has still; null = none. */
export async function readItemOutcome(
  store: Pick<KeyValues, 'get' | 'getIn'>,
  id: string,
  { group, names }: ItemPlace,
): Promise<Outcome | null> {
  // Stages of earlier versions store it under the key of any other outcome.
  const text = (await store.getIn(group, names.outcome)) ?? (await store.get(outcomeKey(id)))
  return text === null ? null : outcomeFromText(text)
}

/** An item whose end the batch part has recorded. */
export interface RecordedItem {
  readonly id: string
  /** How often it was released; absent = once, or that is not known. */
  readonly lease?: number
  /** The number of its result line; absent = it has none, or that is not known. */
  readonly line?: number
}

export interface ItemLifetimes {
  /** Seconds that the log keeps requests and outcomes: as long the store knows that an item has ended. */
  readonly outcomeTtl: number
  /** Seconds that the store knows the result line of an item. */
  readonly batchResultTtl: number
}

/**
 * Removes what the store has of items whose ends are recorded: a record of one that comes again is dropped from now on, unless
 * it is of a later release than this one. All of it may be repeated.
 */
export async function endItems(
  store: Pick<GroupedValues, 'setIn' | 'endIn'>,
  items: readonly RecordedItem[],
  { outcomeTtl, batchResultTtl }: ItemLifetimes,
): Promise<void> {
  const placed = items.flatMap((item) => {
    const place = placeOfItem(item.id)
    return place === null ? [] : [{ ...item, place }]
  })
  // First of all, since whoever finds the end looks for these.
  const notes = placed.flatMap(({ place: { group, lines, names }, lease = 1, line }) => [
    ...(lease > 1 ? [store.setIn(group, names.lease, String(lease), outcomeTtl)] : []),
    ...(line !== undefined ? [store.setIn(lines, names.record, String(line), batchResultTtl)] : []),
  ])
  await Promise.all(notes)
  const ended = placed.map(({ place: { group, member, names } }) => {
    return { group, member, names: [names.record, names.outcome] }
  })
  await store.endIn(ended, outcomeTtl)
}

/** The number of the result line of an item; null = it has none, or that is not known any more. */
export async function readItemLine(
  store: Pick<GroupedValues, 'getIn'>,
  { lines, names }: ItemPlace,
): Promise<number | null> {
  const text = await store.getIn(lines, names.record)
  return text === null ? null : Number(text)
}
