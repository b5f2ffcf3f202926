import { unavailable } from '#shared/errors.ts'
import type { EventLog, LogRecord, PartitionBounds, Position, Receiver } from '#shared/ports/event-log.ts'

/** A membership that the test observes and controls. */
export interface Member {
  readonly group: string
  readonly topics: readonly string[]
  /** Committed positions in order, without refused ones. */
  readonly commits: Position[]
  /** Number of commits, refused or not. */
  commitCalls: number
  isPaused: boolean
  isClosed: boolean
  /** Whether commits are refused. */
  isFenced: boolean
  assign(...positions: Position[]): void
  /** Assigns one partition of a log with these bounds. */
  assignWithin(bounds: Pick<PartitionBounds, 'log' | 'end'>, position: Position): void
  /** The group rebalances. */
  revoke(): void
  /** Delivers records of one partition. */
  deliver(...records: LogRecord[]): void
  /** The last committed offset of the partition. */
  committed(partition?: number): number | null
}

export interface ManualLog {
  readonly log: EventLog
  /** The member of the group of this lane. */
  member(lane: string): Member
}

const unused = () => Promise.reject(new Error('not part of this test'))

/** An event log that does nothing by itself: the test assigns partitions, delivers records and refuses commits. */
export function manualLog(): ManualLog {
  const members: Member[] = []
  const log: EventLog = {
    createTopics: unused,
    append: unused,
    lag: unused,
    ping: unused,
    close: unused,
    async subscribe(group, topics, receiver) {
      const member = makeMember(group, topics, receiver)
      members.push(member)
      return {
        async commit(positions) {
          member.commitCalls += 1
          if (member.isFenced || member.isClosed) throw unavailable('log')
          member.commits.push(...positions)
        },
        pause() {
          member.isPaused = true
        },
        resume() {
          member.isPaused = false
        },
        async close() {
          member.isClosed = true
        },
      }
    },
  }
  return {
    log,
    member(lane) {
      const found = members.find(({ group }) => group.endsWith(lane))
      if (found === undefined) throw new Error(`nobody joined for ${lane}`)
      return found
    },
  }
}

function makeMember(group: string, topics: readonly string[], receiver: Receiver): Member {
  const commits: Position[] = []
  return {
    group,
    topics,
    commits,
    commitCalls: 0,
    isPaused: false,
    isClosed: false,
    isFenced: false,
    revoke: () => receiver.revoking?.(),
    assign: (...positions) => receiver.assigned(positions, []),
    assignWithin(bounds, at) {
      const { topic, partition } = at
      receiver.assigned([at], [{ topic, partition, oldest: 0, committed: null, ...bounds }])
    },
    deliver: (...records) => receiver.received(records),
    committed: (partition = 0) => commits.findLast((one) => one.partition === partition)?.offset ?? null,
  }
}

export function record(
  offset: number,
  { topic = 't', partition = 0, key = null as string | null } = {},
): LogRecord {
  const keyBytes = key === null ? null : Buffer.from(key)
  return { topic, partition, offset, key: keyBytes, value: null, headers: {}, timestamp: 0 }
}

export function position(offset: number, partition = 0, metadata = '', topic = 't'): Position {
  return { topic, partition, offset, metadata }
}
