import type { CallOptions, FetchedFile, Lookups, SitemapScan } from '#shared/ports/lookups.ts'
import type { LookupContext } from '#stages/extract/audit/lookup-tasks.ts'
import { targetFactsOf } from '#stages/extract/audit/target-facts.ts'
import { probeAnswer } from '#test/support/audit/probe-answer.ts'

/** Responses of a site by URL. Other URLs answer 404, or 200 to a probe. */
export interface Scripted {
  readonly files?: Readonly<Record<string, Partial<FetchedFile> & { readonly text?: string }>>
  readonly scans?: Readonly<Record<string, Partial<SitemapScan>>>
  readonly lookups?: Partial<Lookups>
  readonly budgetMs?: number
}

interface Requested {
  readonly method: string
  readonly url: string
  readonly budget: CallOptions
}

const nothing = { count: 0, first: null }

/** A look-up context whose look-ups record their requests. */
export function scripted({ files = {}, scans = {}, lookups = {}, budgetMs = 60_000 }: Scripted = {}) {
  const requested: Requested[] = []
  const known: Partial<Lookups> = {
    async probe(urls, budget) {
      for (const url of urls) requested.push({ method: 'probe', url, budget })
      return urls.map((url) => probeAnswer(url))
    },
    async robots(url, _agent, budget) {
      requested.push({ method: 'robots', url, budget })
      const nothing = { rule: null, line: null, group: null, crawlDelay: null, sitemaps: [] }
      return { robotsUrl: '', state: 'absent', allowed: true, ...nothing }
    },
    async fetchFile(url, _maxBytes, budget) {
      requested.push({ method: 'file', url, budget })
      return fileOf(url, files[url])
    },
    async scanSitemap(url, _lookFor, budget) {
      requested.push({ method: 'sitemap', url, budget })
      return scanOf(url, scans[url])
    },
    ...lookups,
  }
  const context: LookupContext = {
    lookups: known as Lookups,
    readTarget: async (file) => targetFactsOf(file),
    deadline: performance.now() + budgetMs,
    traceparent: null,
    lane: 'interactive',
    batch: null,
  }
  const urls = (...methods: string[]) =>
    requested.filter(({ method }) => methods.includes(method)).map(({ url }) => url)
  return { asking: context, asked: requested, urls }
}

function fileOf(
  url: string,
  { text = '', ...file }: NonNullable<Scripted['files']>[string] = { status: 404 },
) {
  const headers = { contentType: 'text/html', robotsHeaders: [], linkHeaders: [] }
  const whole = { error: null, redirects: [], isCut: false, body: new Uint8Array(Buffer.from(text)) }
  return { url, finalUrl: url, status: 200, ...headers, ...whole, ...file }
}

function scanOf(url: string, scan: Partial<SitemapScan> = { status: 404, kind: 'other' }): SitemapScan {
  const tallies = { foreign: nothing, lastmodInvalid: nothing, lastmodFuture: nothing }
  const read = { fault: null, bytes: 0, entries: 0, isCut: false, children: [], matches: [] }
  return { url, status: 200, error: null, kind: 'urlset', ...read, ...tallies, ...scan }
}
