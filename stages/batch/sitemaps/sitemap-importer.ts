import { isUnavailable } from '#shared/errors.ts'
import { startSteps } from '../background-work.ts'
import type { BatchTurns } from '../frontier/batch-turns.ts'
import type { Batch } from '../frontier/frontier.ts'
import { type ImportPorts, importSitemaps } from './import-sitemaps.ts'

export interface SitemapImporterOptions
  extends Omit<ImportPorts, 'signal' | 'retryMs'>,
    Partial<Pick<ImportPorts, 'retryMs'>> {
  readonly turns: BatchTurns
  /** Milliseconds between two looks for batches. */
  readonly lookMs?: number
}

export interface SitemapImporter {
  /** Starts to read the sitemaps of a batch soon. */
  read(batch: Batch): void
  /** Stops reading. Another process, or the next start, reads the unfinished sitemaps again. */
  stop(): Promise<void>
}

/** Batches whose sitemaps are read concurrently. A slow site occupies one of them. */
const MAX_BATCHES = 4
const RETRY_MS = 5000
const LOOK_MS = 1000
const FAILURE = 'batches with sitemaps cannot be looked for'

/** Starts to read the sitemaps of all batches that have open sources, a few batches at a time, each by one process. */
export function startSitemapImporter(options: SitemapImporterOptions): SitemapImporter {
  const { frontier, logger, turns, lookMs = LOOK_MS } = options
  const stopping = new AbortController()
  const waiting = new Map<string, Batch>()
  const running = new Map<string, Promise<void>>()

  function startNext(): void {
    for (const [id, batch] of waiting) {
      if (running.size >= MAX_BATCHES || stopping.signal.aborted) return
      waiting.delete(id)
      running.set(id, run(batch))
    }
  }

  async function run(batch: Batch): Promise<void> {
    // The next look tries again.
    await inTurn(batch).catch((err: unknown) =>
      logger[isUnavailable(err) ? 'debug' : 'error']({ err }, FAILURE),
    )
    running.delete(batch.id)
    startNext()
  }

  async function inTurn(batch: Batch): Promise<void> {
    const turn = await turns.take('sitemaps', batch.id)
    if (turn === null) return
    const signal = AbortSignal.any([stopping.signal, turn.lost])
    try {
      // Another process may have read them since.
      if (!(await frontier.openBatches()).some(({ id }) => id === batch.id)) return
      await importSitemaps({ retryMs: RETRY_MS, ...options, signal }, batch)
    } finally {
      await turn.end()
    }
  }

  /** Queues the sitemaps of a batch for reading. Ignores a batch that is being read. */
  function read(batch: Batch): void {
    if (!running.has(batch.id)) waiting.set(batch.id, batch)
    startNext()
  }

  const stopLooking = startSteps({
    ...{ logger, failure: FAILURE, retryMs: lookMs },
    async step() {
      for (const batch of await frontier.openBatches()) read(batch)
      return lookMs
    },
  })
  return {
    read,
    async stop() {
      stopping.abort()
      await Promise.all([stopLooking(), ...running.values()])
    },
  }
}
