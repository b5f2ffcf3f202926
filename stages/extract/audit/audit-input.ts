import { unavailable } from '#shared/errors.ts'
import type { PageFetched } from '#shared/messages/events/page-fetched.ts'
import type { AuditInput } from '#shared/messages/payloads/audit-input.ts'
import type { Lane } from '#shared/messages/topics.ts'
import type { Lookups } from '#shared/ports/lookups.ts'
import type { ExtractOptions, LookupsNeeded } from '../adapters/messages.ts'
import type { ParserPool } from '../adapters/parser-pool.ts'
import { BudgetExceeded } from '../adapters/parser-thread.ts'
import type { PageInput } from '../facts/page-input.ts'
import type { LookupAnswers } from '../metadata/lookups-needed.ts'
import type { AuditLimits } from './audit-lookups.ts'
import type { LookupContext } from './lookup-tasks.ts'
import { type AuditBounds, loadSiteContext, type SiteContext } from './site-context.ts'

export interface AuditOptions {
  /** Milliseconds for all look-ups of one audit. */
  readonly lookupsMs: number
  /** Bytes that are read of each file. */
  readonly fileMaxBytes: number
  readonly limits: AuditLimits
  readonly bounds: AuditBounds
}

export interface AuditInputPorts {
  readonly parsers: ParserPool
  readonly lookups: Lookups
  readonly audit: AuditOptions
}

/** The part of the input that a parser thread makes from the page itself. */
export type AuditExtract = Pick<AuditInput, 'metadata' | 'structured'>

/** One page to audit. */
export interface AuditWork {
  readonly page: PageFetched
  /** The same page with its body. The memory of the body moves to a parser thread. */
  readonly fetched: PageInput
  readonly lane: Lane
  readonly signal: AbortSignal
  readonly traceparent: string | null
}

/** The largest result of `GET /metadata`. */
const allGroups = { groups: ['all'], maxImages: 100, maxLinks: 500 } as const

/**
 * Builds the input of the score stage: the facts of the page, from a parser thread, and the context of its site,
 * from look-ups. Rejects as `ParserPool.extract` does, and with `SERVICE_UNAVAILABLE` when no fetch stage serves
 * look-ups.
 */
export async function buildAuditInput(
  { parsers, lookups, audit }: AuditInputPorts,
  { page, fetched, lane, signal, traceparent }: AuditWork,
): Promise<{ readonly input: AuditInput; readonly milliseconds: number }> {
  const isUrgent = lane === 'interactive'
  let siteContext: SiteContext | null = null
  const resolve = async ({ audit: neededLookups }: LookupsNeeded): Promise<LookupAnswers> => {
    if (neededLookups === undefined) throw new Error('the parser thread named no look-ups for an audit')
    const deadline = performance.now() + audit.lookupsMs
    const readTarget = targetReader(parsers, isUrgent, [signal, AbortSignal.timeout(audit.lookupsMs)])
    const callerContext = { lane, traceparent, fileMaxBytes: audit.fileMaxBytes }
    const context: LookupContext = { lookups, readTarget, deadline, ...callerContext }
    siteContext = await loadSiteContext(context, neededLookups, boundsOf(audit.bounds, lane))
    return { canonicalStatus: statusIn(siteContext, neededLookups.canonical), dominantColor: null }
  }
  const extractOptions: ExtractOptions = { ...allGroups, audit: audit.limits }
  const { json, milliseconds } = await parsers.extract(fetched, extractOptions, isUrgent, resolve, signal)
  if (siteContext === null) throw new Error('the parser thread named no look-ups for an audit')
  const { metadata, structured } = JSON.parse(json) as AuditExtract
  return { input: { page, metadata, structured, ...(siteContext as SiteContext) }, milliseconds }
}

/**
 * A target page that exceeds a budget, or that no thread reads in time, is left out. The audited page is not
 * failed for it.
 */
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

/**
 * On the batch lane requests to one host are spaced out (`infra/docs/contract.md#politeness`). Starting more than
 * one at a time would only let them wait.
 */
function boundsOf(bounds: AuditBounds, lane: Lane): AuditBounds {
  return lane === 'batch' ? { ...bounds, maxConcurrentPerHost: 1 } : bounds
}

function statusIn({ probes }: SiteContext, url: string | null): LookupAnswers['canonicalStatus'] {
  const answer = probes.find((probe) => probe.url === url)
  return answer?.error === 'refused' ? 'refused' : (answer?.status ?? null)
}
