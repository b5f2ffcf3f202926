import type { ExecutionMode } from '#shared/consumer/pool/load-tracker.ts'
import type { Dependency } from '../health/dependencies.ts'

/** The stage that an inspection begins with. Each entry stage has a queue of its own. */
export type EntryStage = 'fetch' | 'render'

/** Valid parameters of an inspection with their defaults. */
export type Parameters = Readonly<Record<string, unknown>> & { readonly url: string }

/** The JSON text of a cached result and the time it was stored. */
export interface CachedResult {
  readonly json: string
  /** Milliseconds since the epoch. */
  readonly at: number
  /** Its life in the cache, in seconds. */
  readonly ttlSeconds: number
}

/** Properties of an operation that the gateway needs besides the schema of its parameters. */
export interface OperationRoute {
  /** A `POST` operation has a JSON body, a `GET` operation a query. */
  readonly method: 'GET' | 'POST'
  /** The stage that its inspections begin with. */
  readonly entryStage: EntryStage
  /** How that stage runs its inspections: several at a time, or one alone on the machine. */
  readonly sharing: ExecutionMode
  /** Dependencies that it needs besides those of every inspection. */
  readonly requiredDependencies: readonly Dependency[]
  /** The effective options that identify a request together with its normalised URL. */
  identity(parameters: Parameters): readonly unknown[]
  /** Whether a request with these parameters never gets a cached answer. */
  readonly bypassesCache?: (parameters: Parameters) => boolean
  /** Time limit of a synchronous call, in milliseconds, unless ANSWER_TIMEOUT_MS is set. */
  answerTimeoutMs(parameters: Parameters): number
  /** Whether the header `X-Cache` states if the answer is cached. */
  readonly hasCacheHeader: boolean
  /** Name of the stored object without which a result, a JSON text, is useless. */
  readonly objectOf?: (json: string) => string
  /** Marks a result as cached; null when the stored text is the answer as it is. */
  readonly presentCached: ((cached: CachedResult, now: number) => string) | null
}
