import { setTimeout as sleep } from 'node:timers/promises'
import { abortable } from '#shared/async/timeout.ts'
import type { Log } from '#shared/log.ts'
import type { ShardRunner } from '../runner/shard-runner.ts'

/** A shard whose state this process has opened. */
export interface OpenShard {
  readonly runner: ShardRunner
  /**
   * Stops its work within about `graceMs` milliseconds, and closes its state. `isLost`: another process opens it already.
   */
  close(graceMs: number, isLost: boolean): Promise<void>
}

export interface OwnedShardsOptions<Shard extends OpenShard> {
  /** Opens the state of a shard and starts its runner. Rejects with the reason of the signal once that is aborted. */
  open(shard: number, signal: AbortSignal): Promise<Shard>
  /** Called once a shard is up to date, before it is `ready`. */
  onUpToDate(opened: Shard, signal: AbortSignal): Promise<void>
  /** Called when a shard has become ready. */
  onReady(): void
  readonly logger: Log
}

/** The shards that this process owns, by the last assignment of its group. */
export interface OwnedShards<Shard extends OpenShard> {
  /** The shards whose state is open. It may not be up to date. */
  opened(): readonly Shard[]
  /** Null while the shard belongs to another process, or is not open yet. */
  get(shard: number): Shard | null
  /** The shards whose state is up to date. */
  ready(): readonly Shard[]
  /** Whether all assigned shards are ready. */
  isReady(): boolean
  /** Opens the shards that are new, and closes those that are missing. After `stop`, changes nothing. */
  assign(shards: readonly number[]): void
  /** Closes all shards. */
  stop(graceMs: number): Promise<void>
}

/** Time for the answers that others wait for, when a shard goes to another process. */
const LOST_GRACE_MS = 2000
const AGAIN_MS = 1000

/** Makes the set of owned shards, none at first. */
export function makeOwnedShards<Shard extends OpenShard>(
  options: OwnedShardsOptions<Shard>,
): OwnedShards<Shard> {
  const slots = new Map<number, Slot<Shard>>()
  /** A shard that comes back is opened once its former state is closed. */
  const closing = new Map<number, Promise<void>>()
  let isStopped = false

  function close(shard: number, slot: Slot<Shard>, graceMs: number, isLost: boolean): void {
    slots.delete(shard)
    const closed = slot.close(graceMs, isLost).finally(() => {
      if (closing.get(shard) === closed) closing.delete(shard)
    })
    closing.set(shard, closed)
  }

  return {
    opened: () => [...slots.values()].flatMap(({ opened }) => opened ?? []),
    get: (shard) => slots.get(shard)?.opened ?? null,
    ready: () => [...slots.values()].flatMap(({ opened, isReady }) => (isReady && opened ? [opened] : [])),
    isReady: () => [...slots.values()].every(({ isReady }) => isReady),
    assign(shards) {
      if (isStopped) return
      const wanted = new Set(shards)
      for (const [shard, slot] of slots) if (!wanted.has(shard)) close(shard, slot, LOST_GRACE_MS, true)
      for (const shard of wanted)
        if (!slots.has(shard)) slots.set(shard, new Slot(options, shard, closing.get(shard)))
    },
    async stop(graceMs) {
      isStopped = true
      for (const [shard, slot] of [...slots]) close(shard, slot, graceMs, false)
      await Promise.all(closing.values())
    },
  }
}

/** One shard from its assignment until it is closed. */
class Slot<Shard extends OpenShard> {
  opened: Shard | null = null
  isReady = false
  readonly #options: OwnedShardsOptions<Shard>
  readonly #shard: number
  readonly #closing = new AbortController()
  readonly #running: Promise<void>

  /** `former`: resolves when the state of the same shard is closed. */
  constructor(options: OwnedShardsOptions<Shard>, shard: number, former: Promise<void> | undefined) {
    this.#options = options
    this.#shard = shard
    this.#running = this.#run(former)
  }

  /** Never rejects. */
  async close(graceMs: number, isLost: boolean): Promise<void> {
    const { logger } = this.#options
    this.#closing.abort()
    await this.#running
    await this.opened
      ?.close(graceMs, isLost)
      .catch((err: unknown) => logger.error({ err, shard: this.#shard }, 'a shard cannot be closed'))
  }

  async #run(former: Promise<void> | undefined): Promise<void> {
    await former
    const { signal } = this.#closing
    while (!signal.aborted && !this.isReady) await this.#makeReady(signal)
  }

  async #makeReady(signal: AbortSignal): Promise<void> {
    const { open, onUpToDate, onReady, logger } = this.#options
    try {
      this.opened ??= await open(this.#shard, signal)
      await abortable(signal, this.opened.runner.isCaughtUp)
      await onUpToDate(this.opened, signal)
      signal.throwIfAborted()
      this.isReady = true
      onReady()
    } catch (err) {
      if (signal.aborted) return
      logger.error({ err, shard: this.#shard }, 'a shard cannot be opened')
      await sleep(AGAIN_MS)
    }
  }
}
