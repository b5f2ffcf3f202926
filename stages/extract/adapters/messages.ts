import type { MetadataGroup } from '#shared/operations/metadata.ts'
import type { FetchedFile } from '#shared/ports/lookups.ts'
import type { AuditLimits, AuditLookups } from '../audit/audit-lookups.ts'
import type { TargetFacts } from '../audit/target-facts.ts'
import type { PageInput } from '../facts/page-input.ts'

/** What is wanted of a page. */
export interface ExtractOptions {
  readonly groups: readonly MetadataGroup[]
  readonly maxImages: number
  readonly maxLinks: number
  /** An audit's material is wanted, see `AuditExtract`, and its questions are asked within these limits. */
  readonly audit?: AuditLimits
}

/** What must be asked outside before the result is complete. */
export interface LookupsNeeded {
  /** A canonical URL that is not the page's own. */
  readonly canonical: string | null
  /** Images whose colour may stand for the page, best first. */
  readonly colourImages: readonly string[]
  /** When an audit's material is wanted. */
  readonly audit?: AuditLookups
}

/** The answers; null = not known, `refused` = may not be asked. */
export interface LookupAnswers {
  readonly canonicalStatus: number | 'refused' | null
  readonly dominantColor: string | null
}

/** What a thread is asked, one at a time. */
export type ParserTask =
  | { readonly kind: 'parse'; readonly id: number; readonly page: PageInput; readonly wanted: ExtractOptions }
  | { readonly kind: 'finish'; readonly id: number; readonly answers: LookupAnswers }
  | { readonly kind: 'target'; readonly id: number; readonly file: FetchedFile }

/** `forget` comes any time and has no answer: nobody will ask for this page's result any more. */
export type ToParser = ParserTask | { readonly kind: 'forget'; readonly id: number }

/** The answer to a task. `milliseconds` is what the thread spent on it; `json` the result, `blocked` as in `PageFacts`. */
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
