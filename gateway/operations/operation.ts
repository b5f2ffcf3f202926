import type { ExecutionMode } from '#shared/consumer/pool/load-tracker.ts'
import type { Dependency } from '../health/dependencies.ts'
import type { EntryStage } from '../inspections/admission/fair-share.ts'

/** Parameters of an inspection, checked, defaults filled in. */
export type Parameters = Readonly<Record<string, unknown>> & { readonly url: string }

/** A result that is given again: what was stored, and since when. */
export interface CachedResult {
  readonly result: Readonly<Record<string, unknown>>
  /** Milliseconds since the epoch. */
  readonly at: number
  /** How long it is kept, in seconds. */
  readonly ttlSeconds: number
}

/** What the gateway knows of an operation besides its parameters' schema. */
export interface OperationRoute {
  /** `POST` operations are asked for by a JSON body, the others by query. */
  readonly method: 'GET' | 'POST'
  /** The stage that its inspections begin with. */
  readonly entryStage: EntryStage
  /** How the work of that stage shares its machine. */
  readonly sharing: ExecutionMode
  /** Inner services that it can't do without, besides those that every inspection needs. */
  readonly requiredDependencies: readonly Dependency[]
  /** What makes two requests the same besides their normalised URL: all effective options. */
  identity(parameters: Parameters): readonly unknown[]
  /** Whether a request is never answered from the cache. */
  readonly bypassesCache?: (parameters: Parameters) => boolean
  /** How long a synchronous caller is held, in milliseconds, unless ANSWER_TIMEOUT_MS says it. */
  answerTimeoutMs(parameters: Parameters): number
  /** Whether `X-Cache` tells if the answer is a cached one. */
  readonly hasCacheHeader: boolean
  /** The stored object that a result is worth nothing without, by name. */
  readonly objectOf?: (result: Readonly<Record<string, unknown>>) => string
  /** How a result shows that it is a cached one; null where the stored text is the answer. */
  readonly presentCached: ((cached: CachedResult, now: number) => Record<string, unknown>) | null
}
