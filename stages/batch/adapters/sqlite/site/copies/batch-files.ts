import { mkdirSync, rmSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { makeSemaphore } from '#shared/async/semaphore.ts'
import { asUnavailable, unavailable } from '#shared/errors.ts'
import { homeOf } from '../../../../shards/placement.ts'
import type { Shards } from '../../../../shards/shards.ts'
import type { OwnedSite } from '../../../../shards/site/owned-site.ts'
import { makeOwnerTurns } from '../../../../site/owner-turns.ts'
import type { ReportCaller, ReportThread } from '../report-thread.ts'
import { holdTurn, type RunInTurn } from './hold-turn.ts'
import type { ShardCopy } from './merge-copies.ts'
import { type CopyRoom, storeCopy } from './store-copy.ts'

export interface BatchFilesOptions {
  readonly thread: ReportThread
  readonly shards: Pick<Shards, 'count' | 'ask'>
  /** The shards of this process. */
  owned(): readonly OwnedSite[]
  /** What a shard of another process has of a batch: the bytes of `ShardReports.copy` there. */
  copyFrom(shard: number, id: string, signal: AbortSignal): AsyncIterable<Uint8Array>
  /** The folder of copies. What is in it is removed. */
  readonly folder: string
}

/** Files with all that is gathered of batches, for as long as they are open. */
export interface OpenBatchFiles {
  /** One for each batch. */
  readonly paths: readonly string[]
  /** Aborts with the caller, and when a file is lost. */
  readonly signal: AbortSignal
  /** `SERVICE_UNAVAILABLE` when a file was lost meanwhile, else the error. */
  failureOf(error: unknown): unknown
  close(): Promise<void>
}

/** Opens files with all that is gathered of each batch. Rejects with `SERVICE_UNAVAILABLE` while a shard cannot be reached. */
export type OpenBatches = (ids: readonly string[], caller: ReportCaller) => Promise<OpenBatchFiles>

/** Reports that have copies on the disk at the same time, one of each owner, and bytes that one of them may get from others. */
const REPORTS_AT_ONCE = 8
const MAX_BYTES = 1024 ** 3

/** A batch, and the shards that have something of it, its home first. */
interface PlacedBatch {
  readonly id: string
  readonly shards: readonly [number, ...number[]]
}

/**
 * Makes the function that opens files of batches: that of the shard where it is the home and has all items, as of each crawl whose
 * home this process owns; else a copy, merged from those of all its shards.
 */
export function makeBatchFiles(options: BatchFilesOptions): OpenBatches {
  const { shards, folder } = options
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const permits = makeSemaphore(REPORTS_AT_ONCE)
  const turns = makeOwnerTurns()

  async function place(id: string): Promise<PlacedBatch> {
    const home = homeOf(id, shards.count)
    const others = (await shards.ask(home, 'shardsOf', id)).filter((shard) => shard !== home)
    return { id, shards: [home, ...others] }
  }

  return async (ids, caller) => {
    const batches = await Promise.all(ids.map(place))
    const own = batches.map((batch) => ownFile(options, batch))
    const lost = AbortSignal.any(own.flatMap((file) => file?.lost ?? []))
    const signal = AbortSignal.any([caller.signal, lost])
    const failureOf = (error: unknown) => (lost.aborted ? unavailable('shard', error) : error)
    const found = own.flatMap((file) => file?.path ?? [])
    if (found.length === own.length) return { paths: found, signal, failureOf, close: async () => undefined }
    const copies = await openFolder(folder, (work) =>
      turns(caller.owner, () => permits.run(work, signal), signal),
    )
    try {
      const copying = { folder: copies.folder, room: { bytes: MAX_BYTES }, caller: { ...caller, signal } }
      const paths: string[] = []
      for (const [at, batch] of batches.entries())
        paths.push(own[at]?.path ?? (await copyOf(options, batch, { ...copying, name: `${at}` })))
      return { paths, signal, failureOf, close: copies.close }
    } catch (error) {
      await copies.close()
      throw failureOf(error)
    }
  }
}

function ownFile({ owned }: BatchFilesOptions, { shards }: PlacedBatch): OwnedSite | null {
  const home = owned().find(({ shard, lost }) => shard === shards[0] && !lost.aborted)
  return home === undefined || shards.length > 1 ? null : home
}

/** Makes a folder for the copies of one report. */
async function openFolder(folder: string, inTurn: RunInTurn) {
  const release = await holdTurn(inTurn)
  try {
    const own = await asUnavailable('disk', () => mkdtemp(join(folder, 'report-')))
    const close = () => rm(own, { recursive: true, force: true }).finally(release)
    return { folder: own, close }
  } catch (error) {
    release()
    throw error
  }
}

interface Copying {
  readonly folder: string
  /** Of the batch's files in it. */
  readonly name: string
  readonly room: CopyRoom
  readonly caller: ReportCaller
}

/** The home comes first: what others have is as new as it knows, or newer. */
async function copyOf(
  options: BatchFilesOptions,
  { id, shards: [home, ...others] }: PlacedBatch,
  copying: Copying,
): Promise<string> {
  const { folder, name, caller } = copying
  const first = await copyOfShard(options, home, id, copying)
  if (others.length === 0) return first.path
  const copies: [ShardCopy, ...ShardCopy[]] = [first]
  for (const shard of others) copies.push(await copyOfShard(options, shard, id, copying))
  const target = join(folder, `${name}.db`)
  await asUnavailable('batches', () => options.thread.run('merge', { id, copies, target }, caller))
  return target
}

async function copyOfShard(
  { thread, owned, copyFrom }: BatchFilesOptions,
  shard: number,
  id: string,
  { folder, name, room, caller }: Copying,
): Promise<ShardCopy> {
  const path = join(folder, `${name}-${shard}.db`)
  const own = owned().find((one) => one.shard === shard && !one.lost.aborted)
  if (own === undefined) await storeCopy(copyFrom(shard, id, caller.signal), path, room, caller.signal)
  else await asUnavailable('batches', () => thread.run('copy', { path: own.path, id, target: path }, caller))
  return { shard, path }
}
