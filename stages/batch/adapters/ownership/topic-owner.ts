import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { retryWhileUnavailable } from '#shared/async/retry-while-unavailable.ts'
import { unavailable } from '#shared/errors.ts'
import type { Log } from '#shared/log.ts'
import type { KeyValues } from '#shared/ports/result-store.ts'
import { batchOwnerKey } from '#shared/store/keys.ts'
import { readOrCreate } from './read-or-create.ts'

/** Another batch part owns the topics; the message tells the operator what to do. */
export class TopicsTaken extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'TopicsTaken'
  }
}

export interface TopicOwnerOptions {
  readonly store: Pick<KeyValues, 'claim' | 'set'>
  readonly topicPrefix: string
  /** Of the frontier: its id is kept there. */
  readonly folder: string
  /** Id of the owner whose topics are taken over, when it is the owner; '' = nobody's. */
  readonly takeOver: string
  readonly logger: Log
  /** Between two looks at who the owner is, and how long the last look is good for; milliseconds. */
  readonly times?: { readonly renewMs: number; readonly fenceMs: number }
}

export interface TopicOwner {
  /**
   * Resolves when this process was the owner less than the time of the fence ago. Rejects with `SERVICE_UNAVAILABLE` while
   * that can't be told, and for ever when it is the owner no more.
   */
  confirm(): Promise<void>
  /** Resolves when another process is the owner. */
  readonly lost: Promise<TopicsTaken>
  close(): void
}

/** As it is in the store. The id is the frontier's, the run that of a process. */
interface Owner {
  readonly id: string
  readonly run: string
  readonly host: string
  readonly folder: string
}

const TIMES = { renewMs: 2000, fenceMs: 10_000 }

/**
 * Makes this process the owner of the topics: the one batch part that releases, and takes endings in. The owner is a
 * frontier, for ever, whether it runs or not: the batches are where that is. So the next process on the same folder is let in
 * at once, any other folder never, unless the operator names the owner to be taken over. A process that was the owner and
 * was only suspended, or cut off from the store, does nothing more when it comes back: before each step it has to know that
 * it still is. A store that lost its data is told again. Waits while the store is away; throws TopicsTaken.
 */
export async function claimTopics(options: TopicOwnerOptions): Promise<TopicOwner> {
  const { store, topicPrefix, folder, takeOver, logger, times = TIMES } = options
  const key = batchOwnerKey(topicPrefix)
  const id = readOrCreate(join(folder, 'owner-id'), randomUUID)
  const mine: Owner = { id, run: randomUUID(), host: hostname(), folder: resolve(folder) }
  const text = JSON.stringify(mine)
  const claim = async () => JSON.parse(await store.claim(key, text, null)) as Owner
  const before = await retryWhileUnavailable(claim)
  if (before.id !== id && before.id !== takeOver) throw ownedByOther(before)
  if (before.run !== mine.run) await retryWhileUnavailable(() => store.set(key, text, null))
  if (before.id !== id) {
    logger.warn(
      { owner: before },
      'the topics of another batch part are taken over: its batches are given up',
    )
    // By then it has looked, or does nothing without looking, should it still run.
    await sleep(times.fenceMs + times.renewMs)
  }
  return keepOwning({ mine, claim, logger, times })
}

interface Owning extends Required<Pick<TopicOwnerOptions, 'logger' | 'times'>> {
  readonly mine: Owner
  /** Writes it to the store if there is none, answers who is. */
  claim(): Promise<Owner>
}

function keepOwning({ mine, claim, logger, times }: Owning): TopicOwner {
  const { promise: lost, resolve: lose } = Promise.withResolvers<TopicsTaken>()
  let isLost = false
  let knownAt = Number.NEGATIVE_INFINITY
  let checking: Promise<void> | null = null

  async function checkOwner(): Promise<void> {
    const at = Date.now()
    const owner = await claim()
    if (owner.run === mine.run) knownAt = at
    else {
      isLost = true
      lose(superseded(owner))
    }
  }

  /** Calls while a look is under way share it: it began before them, and is good for the time of the fence all the same. */
  function check(): Promise<void> {
    checking ??= checkOwner().finally(() => {
      checking = null
    })
    return checking
  }

  /** By the clock that goes on while a process, or its machine, is suspended. */
  const isKnown = () => Date.now() >= knownAt && Date.now() - knownAt < times.fenceMs
  const onError = (err: unknown) => logger.debug({ err }, 'who owns the topics can not be told')
  const timer = setInterval(() => check().catch(onError), times.renewMs).unref()
  return {
    lost,
    async confirm() {
      if (!isLost && !isKnown()) await check()
      if (isLost) throw unavailable('batches')
    },
    close: () => clearInterval(timer),
  }
}

function ownedByOther({ id, host, folder }: Owner): TopicsTaken {
  return new TopicsTaken(
    `Another batch part owns these topics: ${id} on ${host}, folder ${folder}. An installation has one, and its batches are in that folder. ` +
      'Stop this one; or, to move the other one here, stop it and bring its folder along as `batches` in DATA_DIR; ' +
      `or, when that folder is lost, give its batches up: start once with BATCH_TAKE_OVER=${id}`,
  )
}

function superseded({ id, host, folder }: Owner): TopicsTaken {
  return new TopicsTaken(
    `Another batch part owns the topics now: ${id} on ${host}, folder ${folder}. This one stops`,
  )
}
