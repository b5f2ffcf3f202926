import { setTimeout as sleep } from 'node:timers/promises'
import { isUnavailable } from '#shared/errors.ts'
import type { Log } from '#shared/log.ts'
import { startBackgroundWork } from '../../background-work.ts'

export interface SnapshotsOptions {
  readonly shard: number
  /** The next position of the shard's intake. */
  position(): number
  /** Stores a snapshot. Rejects once the signal is aborted. */
  save(signal: AbortSignal): Promise<unknown>
  readonly intervalMs: number
  readonly logger: Log
}

/** The snapshots of one shard. */
export interface Snapshots {
  /**
   * Ends the regular snapshots, and stores a last one of a shard that has changed, within `graceMs` milliseconds (0 = none).
   * Never rejects: without it, the next owner applies more commands.
   */
  stop(graceMs: number): Promise<void>
}

/** Commands that are applied again in a moment: a last snapshot would not be worth it. */
const FEW_COMMANDS = 10

/** Stores a snapshot of a shard regularly, unless nothing has changed. The first one comes at a random time. */
export function keepSnapshots(options: SnapshotsOptions): Snapshots {
  const { shard, logger, intervalMs } = options
  let saved = options.position()

  async function save(signal: AbortSignal): Promise<void> {
    const position = options.position()
    try {
      await options.save(signal)
      saved = position
    } catch (err) {
      if (signal.aborted) return
      logger[isUnavailable(err) ? 'warn' : 'error']({ err, shard }, 'a snapshot of a shard cannot be stored')
    }
  }

  const stopRegular = startBackgroundWork(async (signal) => {
    for (let wait = Math.random() * intervalMs; ; wait = intervalMs) {
      await sleep(wait, undefined, { signal })
      if (options.position() > saved) await save(signal)
    }
  })
  return {
    async stop(graceMs) {
      await stopRegular()
      const isWorthIt = options.position() - saved >= FEW_COMMANDS
      if (graceMs > 0 && isWorthIt) await save(AbortSignal.timeout(Math.ceil(graceMs)))
    },
  }
}
