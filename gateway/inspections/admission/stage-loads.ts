import type { ReportedLoad } from '#shared/pipeline/load.ts'
import { RENDER_LOAD_KEYS } from '#shared/pipeline/store-keys.ts'
import type { KeyValues } from '#shared/ports/result-store.ts'

/** What the render processes tell of their load now. Rejects with `SERVICE_UNAVAILABLE` when the store is away. */
export async function readLoads(store: Pick<KeyValues, 'getMany'>): Promise<ReportedLoad[]> {
  const texts = await store.getMany(RENDER_LOAD_KEYS)
  return texts.filter((text) => typeof text === 'string').map((text) => JSON.parse(text) as ReportedLoad)
}
