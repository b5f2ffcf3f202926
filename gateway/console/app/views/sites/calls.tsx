import { ApiError } from '../../api/api-error.ts'
import { callJson } from '../../api/client.ts'
import type { ListedBatch } from '../batches/batch.ts'
import type { SiteHistory } from './site.ts'

/** Batches under way that are looked at, of each state. */
const LIMIT = '100'

/** The batches that run or are paused, the newest first. */
export async function readRunning(signal: AbortSignal): Promise<readonly ListedBatch[]> {
  const pages = await Promise.all(
    ['running', 'paused'].map((state) =>
      callJson<{ batches: ListedBatch[] }>('batches', { query: { state, limit: LIMIT }, signal }),
    ),
  )
  return pages.flatMap(({ batches }) => batches)
}

/** The finished crawls of a host; null = there is none. */
export function readSite(host: string, signal: AbortSignal): Promise<SiteHistory | null> {
  return callJson<SiteHistory>(`sites/${encodeURIComponent(host)}`, { signal }).catch((error) => {
    if (error instanceof ApiError && error.status === 404) return null
    throw error
  })
}
