import { retryWhileUnavailable } from '#shared/async/retry-while-unavailable.ts'
import type { Batch, Frontier } from '../frontier/frontier.ts'
import { type ImportPorts, importSitemaps } from './import-sitemaps.ts'

export interface SitemapImporterOptions extends Omit<ImportPorts, 'signal' | 'retryMs' | 'frontier'> {
  readonly frontier: ImportPorts['frontier'] & Pick<Frontier, 'openBatches'>
  readonly logger: { error(fields: object, message: string): void }
  /** Milliseconds between the first two attempts for a sitemap. */
  readonly retryMs?: number
}

export interface SitemapImporter {
  /** Queues the sitemaps of a batch for reading. Ignores a batch that is being read. */
  read(batch: Batch): void
  /** Stops reading. The next start reads the unfinished sitemaps again. */
  stop(): Promise<void>
}

/** Batches whose sitemaps are read concurrently. A slow site occupies one of them. */
const MAX_BATCHES = 4
const RETRY_MS = 5000

/**
 * Starts to read the sitemaps of batches, a few batches at a time, including those that the last process left
 * unfinished.
 */
export async function startSitemapImporter(options: SitemapImporterOptions): Promise<SitemapImporter> {
  const { frontier, logger, retryMs = RETRY_MS } = options
  const stopping = new AbortController()
  const ports: ImportPorts = { ...options, retryMs, signal: stopping.signal }
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
    try {
      await importSitemaps(ports, batch)
    } catch (error) {
      if (!stopping.signal.aborted) await abandon(batch, error)
    }
    running.delete(batch.id)
    startNext()
  }

  /** Closes the sources of a batch whose sitemaps break the reader. Otherwise it would stay open for ever. */
  async function abandon({ id }: Batch, error: unknown): Promise<void> {
    logger.error({ err: error, batch: id }, 'the sitemaps of a batch could not be read')
    const rejected = [{ line: 0, reason: 'the sitemaps could not be read to their end' }]
    const { signal } = stopping
    const end = () => frontier.closeSources(id, rejected, 0)
    await retryWhileUnavailable(end, { signal }).catch((err) => {
      if (!signal.aborted) logger.error({ err, batch: id }, 'the batch stays open')
    })
  }

  function read(batch: Batch): void {
    if (!running.has(batch.id)) waiting.set(batch.id, batch)
    startNext()
  }

  for (const batch of await frontier.openBatches()) read(batch)
  return {
    read,
    async stop() {
      stopping.abort()
      await Promise.all(running.values())
    },
  }
}
