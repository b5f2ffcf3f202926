import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { withRunningTimeout } from '#shared/async/running-timeout.ts'
import { withTimeoutOrNull } from '#shared/async/timeout.ts'
import { asUnavailable, unavailable } from '#shared/errors.ts'
import type { Position, Receiver, Subscription } from '#shared/ports/event-log.ts'
import type { KafkaSettings } from '../connection/options.ts'
import { encodeCommitMetadata } from './commit-metadata.ts'
import { isOfMembership } from './coordinators.ts'
import { Delivery } from './delivery.ts'
import { fetchPartitionOffsets, type OffsetSources } from './group-offsets.ts'
import { type Generation, Membership } from './membership.ts'
import { type EpochHistory, resolveStarts } from './start-positions.ts'

export interface MemberOptions extends OffsetSources {
  readonly settings: KafkaSettings
  readonly group: string
  readonly topics: readonly string[]
  readonly receiver: Receiver
}

/**
 * Joins the group and stays in it until the subscription is closed. `joined` resolves when the positions were announced
 * for the first time; it rejects after the join timeout, or when the subscription is closed before.
 */
export function joinGroup(options: MemberOptions): { subscription: Subscription; joined: Promise<void> } {
  const joined = Promise.withResolvers<void>()
  const member = new Member(options, joined)
  void member.run()
  return { joined: withRunningTimeout(options.settings.joinTimeoutMs, joined.promise), subscription: member }
}

const FIRST_PAUSE_MS = 200
const LONGEST_PAUSE_MS = 1000
const RETRY_MS = 200
/** How long a member waits for its commits before it joins again: the others wait for it. */
const COMMITS_MS = 1000

/**
 * A member joins; then it serves: it sends heartbeats, beside which its records are delivered; when a heartbeat tells that
 * the group rebalances, or no one has confirmed the membership for too long, it is revoked and joins again.
 */
class Member implements Subscription {
  readonly #options: MemberOptions
  readonly #groupId: string
  readonly #joined: PromiseWithResolvers<void>
  readonly #membership: Membership
  readonly #delivery: Delivery
  #generation: Generation | null = null
  /** Ends the service in the present generation. */
  #ending = new AbortController()
  /** When the last heartbeat that the group has confirmed was sent. */
  #confirmedAt = 0
  #isPaused = false
  #isClosed = false
  #isReported = false
  #changed = Promise.withResolvers<void>()
  /** The last commit; never rejects. */
  #commits: Promise<void> = Promise.resolve()

  constructor(options: MemberOptions, joined: PromiseWithResolvers<void>) {
    const { settings, metadata, coordinators, group } = options
    this.#options = options
    this.#joined = joined
    this.#groupId = settings.topicPrefix + group
    const topics = options.topics.map((topic) => settings.topicPrefix + topic)
    this.#membership = new Membership({ groupId: this.#groupId, topics, settings, metadata, coordinators })
    this.#delivery = this.#makeDelivery()
  }

