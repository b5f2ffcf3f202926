/** Key of the outcome of an inspection. */
export function outcomeKey(inspectionId: string): string {
  return `outcome:${inspectionId}`
}

/** Key of what is known of an inspection from the moment it was accepted: see InspectionRecord. */
export function inspectionKey(inspectionId: string): string {
  return `inspection:${inspectionId}`
}

/** Key of the inspection under way that answers everyone who asks the same (see the gateway's `joining`). */
export function flightKey(identity: string): string {
  return `flight:${identity}`
}

/** Key of the secret by which requests of the batch part are told from those of feeders. */
export const SEAL_SECRET_KEY = 'secret:seal'

/** Key of what a render stage says of the browser that it does not have; there for as long as it says so. */
export const BROWSER_FAULT_KEY = 'browser:fault'

/** Key of the walls that browsers of a render stage run without, separated by commas; there for as long as they do. */
export const BROWSER_WALLS_KEY = 'browser:walls-off'

/** Channel on which the ids of ended interactive inspections are announced. */
export const ENDED_CHANNEL = 'ended'

/** An inspection as it was accepted. */
export interface InspectionRecord {
  /** Id of the API key that asked; null for a batch request, which keys with scope `batch` may read: see `tenant`. */
  readonly owner: string | null
  /** Of a batch request: who asked, as `tenantNamed` gives it; absent for a feeder's, which every owner may read. */
  readonly tenant?: string
  readonly operation: string | null
  readonly url: string
  /** What it shares with requests that are the same, when others may join it and be given its result again. */
  readonly identity?: string
  /** Id of the inspection that was under way for another caller and answers this one, too. */
  readonly sameAs?: string
  /** Where its request stands in the log: tells a redelivery from a repeat. Batch only. */
  readonly position?: string
  /** Set once a batch request has ended, so that an expired answer is not taken for one that still runs. */
  readonly ended?: true
}

/** How long an id is remembered, in seconds. */
export const INSPECTION_TTL = 86_400
