/** Key of the outcome of an inspection. */
export function outcomeKey(inspectionId: string): string {
  return `outcome:${inspectionId}`
}

/** Key of what is known of an inspection from the moment it was accepted: see InspectionRecord. */
export function inspectionKey(inspectionId: string): string {
  return `inspection:${inspectionId}`
}

/** Key of the inspection under way that answers everyone who asks the same (see the gateway's `joining`). */
export function inFlightKey(identity: string): string {
  return `flight:${identity}`
}

/** Key of the secret by which requests of the batch part are told from those of feeders. */
export const SEAL_SECRET_KEY = 'secret:seal'

/** Key of the batch part that owns the topics with this prefix: see `claimTopics`. Kept for ever. */
export function batchOwnerKey(topicPrefix: string): string {
  return `batch:owner:${topicPrefix}`
}

/** Key of what a render stage says of the browser that it does not have; there for as long as it says so. */
export const BROWSER_ERROR_KEY = 'browser:fault'

/** Key of the walls that browsers of a render stage run without, separated by commas; there for as long as they do. */
export const BROWSER_ISOLATION_OFF_KEY = 'browser:walls-off'

/** Render processes that tell their load to the gateways. */
const LOAD_SLOTS = 64

/** Keys under which render processes tell their load, each under one of them; there for as long as they do. */
export const RENDER_LOAD_KEYS: readonly string[] = Array.from(
  { length: LOAD_SLOTS },
  (_, place) => `render-load:${place}`,
)

/** Channel on which the ids of ended interactive inspections are announced. */
export const ENDED_CHANNEL = 'ended'

/** How long an inspection that has not ended is remembered, and an interactive one in any case, in seconds. */
export const INSPECTION_TTL = 86_400
