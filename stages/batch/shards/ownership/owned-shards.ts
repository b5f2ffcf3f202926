import { setTimeout as sleep } from 'node:timers/promises'
import { abortable } from '#shared/async/timeout.ts'
import type { Log } from '#shared/log.ts'
import type { ShardRunner } from '../runner/shard-runner.ts'
import type { UntilTaken } from './watch-taken.ts'

/** A shard whose state this process has opened. */
export interface OpenShard {
  readonly runner: ShardRunner
  /** Stores a last snapshot within `graceMs` milliseconds, if there are many changes since the one before. The shard works on. */
  save(graceMs: number): Promise<void>
  /** Stops its work within about `graceMs` milliseconds, and closes its state. */
  close(graceMs: number): Promise<void>
}

export interface OwnedShardsOptions<Shard extends OpenShard> {
  /** Opens the state of a shard and starts its runner. Rejects with the reason of the signal once that is aborted. */
  open(shard: number, signal: AbortSignal): Promise<Shard>
  /** Called once a shard is up to date, before it is `ready`. */
  onUpToDate(opened: Shard, signal: AbortSignal): Promise<void>
  /** Called when a shard has become ready. */
  onReady(): void
  /** Called before a shard is opened. The result resolves once another process has taken it after that. */
  watchTaken(shard: number): UntilTaken
  readonly logger: Log
}

/**
 * The shards that this process owns: those of the last assignment of its group, and those before it that no other process has
 * taken over yet, also if they are not open yet: where parts come and go, each would begin anew otherwise. Both have the same
 * rights: an owner does not know for certain that it still is one.
 */
export interface OwnedShards<Shard extends OpenShard> {
  /** The shards whose state is open. It may not be up to date. */
  opened(): readonly Shard[]
  /** Null while the shard belongs to another process, or is not open yet. */
  get(shard: number): Shard | null
  /** The shards whose state is up to date. */
  ready(): readonly Shard[]
  /** Those of these that others have to know of: the assigned ones, and those that nobody else had ready since they were. */
  announced(): readonly Shard[]
  /** Whether all assigned shards are ready. */
  isReady(): boolean
  /**
   * Opens the shards that are new. Those that are missing are closed when another process has taken them over: until then they
   * work on, and are kept if they are assigned again. After `handOver` and `stop`, changes nothing.
   */
  assign(shards: readonly number[]): void
  /** Stores a last snapshot of all shards within `graceMs` milliseconds. They work on. */
  save(graceMs: number): Promise<void>
  /** Gives all shards to other processes. Resolves when they have them, at last after `graceMs` milliseconds. */
  handOver(graceMs: number): Promise<void>
  /** Closes all shards. */
  stop(graceMs: number): Promise<void>
}

/** Time for the answers that others wait for, when a shard goes to another process. */
const LOST_GRACE_MS = 2000
/** So long a shard that is not assigned any more waits for its next owner. */
const TAKE_OVER_MS = 120_000
const AGAIN_MS = 1000
const LOOK_MS = 50

/** Makes the set of owned shards, none at first. */
export function makeOwnedShards<Shard extends OpenShard>(
  options: OwnedShardsOptions<Shard>,
): OwnedShards<Shard> {
  const slots = new Map<number, Slot<Shard>>()
  /** A shard that comes back is opened once its former state is closed. */
  const closing = new Map<number, Promise<void>>()
  let isStopped = false

  function close(shard: number, slot: Slot<Shard>, graceMs: number): void {
    slots.delete(shard)
    const closed = slot.close(graceMs).finally(() => {
      if (closing.get(shard) === closed) closing.delete(shard)
    })
    closing.set(shard, closed)
  }

  function releaseAllBut(wanted: ReadonlySet<number>): void {
    for (const [shard, slot] of [...slots])
      if (!wanted.has(shard)) slot.handOver(() => close(shard, slot, LOST_GRACE_MS))
  }

  const readyOnes = () => [...slots.values()].filter(({ isReady }) => isReady)
  const openedOf = (some: Iterable<Slot<Shard>>) => [...some].flatMap(({ opened }) => opened ?? [])

  return {
    opened: () => openedOf(slots.values()),
    get: (shard) => slots.get(shard)?.opened ?? null,
    ready: () => openedOf(readyOnes()),
    announced: () => openedOf(readyOnes().filter(({ isAnnounced }) => isAnnounced)),
    isReady: () => [...slots.values()].every(({ isReady, isAssigned }) => isReady || !isAssigned),
    assign(shards) {
      if (isStopped) return
      const wanted = new Set(shards)
      releaseAllBut(wanted)
      for (const shard of wanted) {
        if (slots.has(shard)) slots.get(shard)?.keep()
        else slots.set(shard, new Slot(options, shard, closing.get(shard)))
      }
    },
    async save(graceMs) {
      await Promise.all(openedOf(slots.values()).map((shard) => shard.save(graceMs)))
    },
    async handOver(graceMs) {
      isStopped = true
      for (const [shard, slot] of [...slots]) if (!slot.isReady) close(shard, slot, LOST_GRACE_MS)
      releaseAllBut(new Set())
      const end = performance.now() + graceMs
      while (slots.size > 0 && performance.now() < end) await sleep(LOOK_MS)
    },
    async stop(graceMs) {
      isStopped = true
      for (const [shard, slot] of [...slots]) close(shard, slot, graceMs)
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
  readonly #untilTaken: UntilTaken
  readonly #closing = new AbortController()
  #handingOver: AbortController | null = null
  /** It was ready when it was handed over. */
  #wasReady = false
  readonly #running: Promise<void>

  /** `former`: resolves when the state of the same shard is closed. */
  constructor(options: OwnedShardsOptions<Shard>, shard: number, former: Promise<void> | undefined) {
    this.#options = options
    this.#shard = shard
    this.#untilTaken = options.watchTaken(shard)
    this.#running = this.#run(former)
  }

  /** Whether the shard is not being handed over. */
  get isAssigned(): boolean {
    return this.#handingOver === null
  }

  /** Until another process is, this one is known as the owner, unless the other one is about to be: this one was ready before. */
  get isAnnounced(): boolean {
    return this.isAssigned || !this.#wasReady
  }

  /** Calls back once another process has the shard, or none has taken it for long, unless it is kept or closed before. */
  handOver(onEnd: () => void): void {
    if (this.#handingOver !== null) return
    this.#handingOver = new AbortController()
    this.#wasReady = this.isReady
    const { signal } = this.#handingOver
    const end = () => {
      if (!signal.aborted) onEnd()
    }
    const limit = AbortSignal.any([signal, AbortSignal.timeout(TAKE_OVER_MS)])
    this.#untilTaken(limit).then(end, end)
  }

  keep(): void {
    this.#handingOver?.abort()
    this.#handingOver = null
  }

  /** Never rejects. */
  async close(graceMs: number): Promise<void> {
    const { logger } = this.#options
    this.keep()
    this.#closing.abort()
    await this.#running
    await this.opened
      ?.close(graceMs)
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
