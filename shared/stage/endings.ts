import { endedRecord } from '#shared/messages/events/ended.ts'
import { shardOfEnding } from '#shared/messages/shard-placement.ts'
import { hostKey, outcomeTopics, workTopic } from '#shared/messages/topics.ts'
import type { EventLog, NewRecord, RecordPlace } from '#shared/ports/event-log.ts'
import type { Attempt } from '#shared/stage/middleware.ts'

type Append = EventLog['append']

/**
 * An `append` that tells the shards of the frontier which inspections of the batch lane end: once the outcomes among the
 * records are in the log, it appends their endings. It rejects as `append` does; then outcomes may be in the log whose
 * endings are not, so the same records have to be appended again. With 0 shards it is `append` itself.
 */
export function withEndings(append: Append, shards: number): Append {
  if (shards === 0) return append
  return async (records) => {
    const places = await append(records)
    const endings = places.flatMap((place, index) => endingsOf(records[index] as NewRecord, place, shards))
    if (endings.length > 0) await append(endings)
    return places
  }
}

function endingsOf({ topic, key, headers }: NewRecord, place: RecordPlace, shards: number): NewRecord[] {
  const { ce_lane: lane = '', ce_subject: subject = '' } = headers
  if (!outcomeTopics.includes(topic) || String(lane) !== 'batch') return []
  const id = String(subject)
  return [endedRecord(shardOfEnding(id, String(key ?? ''), shards), { id, place })]
}

const BATCH_REQUESTS = workTopic('inspection.requested', 'batch')

/**
 * The endings of the inspection of a verified attempt whose record is a dead letter: there is no outcome. None for 0
 * shards and for interactive work.
 */
export function endingsOfDeadLetter(
  { record, lane, event, inspection: { id, url } }: Pick<Attempt, 'record' | 'lane' | 'event' | 'inspection'>,
  shards: number,
): NewRecord[] {
  if (shards === 0 || lane !== 'batch') return []
  // Producers choose the keys of their requests. The key of a later event is that of the URL, which may not be readable.
  const host = record.topic === BATCH_REQUESTS ? hostKey(url) : event.key
  return [endedRecord(shardOfEnding(id, host, shards), { id, place: null })]
}
