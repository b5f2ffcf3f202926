/** Key of the outcome of an inspection. */
export function outcomeKey(inspectionId: string): string {
  return `outcome:${inspectionId}`
}

/** Key of the record of an inspection: see `InspectionRecord`. */
export function inspectionKey(inspectionId: string): string {
  return `inspection:${inspectionId}`
}

/** Key of the list of the ids of a tenant's interactive inspections (`tenantIdOf`). */
export function historyKey(tenant: string): string {
  return `history:${tenant}`
}

/** Key of the inspection in flight that answers identical requests: infra/docs/clients.md#coalescing. */
export function inFlightKey(identity: string): string {
  return `flight:${identity}`
}

/** Key of the secret of the seals of the batch part. */
export const SEAL_SECRET_KEY = 'secret:seal'

/** Key of the secret that the parts share where PARTS_SECRET names none. */
export const PARTS_SECRET_KEY = 'secret:parts'

/** Key of the refund of what a batch did not use of its quota: it is given back once. */
export function quotaRefundKey(batch: string): string {
  return `quota-refund:${batch}`
}

/** Key of the turn of a process at some work on a batch: see `BatchTurns`. */
export function batchTurnKey(work: string, batch: string): string {
  return `batch-turn:${work}:${batch}`
}

/** Key of the error of a render stage without a browser; it exists while the stage reports the error. */
export const BROWSER_ERROR_KEY = 'browser:fault'

/** Key of the isolation mechanisms that the browsers of a render stage run without, separated by commas; it exists while they do. */
export const BROWSER_ISOLATION_OFF_KEY = 'browser:walls-off'

/** Board of the load reports of render processes. */
export const RENDER_LOAD_BOARD = 'render-load:processes'

/** Channel for the ids of interactive inspections that ended. */
export const ENDED_CHANNEL = 'ended'

/** TTL in seconds of the record of an inspection that has not ended, and of every interactive one. */
export const INSPECTION_TTL = 86_400
