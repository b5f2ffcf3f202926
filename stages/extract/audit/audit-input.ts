import { unavailable } from '#shared/errors.ts'
import type { PageFetched } from '#shared/messages/page-fetched.ts'
import type { AuditInput } from '#shared/messages/payloads/audit-input.ts'
import type { Lane } from '#shared/messages/topics.ts'
import type { Lookups } from '#shared/ports/lookups.ts'
import type { ExtractOptions, LookupAnswers, LookupsNeeded } from '../adapters/messages.ts'
import type { ParserPool } from '../adapters/parser-pool.ts'
import { BudgetExceeded } from '../adapters/parser-thread.ts'
import type { PageInput } from '../facts/page-input.ts'
import type { AuditExtract } from './audit-extract.ts'
import type { AuditLimits } from './audit-lookups.ts'
import type { LookupContext } from './lookup-context.ts'
import { type AuditBounds, loadSiteContext, type SiteContext } from './site-context.ts'

export interface AuditOptions {
  /** Milliseconds for all that is asked outside of the page. */
  readonly lookupsMs: number
  /** Bytes of a file that are read. */
  readonly fileMaxBytes: number
  readonly limits: AuditLimits
  readonly bounds: AuditBounds
}

export interface AuditInputPorts {
  readonly parsers: ParserPool
  readonly lookups: Lookups
  readonly audit: AuditOptions
}

/** One page that is to be audited. */
export interface AuditWork {
  readonly page: PageFetched
  /** The same with its body, whose memory moves to a parser. */
  readonly fetched: PageInput
  readonly lane: Lane
  readonly signal: AbortSignal
  readonly traceparent: string | null
}

/** The greatest that `GET /metadata` can be asked for. */
const allGroups = { groups: ['all'], maxImages: 100, maxLinks: 500 } as const

/**
 * All that score needs of a page: read by the parsers, its surroundings asked meanwhile. Rejects as
 * `ParserPool.extract` does, with `SERVICE_UNAVAILABLE` when nobody serves look-ups.
 */
export async function buildAuditInput(
  { parsers, lookups, audit }: AuditInputPorts,
  { page, fetched, lane, signal, traceparent }: AuditWork,
): Promise<{ readonly input: AuditInput; readonly milliseconds: number }> {
  const isUrgent = lane === 'interactive'
  let siteContext: SiteContext | null = null
  const gather = async ({ audit: neededLookups }: LookupsNeeded): Promise<LookupAnswers> => {
    if (neededLookups === undefined) throw new Error('a parser asked nothing for an audit')
    const deadline = performance.now() + audit.lookupsMs
    const readTarget = targetReader(parsers, isUrgent, [signal, AbortSignal.timeout(audit.lookupsMs)])
    const whose = { lane, traceparent, fileMaxBytes: audit.fileMaxBytes }
    const context: LookupContext = { lookups, readTarget, deadline, ...whose }
    siteContext = await loadSiteContext(context, neededLookups, boundsOf(audit.bounds, lane))
    return { canonicalStatus: statusIn(siteContext, neededLookups.canonical), dominantColor: null }
  }
  const wanted: ExtractOptions = { ...allGroups, audit: audit.limits }
  const { json, milliseconds } = await parsers.extract(fetched, wanted, isUrgent, gather, signal)
  if (siteContext === null) throw new Error('a parser asked nothing for an audit')
  const { metadata, structured } = JSON.parse(json) as AuditExtract
  return { input: { page, metadata, structured, ...(siteContext as SiteContext) }, milliseconds }
}

/** Another page that breaks a budget, or that no parser has time for, is left out; the audited one has done nothing. */
function targetReader(
  parsers: ParserPool,
  isUrgent: boolean,
  [expired, late]: readonly [AbortSignal, AbortSignal],
): LookupContext['readTarget'] {
  const signal = AbortSignal.any([expired, late])
  return (file) =>
    parsers.readTarget(file, isUrgent, signal).catch((error: unknown) => {
      const isLeftOut = error instanceof BudgetExceeded || error === late.reason
      throw isLeftOut ? unavailable('parsers', error) : error
    })
}

/** A host is asked in turns on the batch lane: what would only wait for them is better not begun. */
function boundsOf(bounds: AuditBounds, lane: Lane): AuditBounds {
  return lane === 'batch' ? { ...bounds, maxConcurrentPerHost: 1 } : bounds
}

function statusIn({ probes }: SiteContext, url: string | null): LookupAnswers['canonicalStatus'] {
  const answer = probes.find((probe) => probe.url === url)
  return answer?.error === 'refused' ? 'refused' : (answer?.status ?? null)
}
