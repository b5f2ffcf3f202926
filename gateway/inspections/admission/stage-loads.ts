import type { ReportedLoad } from '#shared/consumer/pool/load-tracker.ts'
import type { KeyValues } from '#shared/ports/result-store.ts'
import { RENDER_LOAD_KEYS } from '#shared/store/keys.ts'

/** What the render processes tell of their load now. Rejects with `SERVICE_UNAVAILABLE` when the store is away. */
export async function readLoads(store: Pick<KeyValues, 'getMany'>): Promise<ReportedLoad[]> {
  const texts = await store.getMany(RENDER_LOAD_KEYS)
  return texts.filter((text) => typeof text === 'string').map((text) => JSON.parse(text) as ReportedLoad)
}
