import type { ReportedLoad, StageLoad } from '#shared/consumer/pool/load-tracker.ts'
import type { Notices } from '#shared/ports/result-store.ts'
import { RENDER_LOAD_BOARD } from '#shared/store/keys.ts'

/**
 * Reads the load that the render processes report, with one command. Rejects with `SERVICE_UNAVAILABLE` when the store is
 * unavailable.
 */
export async function readLoads(store: Pick<Notices, 'notices'>): Promise<ReportedLoad[]> {
  const notices = await store.notices(RENDER_LOAD_BOARD)
  return notices.map(([id, text]) => ({ id, ...(JSON.parse(text) as StageLoad) }))
}
