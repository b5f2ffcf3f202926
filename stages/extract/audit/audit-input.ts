import { BudgetExceeded } from '#shared/async/budget-exceeded.ts'
import type { CallOptions } from '#shared/async/threads/thread-pool.ts'
import { unavailable } from '#shared/errors.ts'
import type { PageFetched } from '#shared/messages/events/page-fetched.ts'
import type { AuditInput } from '#shared/messages/payloads/audit-input.ts'
import type { Lane } from '#shared/messages/topics.ts'
import type { Lookups } from '#shared/ports/lookups.ts'
import type { LookupAnswers } from '../metadata/lookups-needed.ts'
import { completedJson } from '../metadata/resolve-lookups.ts'
import type { ParserPool, ReadPage } from '../parser.worker.ts'
import type { AuditLimits } from './audit-lookups.ts'
import type { LookupContext } from './lookup-tasks.ts'
import { type AuditBounds, loadSiteContext, type SiteContext } from './site-context.ts'

export interface AuditOptions {
  /** Milliseconds for all look-ups of one audit. */
  readonly lookupsMs: number
  readonly limits: AuditLimits
  readonly bounds: AuditBounds
}

/** What an audit may ask outside of the page. */
export const auditOptions: AuditOptions = {
  lookupsMs: 9000,
  limits: { internalLinks: 50, externalLinks: 20, images: 30, resources: 30, alternates: 10 },
  bounds: { maxConcurrent: 16, maxConcurrentPerHost: 4, sitemaps: 5 },
}

export interface AuditInputPorts {
  readonly parsers: ParserPool
  readonly lookups: Lookups
  readonly audit: AuditOptions
}

/** One page to audit. */
export interface AuditWork {
  readonly page: PageFetched
  /** The same page as a parser thread read it. */
  readonly read: ReadPage
  /** Whose audit it is; null = an external producer's. */
  readonly tenant: string | null
  readonly lane: Lane
  /** Null = it belongs to no batch. */
  readonly batch: string | null
  /** Of the batch, as `encodePoliteness` writes them; absent = the installation's. */
  readonly politeness?: string
  readonly signal: AbortSignal
  readonly traceparent: string | null
}

/**
 * Builds the input of the score stage: the facts of the page, and the context of its site, from look-ups. Rejects with
 * `SERVICE_UNAVAILABLE` when no fetch stage serves look-ups.
 */
export async function buildAuditInput(
  { parsers, lookups, audit }: AuditInputPorts,
  { page, read, tenant, lane, batch, politeness, signal, traceparent }: AuditWork,
): Promise<AuditInput> {
  if (read.audit === null) throw new Error('the page was not read for an audit')
  const { neededLookups, structured } = read.audit
  const signals = [signal, AbortSignal.timeout(audit.lookupsMs)] as const
  const context: LookupContext = {
    lookups,
    readTarget: targetReader(parsers, { tenant, isUrgent: lane === 'interactive' }, signals),
    deadline: performance.now() + audit.lookupsMs,
    ...{ lane, batch, traceparent },
    ...(politeness !== undefined && { politeness }),
  }
  const siteContext = await loadSiteContext(context, neededLookups, boundsOf(audit.bounds, lane))
  const answers = { canonicalStatus: statusIn(siteContext, neededLookups.canonical), dominantColor: null }
  const metadata = JSON.parse(completedJson(read, answers))
  const { siteFacts } = read
  return {
    page,
    metadata,
    structured: JSON.parse(structured),
    ...(siteFacts !== null && { siteFacts }),
    ...siteContext,
  }
}

/**
 * A target page that exceeds a budget, or that no thread reads in time, is left out. The audited page is not
 * failed for it.
 */
function targetReader(
  parsers: ParserPool,
  caller: Pick<CallOptions, 'tenant' | 'isUrgent'>,
  [expired, late]: readonly [AbortSignal, AbortSignal],
): LookupContext['readTarget'] {
  const signal = AbortSignal.any([expired, late])
  return (file) =>
    parsers.run('target', file, { ...caller, signal, moved: file.body }).catch((error: unknown) => {
      const isLeftOut = error instanceof BudgetExceeded || error === late.reason
      throw isLeftOut ? unavailable('parsers', error) : error
    })
}

/**
 * On the batch lane requests to one host are spaced out (`infra/docs/batches.md#politeness`). Starting more than
 * one at a time would only let them wait.
 */
function boundsOf(bounds: AuditBounds, lane: Lane): AuditBounds {
  return lane === 'batch' ? { ...bounds, maxConcurrentPerHost: 1 } : bounds
}

function statusIn({ probes }: SiteContext, url: string | null): LookupAnswers['canonicalStatus'] {
  const answer = probes.find((probe) => probe.url === url)
  return answer?.error === 'refused' ? 'refused' : (answer?.status ?? null)
}