  async run(): Promise<void> {
    let failures = 0
    while (!this.#isClosed) {
      try {
        const generation = await this.#membership.join()
        if (this.#isClosed) return
        failures = 0
        await this.#serve(generation)
      } catch (error) {
        if (this.#isClosed) return
        this.#report(error)
        // A group that rebalances again is joined at once.
        if (failures > 0 || !isOfMembership(error)) await this.#pause(FIRST_PAUSE_MS * 2 ** failures)
        failures += 1
      }
    }
  }

  async commit(positions: readonly Position[]): Promise<void> {
    if (positions.length === 0) return
    const named = positions.map((position) => this.#withVersion(position))
    const generation = this.#generation as Generation
    const commit = this.#commits.then(() =>
      this.#options.coordinators.use(this.#groupId, (broker) => broker.commitOffsets(generation, named)),
    )
    this.#commits = commit.catch(() => {})
    await asUnavailable('event log', () => commit)
  }

  pause(): void {
    this.#isPaused = true
  }

  resume(): void {
    this.#isPaused = false
    this.#notify()
  }

  async close(): Promise<void> {
    if (this.#isClosed) return
    this.#isClosed = true
    this.#joined.reject(new Error('The subscription was closed'))
    this.#delivery.end()
    this.#ending.abort()
    this.#notify()
    const { settings, group } = this.#options
    await withRunningTimeout(settings.requestTimeoutMs, this.#membership.leave()).catch((error) => {
      // The group removes the member after its session timeout.
      settings.log?.warn({ group, cause: String(error) }, 'Kafka: a member could not leave its group')
    })
  }

  #makeDelivery(): Delivery {
    const { settings, metadata, leaders, receiver, group } = this.#options
    const epochs: EpochHistory = { delivered: new Map(), fetched: new Map() }
    return new Delivery({
      ...{ settings, metadata, epochs, isThrottled: settings.isThroughputOriented(group) },
      receiver: {
        assigned: (positions, bounds) => {
          this.#joined.resolve()
          this.#isReported = false
          receiver.assigned(positions, bounds)
        },
        revoking: () => receiver.revoking?.(),
        received: (records) => receiver.received(records),
      },
      readStarts: async (topics) => {
        const offsets = await fetchPartitionOffsets(this.#groupId, topics, this.#options)
        return resolveStarts(offsets, epochs, leaders.epochEnds)
      },
      mayDeliver: (signal) => this.#mayDeliver(signal),
    })
  }

  /** Resolves when the group rebalances without this member, or the member is closed. */
  async #serve(generation: Generation): Promise<void> {
    this.#generation = generation
    this.#confirmedAt = generation.joinedAt
    this.#ending = new AbortController()
    void this.#delivery.run(generation.assignment, this.#ending.signal)
    await this.#keepMembership(generation, this.#ending.signal)
    this.#ending.abort()
    this.#notify()
    if (this.#isClosed) return
    this.#delivery.revoke()
    await withTimeoutOrNull(this.#commitsSent(), COMMITS_MS)
  }

  /** Sends heartbeats until the member must join again, or is closed. */
  async #keepMembership(generation: Generation, signal: AbortSignal): Promise<void> {
    const { heartbeatMs } = this.#options.settings
    let pauseMs = heartbeatMs
    while (!signal.aborted) {
      await sleep(pauseMs, undefined, { signal }).catch(() => {})
      if (signal.aborted) return
      const answer = await this.#sendHeartbeat(generation)
      this.#notify()
      if (answer === 'out' || this.#membership.isOutgrown(generation)) return
      pauseMs = answer === 'in' ? heartbeatMs : RETRY_MS
    }
  }

  /** Whether the member is in its group or out of it; `unanswered` if the coordinator may be another broker by now. */
  async #sendHeartbeat(generation: Generation): Promise<'in' | 'out' | 'unanswered'> {
    const sentAt = performance.now()
    try {
      await this.#membership.heartbeat(generation)
      this.#confirmedAt = sentAt
      return 'in'
    } catch (error) {
      return isOfMembership(error) || !this.#isConfirmed() ? 'out' : 'unanswered'
    }
  }

  /** Whether the group cannot have removed this member yet; a process that was stopped finds out with its next heartbeat. */
  #isConfirmed(): boolean {
    const { sessionTimeoutMs, rebalanceTimeoutMs } = this.#options.settings
    return performance.now() - this.#confirmedAt < Math.min(sessionTimeoutMs, rebalanceTimeoutMs)
  }

  async #mayDeliver(signal: AbortSignal): Promise<void> {
    while (!signal.aborted && (this.#isPaused || !this.#isConfirmed())) await this.#changed.promise
  }

  /** Commits that are sent at once when the member is revoked still count. */
  async #commitsSent(): Promise<void> {
    let last: Promise<void> | null = null
    while (last !== this.#commits) {
      last = this.#commits
      await last
      await nextTurn()
    }
  }

  #withVersion(position: Position): Position {
    const log = this.#delivery.versionOf(position)
    if (log === null) throw unavailable('event log', new Error('The partition is no longer owned'))
    const topic = this.#options.settings.topicPrefix + position.topic
    return { ...position, topic, metadata: encodeCommitMetadata(log, position.metadata) }
  }

  /** Logs once per outage, not per attempt. */
  #report(cause: unknown): void {
    if (this.#isReported || isOfMembership(cause)) return
    this.#isReported = true
    const details = { group: this.#options.group, cause: String(cause) }
    this.#options.settings.log?.warn(details, 'Kafka: a group could not be joined; trying until it works')
  }

  /** Ends early when the member is closed. */
  async #pause(ms: number): Promise<void> {
    await Promise.race([sleep(Math.min(ms, LONGEST_PAUSE_MS)), this.#changed.promise])
  }

  #notify(): void {
    this.#changed.resolve()
    this.#changed = Promise.withResolvers<void>()
  }
}
