import { makeSemaphore } from '#shared/async/semaphore.ts'
import { unavailable } from '#shared/errors.ts'
import { decodeRecord } from '#shared/messages/events/decode-record.ts'
import type { Ended } from '#shared/messages/events/ended.ts'
import { type Outcome, outcomeOf } from '#shared/messages/events/outcome.ts'
import type { EventReader, LogPage, LogRecord, RecordPlace } from '#shared/ports/event-log.ts'
import type { Completion } from '../../frontier/frontier.ts'

export interface OutcomeSource {
  readonly events: Pick<EventReader, 'read'>
  /** Whether the completion of this inspection needs the value that its outcome refers to: it is of a crawl. */
  needsValue(id: string): boolean
  /** Returns a value from the object store. Null when it is not stored any more. */
  readValue(dataref: string): Promise<string | null>
}

/** Partitions, and values in the object store, that are read at the same time, in all calls together. */
const MAX_PARTITIONS = 4
const MAX_VALUES = 8

type Placed = Ended & { readonly place: RecordPlace }

/**
 * Returns the function that loads the outcomes of endings, in their order. A page of a partition is read once for all
 * places in it. A record that is gone, or is not the outcome of that inspection, counts as none. Rejects with
 * `SERVICE_UNAVAILABLE` while the log or the object store is unavailable, or a record cannot be read yet.
 */
export function makeOutcomeLoader(
  source: OutcomeSource,
): (endings: readonly Ended[]) => Promise<Completion[]> {
  const partitions = makeSemaphore(MAX_PARTITIONS)
  const values = makeSemaphore(MAX_VALUES)

  async function toCompletion({ id }: Placed, record: LogRecord | undefined): Promise<Completion> {
    const outcome = record === undefined ? null : outcomeFor(id, record)
    const dataref = outcome?.dataref ?? null
    if (dataref === null || !source.needsValue(id)) return { id, outcome }
    const value = await values.run(() => source.readValue(dataref))
    return value === null ? { id, outcome } : { id, outcome, value }
  }

  /** The endings have their places in one partition. */
  async function loadPartition(endings: readonly Placed[], loaded: Map<Ended, Completion>): Promise<void> {
    let rest = endings.toSorted((a, b) => a.place.offset - b.place.offset)
    for (let first = rest[0]; first !== undefined; first = rest[0]) {
      const page = await readAt(first.place, source.events)
      const end = page.isGone ? first.place.offset + 1 : page.next
      const records = new Map(page.records.map((record) => [record.offset, record]))
      const [within, after] = [[] as Placed[], [] as Placed[]]
      for (const ending of rest) (ending.place.offset < end ? within : after).push(ending)
      const complete = async (one: Placed) =>
        loaded.set(one, await toCompletion(one, records.get(one.place.offset)))
      await Promise.all(within.map(complete))
      rest = after
    }
  }

  return async (endings) => {
    const loaded = new Map<Ended, Completion>()
    const byPartition = Map.groupBy(
      endings.filter(isPlaced),
      ({ place }) => `${place.topic}/${place.partition}`,
    )
    const loads = [...byPartition.values()].map((of) => partitions.run(() => loadPartition(of, loaded)))
    await Promise.all(loads)
    return endings.map((ending) => loaded.get(ending) ?? withoutOutcome(ending))
  }
}

const withoutOutcome = ({ id, restsUntil }: Ended): Completion => ({
  ...{ id, outcome: null },
  ...(restsUntil !== undefined && { restsUntil }),
})

const isPlaced = (ending: Ended): ending is Placed => ending.place !== null

/** A new leader of a partition may not show its last records at first, although they are durable. */
async function readAt(
  { topic, partition, offset }: RecordPlace,
  events: OutcomeSource['events'],
): Promise<LogPage> {
  const page = await events.read(topic, partition, offset)
  if (page.isGone || page.next > offset) return page
  throw unavailable('event log', new Error(`${topic}/${partition} does not show its record ${offset} yet`))
}

function outcomeFor(id: string, record: LogRecord): Outcome | null {
  const decoded = decodeRecord(record)
  return 'reason' in decoded || decoded.event.subject !== id ? null : outcomeOf(record, decoded.event)
}
