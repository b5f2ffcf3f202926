import type { AuditInput, RobotsInput, TargetPage, TextFile } from '#shared/messages/payloads/audit-input.ts'
import type { MetadataResult } from '#shared/operations/results/metadata-result.ts'
import type { ProbeAnswer } from '#shared/ports/lookups.ts'
import { decodePage } from '#shared/web/html/charset.ts'
import { collectFacts } from '#stages/extract/facts/collect-facts.ts'
import { metadataOf } from '#stages/extract/metadata/metadata.ts'
import { defaultBudgets, type ParseBudgets } from '#stages/score/audit/document/parse-tree.ts'
import { buildFacts } from '#stages/score/audit/facts/build-facts.ts'
import type { Facts } from '#stages/score/audit/facts/facts.ts'

type Headers = Readonly<Record<string, string | readonly string[]>>

/**
 * A page as a test describes it. By default it is a plain page that answers 200 in UTF-8, without robots.txt or
 * sitemap.
 */
export interface AuditPage {
  readonly html?: string | Uint8Array
  /** The page's final URL. */
  readonly url?: string
  /** The requested URL; the final URL unless there are redirects. */
  readonly requested?: string
  readonly status?: number
  /** Names in lower case; added to a Content-Type of HTML in UTF-8. */
  readonly headers?: Headers
  readonly device?: 'mobile' | 'desktop'
  /** Time of the fetch, ISO 8601. */
  readonly fetchedAt?: string
  readonly redirects?: AuditInput['page']['redirects']
  readonly httpVersion?: '1.1' | '2' | null
  readonly ttfbMs?: number | null
  /** The text of robots.txt. */
  readonly robotsTxt?: string
  readonly robots?: Partial<RobotsInput>
  readonly sitemaps?: Partial<AuditInput['sitemaps']>
  /** Answers by URL; a number is a status. */
  readonly probes?: Readonly<Record<string, number | Partial<ProbeAnswer>>>
  readonly targets?: readonly (Pick<TargetPage, 'url'> & Partial<TargetPage>)[]
  readonly llmsTxt?: Partial<TextFile>
  readonly metadata?: Partial<MetadataResult>
  readonly structured?: Partial<AuditInput['structured']>
  readonly unasked?: AuditInput['unasked']
  /** Limits of the parse, where the test is about a page beyond them. */
  readonly budgets?: Partial<ParseBudgets>
}

export const PAGE_URL = 'https://www.example.com/page'
const FETCHED_AT = '2026-03-01T12:00:00.000Z'

/**
 * The facts of a page, from the service's own parsing and extraction. Metadata is extracted only when a rule reads
 * it: that costs as much as parsing the page.
 */
export function auditFacts(page: AuditPage): Facts {
  const body = bodyOf(page)
  const fetched = fetchedOf(page)
  const { requested, url = PAGE_URL, device = 'mobile' } = page
  const budgets = { ...defaultBudgets, ...page.budgets }
  const facts = buildFacts(inputOf(page, fetched), body, { url: requested ?? url, device, budgets })
  let metadata: MetadataResult | undefined
  return Object.defineProperty(facts, 'metadata', {
    get: () => {
      metadata ??= metadataFor(page, fetched, body)
      return metadata
    },
  })
}

/** The input of the audit as the extract stage makes it. */
export function auditMaterial(page: AuditPage): { material: AuditInput; body: Uint8Array } {
  const body = bodyOf(page)
  const fetched = fetchedOf(page)
  const input = inputOf(page, fetched)
  const base64 = Buffer.from(body).toString('base64')
  const metadata = metadataFor(page, fetched, body)
  return { material: { ...input, page: { ...input.page, body: { base64 } }, metadata }, body }
}

function bodyOf({ html = '<!doctype html><title>Page</title>' }: AuditPage): Uint8Array {
  return typeof html === 'string' ? new Uint8Array(Buffer.from(html)) : html
}

/** The input of the audit without the body and its metadata. */
function inputOf(page: AuditPage, fetched: ReturnType<typeof fetchedOf>): AuditInput {
  const { url = PAGE_URL, sitemaps, probes = {} } = page
  return {
    page: { ...fetched, body: { base64: '' } },
    robots: robotsOf(page, new URL(url).origin),
    sitemaps: { files: [], matches: [], isComplete: true, ...sitemaps },
    probes: Object.entries(probes).map(([address, answer]) => probeOf(address, answer)),
    targets: (page.targets ?? []).map(targetOf),
    llmsTxt: { ...textFile(new URL('/llms.txt', url).href), status: 404, ...page.llmsTxt },
    metadata: {} as MetadataResult,
    structured: { items: [], findings: [], blocks: 0, isCut: false, ...page.structured },
    unasked: page.unasked ?? [],
    timings: {},
  }
}

function fetchedOf(page: AuditPage) {
  const { url = PAGE_URL, status = 200, headers = {}, fetchedAt = FETCHED_AT, redirects = [] } = page
  const all: Headers = { 'content-type': 'text/html; charset=utf-8', ...headers }
  return {
    finalUrl: url,
    status,
    headers: Object.fromEntries(Object.entries(all).map(([name, value]) => [name, [value].flat()])),
    redirects,
    fetchedAt,
    robotsAllowed: true,
    isCut: false,
    httpVersion: page.httpVersion ?? null,
    ttfbMs: page.ttfbMs ?? null,
  }
}

function metadataFor(
  { metadata }: AuditPage,
  page: ReturnType<typeof fetchedOf>,
  body: Uint8Array,
): MetadataResult {
  const { robotsAllowed, ...rest } = page
  const fetched = {
    ...rest,
    url: page.finalUrl,
    body,
    uaFamily: 'mobile',
    robotsTxtAllowed: robotsAllowed,
  } as const
  const decoded = decodePage(body, page.headers['content-type']?.[0] ?? null)
  const facts = collectFacts(decoded, fetched)
  const wanted = { groups: ['all'], maxImages: 100, maxLinks: 500 } as const
  const read = metadataOf(facts, fetched, wanted, { canonicalStatus: null, dominantColor: null })
  return { ...(read as MetadataResult), ...metadata }
}

function textFile(url: string): TextFile {
  return {
    url,
    finalUrl: url,
    status: 200,
    error: null,
    contentType: 'text/plain',
    redirects: [],
    bytes: 0,
    text: '',
    isCut: false,
  }
}

function robotsOf({ robotsTxt, robots }: AuditPage, origin: string): RobotsInput {
  const file = textFile(`${origin}/robots.txt`)
  if (robotsTxt === undefined) return { ...file, status: 404, state: 'absent', ...robots }
  return { ...file, text: robotsTxt, bytes: Buffer.byteLength(robotsTxt), state: 'found', ...robots }
}

function probeOf(url: string, answer: number | Partial<ProbeAnswer>): ProbeAnswer {
  const given = typeof answer === 'number' ? { status: answer } : answer
  return {
    url,
    status: 200,
    location: null,
    contentType: null,
    error: null,
    headers: {},
    ...given,
  } as ProbeAnswer
}

function targetOf(target: Pick<TargetPage, 'url'> & Partial<TargetPage>): TargetPage {
  return {
    finalUrl: target.url,
    status: 200,
    error: null,
    redirects: [],
    contentType: 'text/html; charset=utf-8',
    robotsAllowed: true,
    canonical: null,
    robotsMetas: [],
    robotsHeaders: [],
    alternates: [],
    ...target,
  }
}
