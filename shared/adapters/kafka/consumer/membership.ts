import { unavailable } from '#shared/errors.ts'
import type { Position, Subscription } from '#shared/ports/event-log.ts'
import { withTimeout } from '../client/with-timeout.ts'
import { encodeCommitMetadata } from '../offsets/commit-metadata.ts'
import type { EpochHistory } from '../offsets/start-positions.ts'
import { leaveGroup, type Member, type MemberOptions, makeMember } from './member.ts'
import { makePauseState, type PauseState } from './pause-state.ts'

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
  const pauseState = makePauseState()
  const joined = Promise.withResolvers<void>()
  const current = superviseMember(options, pauseState, joined.resolve)
  return {
    joined: withTimeout(settings.joinTimeoutMs, joined.promise),
    subscription: {
      commit: (positions) => commit(current(), positions, settings.topicPrefix),
      pause() {
        pauseState.isPaused = true
      },
      resume() {
        pauseState.isPaused = false
        pauseState.notify()
      },
      async close() {
        if (pauseState.isClosed) return
        pauseState.isClosed = true
        joined.reject(new Error('The subscription was closed'))
        await leaveGroup(current(), options)
      },
    },
  }
}

/** Replaces a consumer that failed by a new one, for ever, with growing pauses. Answers which one it is at the moment. */
function superviseMember(options: MemberOptions, pauseState: PauseState, onJoined: () => void): () => Member {
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
  const epochs: EpochHistory = { delivered: new Map(), fetched: new Map() }
  let member = makeMember({ ...options, receiver }, pauseState, epochs)

  /** Once per outage, not per attempt. */
  function report(cause: unknown): void {
    const details = { group: options.group, cause: String(cause) }
    options.settings.log?.warn(details, 'Kafka: a consumer failed and is replaced until one works')
  }

  async function supervise(): Promise<void> {
    for (;;) {
      const cause = await member.run.ended
      if (pauseState.isClosed) return
      if (failures === 0) report(cause)
      void leaveGroup(member, options)
      await pauseState.nextChange(Math.min(FIRST_PAUSE_MS * 2 ** failures++, LONGEST_PAUSE_MS))
      if (pauseState.isClosed) return
      member = makeMember({ ...options, receiver }, pauseState, epochs)
    }
  }

  void supervise()
  return () => member
}

async function commit(member: Member, positions: readonly Position[], prefix: string): Promise<void> {
  if (positions.length === 0) return
  const named = positions.map((position) => {
    const log = member.delivery.versionOf(position)
    if (log === null) throw unavailable('event log', new Error('The partition is not owned any more'))
    return {
      ...position,
      topic: prefix + position.topic,
      metadata: encodeCommitMetadata(log, position.metadata),
    }
  })
  await member.run.commit(named).catch((error) => {
    throw unavailable('event log', error)
  })
}
