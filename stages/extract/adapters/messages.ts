import type { MetadataGroup } from '#shared/operations/metadata.ts'
import type { FetchedFile } from '#shared/ports/lookups.ts'
import type { AuditLimits, AuditLookups } from '../audit/audit-lookups.ts'
import type { TargetFacts } from '../audit/target-facts.ts'
import type { PageInput } from '../facts/page-input.ts'
import type { LookupAnswers, MetadataLookups } from '../metadata/lookups-needed.ts'

/** Options of one extraction. */
export interface ExtractOptions {
  readonly groups: readonly MetadataGroup[]
  readonly maxImages: number
  readonly maxLinks: number
  /** Set for an audit: the result is an `AuditExtract`, and the look-ups stay within these limits. */
  readonly audit?: AuditLimits
}

/** Look-ups that the stage has to make before the result is complete. */
export interface LookupsNeeded extends MetadataLookups {
  /** Look-ups of an audit; absent for `GET /metadata`. */
  readonly audit?: AuditLookups
}

/** Tasks of a parser thread; it runs one at a time. */
export type ParserTask =
  | {
      readonly kind: 'parse'
      readonly id: number
      readonly page: PageInput
      readonly extractOptions: ExtractOptions
    }
  | { readonly kind: 'finish'; readonly id: number; readonly answers: LookupAnswers }
  | { readonly kind: 'target'; readonly id: number; readonly file: FetchedFile }

/** `release` drops a parsed page whose result nobody needs any more. It may come at any time and gets no answer. */
export type ToParser = ParserTask | { readonly kind: 'release'; readonly id: number }

/**
 * Answer to a task. `milliseconds` is the time that the thread spent on it; `json` is the result; `blocked` as in
 * `PageFacts`.
 */
export type ParserAnswer =
  | {
      readonly kind: 'lookups_needed'
      readonly id: number
      readonly neededLookups: LookupsNeeded
      readonly milliseconds: number
    }
  | {
      readonly kind: 'done'
      readonly id: number
      readonly json: string
      readonly blocked: string | null
      readonly milliseconds: number
    }
  | {
      readonly kind: 'target'
      readonly id: number
      readonly facts: TargetFacts
      readonly milliseconds: number
    }
  | { readonly kind: 'failed'; readonly id: number; readonly error: Error }

/** `ready` comes once, when the thread has loaded its program. */
export type FromParser = ParserAnswer | { readonly kind: 'ready' }
