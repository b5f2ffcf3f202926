import type { ReportedLoad } from '#shared/consumer/pool/load-tracker.ts'
import type { KeyValues } from '#shared/ports/result-store.ts'
import { RENDER_LOAD_KEYS } from '#shared/store/keys.ts'

/**
 * Reads the load that the render processes report. Rejects with `SERVICE_UNAVAILABLE` when the store is unavailable.
 */
export async function readLoads(store: Pick<KeyValues, 'getMany'>): Promise<ReportedLoad[]> {
  const texts = await store.getMany(RENDER_LOAD_KEYS)
  return texts.filter((text) => typeof text === 'string').map((text) => JSON.parse(text) as ReportedLoad)
}
