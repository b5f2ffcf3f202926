import { unavailable } from '#shared/errors.ts'
import type { Position, Subscription } from '#shared/ports/event-log.ts'
import { withLog } from './commit-metadata.ts'
import { type Gate, makeGate } from './gate.ts'
import { leaveGroup, type Member, type MemberOptions, makeMember } from './member.ts'
import type { Epochs } from './standings.ts'
import { within } from './time-limit.ts'

const FIRST_PAUSE_MS = 200
const LONGEST_PAUSE_MS = 1000

export interface Membership {
  readonly subscription: Subscription
  /** Resolves when the group was joined for the first time; rejects when that does not come, or is not awaited. */
  readonly joined: Promise<void>
}

/** Joins the group and stays in it until the subscription is closed. */
export function joinGroup(options: MemberOptions): Membership {
  const { settings } = options
  const gate = makeGate()
  const joined = Promise.withResolvers<void>()
  const current = keepMember(options, gate, joined.resolve)
  return {
    joined: within(settings.joinTimeoutMs, joined.promise),
    subscription: {
      commit: (positions) => commit(current(), positions, settings.topicPrefix),
      pause() {
        gate.isPaused = true
      },
      resume() {
        gate.isPaused = false
        gate.changed()
      },
      async close() {
        if (gate.isClosed) return
        gate.isClosed = true
        joined.reject(new Error('The subscription was closed'))
        await leaveGroup(current(), options)
      },
    },
  }
}

/** Replaces a consumer that failed by a new one, for ever, with growing pauses. Answers which one it is at the moment. */
function keepMember(options: MemberOptions, gate: Gate, onJoined: () => void): () => Member {
  let failures = 0
  const receiver: MemberOptions['receiver'] = {
    assigned(positions, extents) {
      failures = 0
      onJoined()
      options.receiver.assigned(positions, extents)
    },
    revoking: () => options.receiver.revoking?.(),
    received: (records) => options.receiver.received(records),
  }
  const epochs: Epochs = { given: new Map(), seen: new Map() }
  let member = makeMember({ ...options, receiver }, gate, epochs)

  /** Once per outage, not per attempt. */
  function report(cause: unknown): void {
    const details = { group: options.group, cause: String(cause) }
    options.settings.log?.warn(details, 'Kafka: a consumer failed and is replaced until one works')
  }

  async function keep(): Promise<void> {
    for (;;) {
      const cause = await member.run.ended
      if (gate.isClosed) return
      if (failures === 0) report(cause)
      void leaveGroup(member, options)
      await gate.nextChange(Math.min(FIRST_PAUSE_MS * 2 ** failures++, LONGEST_PAUSE_MS))
      if (gate.isClosed) return
      member = makeMember({ ...options, receiver }, gate, epochs)
    }
  }

  void keep()
  return () => member
}

async function commit(member: Member, positions: readonly Position[], prefix: string): Promise<void> {
  if (positions.length === 0) return
  const named = positions.map((position) => {
    const log = member.delivery.logOf(position)
    if (log === null) throw unavailable('event log', new Error('The partition is not owned any more'))
    return { ...position, topic: prefix + position.topic, metadata: withLog(log, position.metadata) }
  })
  await member.run.commit(named).catch((error) => {
    throw unavailable('event log', error)
  })
}
