import type { ThreadPool } from '#shared/async/threads/thread-pool.ts'
import { serveProgram } from '#shared/async/threads/thread-program.ts'
import { encodePageFacts } from '#shared/messages/payloads/site-facts-text.ts'
import { decodePage } from '#shared/web/html/charset.ts'
import { type AuditLimits, type AuditLookups, auditLookups } from './audit/audit-lookups.ts'
import { toStructuredDataInput } from './audit/structured-data-input.ts'
import { targetFactsOf } from './audit/target-facts.ts'
import { collectFacts } from './facts/collect-facts.ts'
import { headerOf, indexFacts } from './facts/fact-index.ts'
import { allFacts, type ExpensiveFact, type PageFacts } from './facts/page-facts.ts'
import type { PageInput } from './facts/page-input.ts'
import { factsFor } from './metadata/groups.ts'
import { type MetadataLookups, metadataLookups } from './metadata/lookups-needed.ts'
import { type MetadataOptions, metadataOf } from './metadata/metadata.ts'
import { siteFactsOf } from './site/site-facts.ts'
import { structuredDataOf } from './structured-data/structured-data.ts'

/** A page with what is wanted of it. */
export interface PageTask {
  readonly page: PageInput
  readonly options: MetadataOptions
  /** Set for an audit, whose look-ups stay within these limits. */
  readonly audit: AuditLimits | null
  /** Whether the facts for a report on the site are wanted as well. */
  readonly isOfSite: boolean
}

/** What a parser thread makes of a page. */
export interface ReadPage {
  /**
   * The values of `MetadataResult` as JSON text, in the order of the result. Those that look-ups decide are as when the
   * look-ups are refused: see `completedJson`.
   */
  readonly values: Readonly<Record<string, string>>
  readonly neededLookups: MetadataLookups
  /** Set for an audit; `structured` is `StructuredDataInput` as JSON. */
  readonly audit: { readonly neededLookups: AuditLookups; readonly structured: string } | null
  /** As in `PageFacts`. */
  readonly blocked: string | null
  /** See `encodePageFacts`; null unless wanted. */
  readonly siteFacts: string | null
  /** Time that the thread spent on the page. */
  readonly milliseconds: number
}

/** Reads a page, and names the look-ups that complete its result. */
export function readPage({ page, options, audit, isOfSite }: PageTask): ReadPage {
  const started = performance.now()
  const decoded = decodePage(page.body, headerOf(page, 'content-type'))
  const needed = audit === null ? factsFor(options.groups) : allFacts
  const facts = collectFacts(decoded, page, isOfSite ? forSite(needed) : needed)
  const metadata = metadataOf(facts, page, options, { canonicalStatus: 'refused', dominantColor: null })
  const values = Object.entries(metadata).map(([key, value]) => [key, JSON.stringify(value)])
  return {
    values: Object.fromEntries(values),
    // An audit needs no colours.
    neededLookups: metadataLookups(facts, page, audit === null ? options.groups : ['basic']),
    audit: audit === null ? null : auditPartOf(facts, page, audit),
    blocked: facts.blocked,
    siteFacts: isOfSite ? encodePageFacts(siteFactsOf(indexFacts(facts, page))) : null,
    milliseconds: performance.now() - started,
  }
}

function forSite(needed: ReadonlySet<ExpensiveFact>): ReadonlySet<ExpensiveFact> {
  return new Set([...needed, 'anchors', 'words', 'site'])
}

function auditPartOf(facts: PageFacts, page: PageInput, limits: AuditLimits): ReadPage['audit'] {
  const structured = structuredDataOf({ facts })
  return {
    neededLookups: auditLookups(indexFacts(facts, page), structured, limits),
    structured: JSON.stringify(toStructuredDataInput(structured)),
  }
}

const program = { page: readPage, target: targetFactsOf } as const
serveProgram(program)

/** Threads that read pages: audited ones, and the targets of their links. */
export type ParserPool = ThreadPool<typeof program>
