import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { retryWhileUnavailable } from '#shared/async/retry-while-unavailable.ts'
import { unavailable } from '#shared/errors.ts'
import type { Log } from '#shared/log.ts'
import type { KeyValues } from '#shared/ports/result-store.ts'
import { batchOwnerKey } from '#shared/store/keys.ts'
import type { Frontier } from '../../frontier/frontier.ts'
import { unmarkMoved } from './moved-folder.ts'
import { readOrCreate } from './owned-folder.ts'

/** Another batch part owns the topics. The message tells the operator what to do. */
export class TopicsTaken extends Error {
  override readonly name = 'TopicsTaken'
}

export interface TopicOwnerOptions {
  readonly store: Pick<KeyValues, 'claim' | 'set'>
  readonly topicPrefix: string
  /** The frontier's folder. It holds the id of the owner. */
  readonly folder: string
  /** The id of the owner to take the topics over from. '' takes over nothing. */
  readonly takeOver: string
  readonly logger: Log
  /** Milliseconds between two checks of the owner, and how long a check stays valid. */
  readonly times?: { readonly renewMs: number; readonly fenceMs: number }
}

export interface TopicOwner {
  /**
   * Resolves when a check within the last `fenceMs` found this process to be the owner. Rejects with
   * `SERVICE_UNAVAILABLE` while the owner cannot be checked, and for ever after the ownership is lost.
   */
  confirm(): Promise<void>
  /** Resolves when another process has become the owner. */
  readonly lost: Promise<TopicsTaken>
  close(): void
}

/** The owner as stored. `id` belongs to the frontier, `run` to a process. */
export interface Owner {
  readonly id: string
  readonly run: string
  readonly host: string
  readonly folder: string
}

/** The file in the folder of a frontier with one file that has its id as an owner. */
export const OWNER_FILE = 'owner-id'

/** The id of the owner when the frontier is in shards. */
export const SHARDS_OWNER = 'shards'

const TIMES = { renewMs: 2000, fenceMs: 10_000 }

/**
 * Makes this process the owner of the topics: the one batch part that dispatches items and accepts their
 * results. The owner is a frontier, for ever, whether it runs or not, since its folder holds the batches. So
 * the next process on the same folder becomes the owner at once, and a process on another folder never does,
 * unless the operator names the owner to take over from. A former owner that was suspended, or cut off from
 * the store, does nothing when it comes back: every step first confirms the ownership. A store that lost its
 * data is written again. Waits while the store is unavailable. Throws TopicsTaken.
 */
export async function claimTopics(options: TopicOwnerOptions): Promise<TopicOwner> {
  const { store, topicPrefix, folder, takeOver, logger, times = TIMES } = options
  const key = batchOwnerKey(topicPrefix)
  const id = readOrCreate(join(folder, OWNER_FILE), randomUUID)
  const claimant: Owner = { id, run: randomUUID(), host: hostname(), folder: resolve(folder) }
  const text = JSON.stringify(claimant)
  const claim = async () => JSON.parse(await store.claim(key, text, null)) as Owner
  const stored = await retryWhileUnavailable(claim)
  if (stored.id !== id && stored.id !== takeOver) throw ownedByOther(stored)
  unmarkMoved(folder)
  if (stored.run !== claimant.run) await retryWhileUnavailable(() => store.set(key, text, null))
  if (stored.id !== id) {
    const message = 'the topics of another batch part are taken over: its batches are given up'
    logger.warn({ owner: stored }, message)
    // After this time the former owner, should it still run, has checked the ownership, or checks it before
    // its next step.
    await sleep(times.fenceMs + times.renewMs)
  }
  return watchOwnership({ claimant, claim, logger, times })
}

interface Owning extends Required<Pick<TopicOwnerOptions, 'logger' | 'times'>> {
  readonly claimant: Owner
  /** Writes the owner to the store if there is none, and returns the stored owner. */
  claim(): Promise<Owner>
}

function watchOwnership({ claimant, claim, logger, times }: Owning): TopicOwner {
  const { promise: lost, resolve: resolveLost } = Promise.withResolvers<TopicsTaken>()
  let isLost = false
  let checkedAt = Number.NEGATIVE_INFINITY
  let checking: Promise<void> | null = null

  async function checkOwner(): Promise<void> {
    const at = Date.now()
    const owner = await claim()
    if (owner.run === claimant.run) checkedAt = at
    else {
      isLost = true
      resolveLost(ownershipLost(owner))
    }
  }

  /**
   * Calls during a check share it. It started before them, and its result is valid for `fenceMs` all the
   * same.
   */
  function check(): Promise<void> {
    checking ??= checkOwner().finally(() => {
      checking = null
    })
    return checking
  }

  /** The wall clock continues while a process, or its machine, is suspended. */
  const isFresh = () => Date.now() >= checkedAt && Date.now() - checkedAt < times.fenceMs
  const onError = (err: unknown) => logger.debug({ err }, 'the owner of the topics cannot be checked')
  const timer = setInterval(() => check().catch(onError), times.renewMs).unref()
  return {
    lost,
    async confirm() {
      if (!isLost && !isFresh()) await check()
      if (isLost) throw unavailable('batches')
    },
    close: () => clearInterval(timer),
  }
}

function ownedByOther({ id, host, folder }: Owner): TopicsTaken {
  if (id === SHARDS_OWNER)
    return new TopicsTaken(
      'The frontier of these topics is in shards: set FRONTIER_SHARDS as for the other batch parts. Or, to go back to one file, ' +
        `stop all batch parts and start once with BATCH_TAKE_OVER=${id}: the batches in this folder go on, those in shards are given up`,
    )
  return new TopicsTaken(
    `Another batch part owns these topics: ${id} on ${host}, folder ${folder}. An installation has one, and its batches are in that folder. ` +
      'Stop this one; or, to move the other one here, stop it and bring its folder along as `batches` in DATA_DIR; ' +
      `or, when that folder is lost, give its batches up: start once with BATCH_TAKE_OVER=${id}`,
  )
}

function ownershipLost({ id, host, folder }: Owner): TopicsTaken {
  return new TopicsTaken(
    `Another batch part owns the topics now: ${id} on ${host}, folder ${folder}. This one stops`,
  )
}

/** Wraps work so that it runs only after `confirm` has resolved. */
export function withFence<Given extends unknown[], Answer>(
  confirm: () => Promise<void>,
  work: (...given: Given) => Promise<Answer>,
): (...given: Given) => Promise<Answer> {
  return async (...given) => {
    await confirm()
    return work(...given)
  }
}

/**
 * Wraps a frontier so that it dispatches items, and accepts records that the log then forgets, only after
 * `confirm` has resolved.
 */
export function fencedFrontier(frontier: Frontier, confirm: () => Promise<void>): Frontier {
  return {
    ...frontier,
    dispatch: withFence(confirm, frontier.dispatch),
    inFlight: withFence(confirm, frontier.inFlight),
    defer: withFence(confirm, frontier.defer),
    complete: withFence(confirm, frontier.complete),
  }
}
