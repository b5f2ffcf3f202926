import { Failure } from '#shared/errors.ts'
import { eventTopics } from '#shared/messages/topics.ts'
import { parseQuery } from '../request/query.ts'
import { decodeCursor, type Positions } from './stream-cursor.ts'

/** The parsed query of `GET /events`. */
export interface EventsQuery {
  /** At least one topic, in the order of `eventTopics`. */
  readonly topics: readonly string[]
  /** 'oldest': the oldest event that is kept; 'end': only events from now on. */
  readonly from: Positions | 'oldest' | 'end'
  /** Whether the stream waits for new events. */
  readonly isFollowing: boolean
}

const known: readonly string[] = ['topics', 'after', 'follow']

/**
 * Parses the query of `GET /events`. A non-empty `lastEventId` replaces `after` (HTML Standard, "Server-sent events").
 * Throws `VALIDATION_ERROR` for the first error.
 */
export function parseEventsQuery(querystring: string, lastEventId: string): EventsQuery {
  const query = parseQuery(querystring)
  for (const [name, value] of Object.entries(query)) {
    if (!known.includes(name)) throw invalidParameter(name, 'is unknown')
    if (typeof value !== 'string') throw invalidParameter(name, 'is given more than once')
  }
  const { topics = '*', after = '', follow = 'true' } = query as Readonly<Record<string, string>>
  return {
    topics: parseTopics(topics),
    from: parseStart(lastEventId || after),
    isFollowing: parseFollow(follow),
  }
}

function parseTopics(list: string): string[] {
  const patterns = list.split(',').map((pattern) => pattern.trim())
  for (const pattern of patterns) {
    if (eventTopics.some((topic) => matches(topic, pattern))) continue
    throw invalidParameter('topics', `names no topic with "${pattern}"; there are ${eventTopics.join(', ')}`)
  }
  return eventTopics.filter((topic) => patterns.some((pattern) => matches(topic, pattern)))
}

/** Compares by name, or by prefix when the pattern ends in `*`. */
function matches(topic: string, pattern: string): boolean {
  return pattern.endsWith('*') ? topic.startsWith(pattern.slice(0, -1)) : topic === pattern
}

function parseStart(after: string): EventsQuery['from'] {
  if (after === '') return 'oldest'
  if (after === 'end') return 'end'
  const positions = decodeCursor(after)
  if (positions === null) throw invalidParameter('after', 'is neither "end" nor the cursor of an event')
  return positions
}

function parseFollow(follow: string): boolean {
  if (follow !== 'true' && follow !== 'false') throw invalidParameter('follow', 'is neither true nor false')
  return follow === 'true'
}

function invalidParameter(parameter: string, reason: string): Failure {
  return new Failure('VALIDATION_ERROR', `${parameter} ${reason}`, { details: { parameter, reason } })
}
