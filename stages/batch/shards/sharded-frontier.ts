import { setTimeout as sleep } from 'node:timers/promises'
import type { BatchStatus, RejectedLine } from '#shared/ports/batches.ts'
import type { Frontier } from '../frontier/frontier.ts'
import type { Answer, Command } from './commands.ts'
import { addItems } from './frontier/add-items.ts'
import { makeFairDispatch, type OwnedShard } from './frontier/fair-dispatch.ts'
import { groupDeferred, groupLines } from './frontier/group-by-shard.ts'
import { makeInFlight } from './frontier/in-flight.ts'
import { listBatches, readStatus } from './frontier/questions.ts'
import { makeSubmissions, type Submissions } from './frontier/submissions.ts'
import { homeOf } from './placement.ts'
import type { Shards } from './shards.ts'

export interface ShardedFrontierOptions {
  readonly shards: Shards
  /** The shards that this process owns and whose state is up to date. */
  owned(): readonly OwnedShard[]
  /** The most items in flight of all shards together. Each process has the share of its shards. */
  readonly window: number
}

/**
 * The frontier without `complete`: the endings of items come from the log. `openBatches`, `takeUnusedQuotas`, `dispatch`
 * and `inFlight` concern the owned shards.
 */
export type ShardedFrontier = Omit<Frontier, 'complete'>

/** Makes the frontier on all shards. */
export function shardedFrontier({ shards, owned, window }: ShardedFrontierOptions): ShardedFrontier {
  const toHome = (batch: string, command: Command) => shards.send(homeOf(batch, shards.count), command)
  const submissions = makeSubmissions((batch) => {
    // A submission that is kept too rarely is discarded, and its next command fails.
    toHome(batch, { kind: 'keep', batch }).catch(() => undefined)
  })
  return {
    ...submissionMethods({ shards, submissions, toHome }),
    dispatch: makeFairDispatch(owned, window, shards.count),
    inFlight: makeInFlight(owned, shards.count),
    async openBatches() {
      return owned().flatMap(({ store }) => store.openBatches())
    },
    async takeUnusedQuotas() {
      return (await Promise.all(owned().map(({ store }) => store.takeUnusedQuotas()))).flat()
    },
    batch: (id) => shards.ask(homeOf(id, shards.count), 'batch', id),
    status: (id, hosts) => readStatus(shards, id, hosts),
    list: (listing) => listBatches(shards, listing),
    async setState(id, state) {
      await toHome(id, { kind: 'set', batch: id, state })
      if (state !== 'cancelled') return readStatus(shards, id)
      return awaitStatus(shards, id, ({ finishedAt }) => finishedAt !== null)
    },
    async defer(records) {
      const groups = groupDeferred(records, shards.count)
      await Promise.all(
        groups.map(({ shard, things }) => shards.send(shard, { kind: 'defer', records: things })),
      )
    },
  }
}

interface SubmissionOptions {
  readonly shards: Shards
  readonly submissions: Submissions
  toHome(batch: string, command: Command): Promise<Answer>
}

type SubmissionMethods = Pick<Frontier, 'create' | 'add' | 'reject' | 'start' | 'closeSources' | 'discard'>

function submissionMethods(options: SubmissionOptions): SubmissionMethods {
  const { shards, submissions, toHome } = options

  return {
    async create(batch) {
      submissions.assertRoom(batch.id)
      await toHome(batch.id, { kind: 'create', batch })
      submissions.begin(batch.id)
    },
    async add(id, items) {
      const batch = await shards.ask(homeOf(id, shards.count), 'batch', id)
      // Only the home knows this for certain: a shard without items of the batch was not told.
      if (batch === null || batch.state === 'cancelled' || batch.state === 'finished')
        return items.map(() => false)
      return addItems(options, batch, items)
    },
    async reject(id, lines) {
      for (const { things } of groupLines<RejectedLine>(id, lines, shards.count))
        await toHome(id, { kind: 'reject', batch: id, lines: things })
    },
    async start(id, isOpen, firstUrl) {
      const { positions, pages } = submissions.of(id)
      await toHome(id, {
        ...{ kind: 'start', batch: id, isOpen, added: positions },
        ...(firstUrl !== undefined && { firstUrl }),
      })
      submissions.forget(id)
      await awaitStatus(shards, id, ({ counts }) => counts.accepted >= pages)
    },
    async closeSources(id, rejected, more) {
      const { positions: added, pages } = submissions.of(id)
      // Who sees that the sources are closed sees what was in them.
      await awaitStatus(shards, id, ({ counts }) => counts.accepted >= pages)
      await toHome(id, { kind: 'close', batch: id, rejected, more, added })
      submissions.forget(id)
    },
    async discard(id) {
      submissions.forget(id)
      await toHome(id, { kind: 'discard', batch: id })
    },
  }
}

/** How long the home of a batch may take to hear from the other shards. */
const HEAR_MS = 5000
const LOOK_MS = 20

/** Resolves with the status as soon as the condition holds for it, or with the last one after some seconds. */
async function awaitStatus(
  shards: Shards,
  id: string,
  condition: (status: BatchStatus) => boolean,
): Promise<BatchStatus | null> {
  for (const end = performance.now() + HEAR_MS; ; ) {
    const status = await readStatus(shards, id)
    if (status === null || condition(status) || performance.now() >= end) return status
    await sleep(LOOK_MS)
  }
}
