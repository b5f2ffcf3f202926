import { unavailable } from '#shared/errors.ts'
import type { PageFetched } from '#shared/messages/page-fetched.ts'
import type { AuditInput } from '#shared/messages/payloads/audit-input.ts'
import type { Lane } from '#shared/messages/topics.ts'
import type { Lookups } from '#shared/ports/lookups.ts'
import type { Gathered, Questions, Wanted } from '../adapters/messages.ts'
import type { ParserPool } from '../adapters/parser-pool.ts'
import { BudgetBreached } from '../adapters/parser-thread.ts'
import type { FetchedPage } from '../page.ts'
import type { Asking } from './asking.ts'
import type { AuditExtract } from './audit-extract.ts'
import type { AuditLimits } from './questions.ts'
import { type AuditBounds, gatherSurroundings, type Surroundings } from './surroundings.ts'

export interface AuditOptions {
  /** Milliseconds for all that is asked outside of the page. */
  readonly gatherMs: number
  /** Bytes of a file that are read. */
  readonly fileMaxBytes: number
  readonly limits: AuditLimits
  readonly bounds: AuditBounds
}

export interface AuditPorts {
  readonly parsers: ParserPool
  readonly lookups: Lookups
  readonly audit: AuditOptions
}

/** One page that is to be audited. */
export interface AuditWork {
  readonly page: PageFetched
  /** The same with its body, whose memory moves to a parser. */
  readonly fetched: FetchedPage
  readonly lane: Lane
  readonly signal: AbortSignal
  readonly traceparent: string | null
}

/** The greatest that `GET /metadata` can be asked for. */
const everything = { groups: ['all'], maxImages: 100, maxLinks: 500 } as const

/**
 * All that score needs of a page: read by the parsers, its surroundings asked meanwhile. Rejects as
 * `ParserPool.extract` does, with `SERVICE_UNAVAILABLE` when nobody serves look-ups.
 */
export async function auditMaterialOf(
  { parsers, lookups, audit }: AuditPorts,
  { page, fetched, lane, signal, traceparent }: AuditWork,
): Promise<{ readonly material: AuditInput; readonly milliseconds: number }> {
  const isUrgent = lane === 'interactive'
  let surroundings: Surroundings | null = null
  const gather = async ({ audit: questions }: Questions): Promise<Gathered> => {
    if (questions === undefined) throw new Error('a parser asked nothing for an audit')
    const until = performance.now() + audit.gatherMs
    const readTarget = targetReader(parsers, isUrgent, [signal, AbortSignal.timeout(audit.gatherMs)])
    const whose = { lane, traceparent, fileMaxBytes: audit.fileMaxBytes }
    const asking: Asking = { lookups, readTarget, until, ...whose }
    surroundings = await gatherSurroundings(asking, questions, boundsOf(audit.bounds, lane))
    return { canonicalStatus: statusIn(surroundings, questions.canonical), dominantColor: null }
  }
  const wanted: Wanted = { ...everything, audit: audit.limits }
  const { json, milliseconds } = await parsers.extract(fetched, wanted, isUrgent, gather, signal)
  if (surroundings === null) throw new Error('a parser asked nothing for an audit')
  const { metadata, structured } = JSON.parse(json) as AuditExtract
  return { material: { page, metadata, structured, ...(surroundings as Surroundings) }, milliseconds }
}

/** Another page that breaks a budget, or that no parser has time for, is left out; the audited one has done nothing. */
function targetReader(
  parsers: ParserPool,
  isUrgent: boolean,
  [expired, late]: readonly [AbortSignal, AbortSignal],
): Asking['readTarget'] {
  const signal = AbortSignal.any([expired, late])
  return (file) =>
    parsers.readTarget(file, isUrgent, signal).catch((error: unknown) => {
      const isLeftOut = error instanceof BudgetBreached || error === late.reason
      throw isLeftOut ? unavailable('parsers', error) : error
    })
}

/** A host is asked in turns on the batch lane: what would only wait for them is better not begun. */
function boundsOf(bounds: AuditBounds, lane: Lane): AuditBounds {
  return lane === 'batch' ? { ...bounds, perHost: 1 } : bounds
}

function statusIn({ probes }: Surroundings, url: string | null): Gathered['canonicalStatus'] {
  const answer = probes.find((probe) => probe.url === url)
  return answer?.error === 'refused' ? 'refused' : (answer?.status ?? null)
}
