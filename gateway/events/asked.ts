import { Failure } from '#shared/errors.ts'
import { outcomeTopics } from '#shared/messages/topics.ts'
import { readQuery } from '../http/query.ts'
import { type Positions, positionsOf } from './cursor.ts'

/** What a reader of events asks for. */
export interface AskedEvents {
  /** At least one, in the order of `outcomeTopics`. */
  readonly topics: readonly string[]
  /** 'oldest': from the oldest event on; 'end': what comes from now on. */
  readonly from: Positions | 'oldest' | 'end'
  /** Whether to wait for what comes. */
  readonly isFollowing: boolean
}

const known: readonly string[] = ['topics', 'after', 'follow']

/**
 * Reads the query of `GET /events`; `lastEventId`, where it is not empty, stands for `after` (HTML, "Server-sent
 * events"). Throws `VALIDATION_ERROR` for what is wrong first.
 */
export function readAsked(querystring: string, lastEventId: string): AskedEvents {
  const query = readQuery(querystring)
  for (const [name, value] of Object.entries(query)) {
    if (!known.includes(name)) throw wrong(name, 'is unknown')
    if (typeof value !== 'string') throw wrong(name, 'is given more than once')
  }
  const { topics = '*', after = '', follow = 'true' } = query as Readonly<Record<string, string>>
  return {
    topics: topicsOf(topics),
    from: fromOf(lastEventId || after),
    isFollowing: followOf(follow),
  }
}

function topicsOf(list: string): string[] {
  const patterns = list.split(',').map((pattern) => pattern.trim())
  for (const pattern of patterns) {
    if (outcomeTopics.some((topic) => isNamed(topic, pattern))) continue
    throw wrong('topics', `names no topic with "${pattern}"; there are ${outcomeTopics.join(', ')}`)
  }
  return outcomeTopics.filter((topic) => patterns.some((pattern) => isNamed(topic, pattern)))
}

/** By its name, or by how it begins with `*` behind. */
function isNamed(topic: string, pattern: string): boolean {
  return pattern.endsWith('*') ? topic.startsWith(pattern.slice(0, -1)) : topic === pattern
}

function fromOf(after: string): AskedEvents['from'] {
  if (after === '') return 'oldest'
  if (after === 'end') return 'end'
  const positions = positionsOf(after)
  if (positions === null) throw wrong('after', 'is neither "end" nor the cursor of an event')
  return positions
}

function followOf(follow: string): boolean {
  if (follow !== 'true' && follow !== 'false') throw wrong('follow', 'is neither true nor false')
  return follow === 'true'
}

function wrong(parameter: string, reason: string): Failure {
  return new Failure('VALIDATION_ERROR', `${parameter} ${reason}`, { details: { parameter, reason } })
}
