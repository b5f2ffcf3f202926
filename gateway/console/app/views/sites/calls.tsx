import { ApiError } from '../../api/api-error.ts'
import { callJson } from '../../api/client.ts'
import type { ListedBatch } from '../batches/batch.ts'
import type { SiteHistory } from './site.ts'

/** Batches that are looked at, of each state. */
const LIMIT = '100'

/** The batches that run or are paused, the newest first. */
export async function readRunning(signal: AbortSignal): Promise<readonly ListedBatch[]> {
  const pages = await Promise.all(['running', 'paused'].map((state) => readBatches(state, signal)))
  return pages.flat()
}

/** The batches that have finished, the newest first. */
export function readFinished(signal: AbortSignal): Promise<readonly ListedBatch[]> {
  return readBatches('finished', signal)
}

async function readBatches(state: string, signal: AbortSignal): Promise<readonly ListedBatch[]> {
  const query = { state, limit: LIMIT }
  const { batches } = await callJson<{ batches: ListedBatch[] }>('batches', { query, signal })
  return batches
}

/** The finished crawls of a host; null = there is none. */
export function readSite(host: string, signal: AbortSignal): Promise<SiteHistory | null> {
  return callJson<SiteHistory>(`sites/${encodeURIComponent(host)}`, { signal }).catch((error) => {
    if (error instanceof ApiError && error.status === 404) return null
    throw error
  })
}
