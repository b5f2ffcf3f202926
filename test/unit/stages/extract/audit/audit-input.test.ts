import type { ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import { expect } from 'chai'
import { BudgetExceeded } from '#shared/async/budget-exceeded.ts'
import type { PageFetched } from '#shared/messages/events/page-fetched.ts'
import type { Lookups } from '#shared/ports/lookups.ts'
import { type AuditOptions, buildAuditInput } from '#stages/extract/audit/audit-input.ts'
import { type ParserPool, readPage } from '#stages/extract/parser.worker.ts'
import { driveClock } from '#test/unit/driven-clock.ts'
import { type Site, serve } from '../../fetch/http/loopback.ts'
import { fetched } from '../pages.ts'
import { neverAborted, parsers, parsersWith } from '../parsers.ts'
import { auditOptions } from './audit-options.ts'
import { realLookups } from './real-lookups.ts'

const robotsTxt = `User-agent: PageProbeBot
Disallow: /closed

User-agent: Googlebot
Disallow: /de
`
const page = `<title>Hats</title><link rel="canonical" href="/moved">
<link rel="alternate" hreflang="de" href="/de"><link rel="stylesheet" href="/a.css">
<meta property="og:image" content="/og.png">
<a href="/gone">a</a><a href="/closed">b</a><a href="http://10.0.0.1/">c</a><img src="/1.png">
<script type="application/ld+json">{"@context": "https://schema.org", "@type": "Hat", "name": "Bowler"}</script>`

describe('buildAuditInput', () => {
  let site: Site
  let real: { lookups: Lookups; end: () => Promise<void> }

  const html = (response: ServerResponse, text: string) =>
    response.setHeader('content-type', 'text/html').end(text)
  const routes: Readonly<Record<string, (response: ServerResponse) => unknown>> = {
    '/robots.txt': (response) => response.end(robotsTxt),
    '/sitemap.xml': (response) =>
      response.end(gzipSync(`<urlset><url><loc>${site.origin}/page/</loc></url></urlset>`)),
    '/moved': (response) => response.writeHead(301, { location: '/target' }).end(),
    '/target': (response) => html(response, '<link rel="canonical" href="/elsewhere">'),
    '/de': (response) =>
      html(
        response,
        `<link rel="alternate" hreflang="en" href="${site.origin}/page"><meta name="robots" content="noindex">`,
      ),
    '/a.css': (response) => response.writeHead(200, { 'cache-control': 'no-store' }).end('a{}'),
    '/og.png': (response) => response.setHeader('content-type', 'image/png').end('x'),
    '/endless': (response) => {
      response.setHeader('content-type', 'text/html').write('<p>')
      const timer = setInterval(() => response.write('x'), 20)
      response.on('close', () => clearInterval(timer))
    },
  }

  before(async () => {
    site = await serve(({ url = '' }, response) => {
      const route = routes[url]
      if (route) route(response)
      else response.writeHead(404).end()
    })
    real = await realLookups()
  })
  after(async () => {
    await real.end()
    await site.close()
  })

  const passedOn = (): PageFetched => ({
    finalUrl: `${site.origin}/page`,
    status: 200,
    headers: {},
    redirects: [],
    fetchedAt: '2026-03-01T12:00:00.000Z',
    robotsAllowed: true,
    body: { base64: '' },
    isCut: false,
    httpVersion: '2',
    ttfbMs: 4,
  })
  function audit(text: string, pool: ParserPool = parsers, own: Partial<AuditOptions> = {}) {
    const options = { groups: ['all'], maxImages: 100, maxLinks: 500 } as const
    const read = readPage({
      page: fetched(text, { url: `${site.origin}/page` }),
      options,
      audit: auditOptions.limits,
      isOfSite: false,
    })
    return buildAuditInput(
      { parsers: pool, lookups: real.lookups, audit: { ...auditOptions, ...own } },
      {
        ...{ page: passedOn(), read, tenant: null, lane: 'interactive', batch: null },
        ...{ signal: neverAborted, traceparent: null },
      },
    )
  }

  /** The same, while time passes: no look-up waits for a thread, so a busy machine changes nothing. */
  function auditInTime(...given: Parameters<typeof audit>) {
    const clock = driveClock()
    return clock.settle(audit(...given)).finally(clock.stop)
  }

  it('holds all facts of the page and of its site', async () => {
    const input = await audit(page)
    const at = (path: string) => `${site.origin}${path}`
    expect(input.page).to.deep.equal(passedOn())
    expect(input.robots).to.include({ url: at('/robots.txt'), state: 'found', text: robotsTxt })
    expect(input.llmsTxt).to.include({ status: 404, text: '' })
    expect(input.sitemaps).to.deep.include({
      matches: [{ sitemap: at('/sitemap.xml'), loc: at('/page/'), lastmod: null, alternates: [] }],
      isComplete: true,
    })
    const targets = input.targets.map(({ url, ...target }) => [url.slice(site.origin.length), target])
    expect(Object.fromEntries(targets)).to.deep.equal({
      '/moved': {
        finalUrl: at('/target'),
        status: 200,
        error: null,
        redirects: [{ url: at('/moved'), status: 301, location: at('/target') }],
        contentType: 'text/html',
        robotsAllowed: true,
        robotsHeaders: [],
        canonical: at('/elsewhere'),
        robotsMetas: [],
        alternates: [],
      },
      '/de': {
        finalUrl: at('/de'),
        status: 200,
        error: null,
        redirects: [],
        contentType: 'text/html',
        robotsAllowed: false,
        robotsHeaders: [],
        canonical: null,
        robotsMetas: [{ name: 'robots', content: 'noindex' }],
        alternates: [{ hreflang: 'en', href: at('/page') }],
      },
    })
    const probes = input.probes.map(({ url, status, error }) => [
      url.replace(site.origin, ''),
      status ?? error,
    ])
    expect(Object.fromEntries(probes)).to.deep.equal({
      '/moved': 301,
      '/de': 200,
      '/favicon.ico': 404,
      '/og.png': 200,
      '/a.css': 200,
      '/1.png': 404,
      '/gone': 404,
      '/closed': 'refused',
      'http://10.0.0.1/': 'refused',
    })
    expect(input.probes.find(({ url }) => url === at('/a.css'))?.headers).to.include({
      'cache-control': 'no-store',
    })
    expect(input.metadata).to.deep.include({ title: 'Hats', dominant_color: null })
    expect(input.metadata.canonical).to.include({ href: at('/moved'), status: 301, resolves: false })
    expect(input.structured.items.map(({ types }) => types)).to.deep.equal([['Hat']])
    expect(input.unasked).to.deep.equal([])
    expect(site.requested).not.to.include('/closed')
  })

  it('ends in time when targets answer slowly, and counts the skipped look-ups', async () => {
    const links = Array.from({ length: 5 }, (_, index) => `<a href="/${index}">x</a>`).join('')
    const input = await auditInTime(`<link rel="canonical" href="/endless">${links}`, parsers, {
      lookupsMs: 3500,
      bounds: { maxConcurrent: 8, maxConcurrentPerHost: 1, sitemaps: 1 },
    })
    const [target] = input.targets
    expect(target).to.deep.include({ url: `${site.origin}/endless`, status: null, error: 'timeout' })
    expect(input.metadata.canonical).to.include({ status: null, resolves: false })
    expect(input.llmsTxt).to.include({ status: null, error: 'timeout' })
    expect(input.unasked).to.have.deep.members([
      { what: 'icons', reason: 'time', count: 1 },
      { what: 'other', reason: 'time', count: 1 },
      { what: 'links', reason: 'time', count: 5 },
    ])
  })

  it('leaves out a target whose HTML exceeds a budget', async () => {
    const exceeded = new BudgetExceeded('timeout', { timeoutMs: 8000, memoryMb: 256 })
    const pool = parsersWith('target', () => Promise.reject(exceeded))
    const input = await audit(page, pool)
    expect(input.targets).to.deep.equal([])
    expect(input.unasked).to.deep.equal([
      { what: 'canonical', reason: 'unavailable', count: 1 },
      { what: 'alternates', reason: 'unavailable', count: 1 },
    ])
  })

  it('leaves out a target that no thread reads in time', async () => {
    const pool = parsersWith(
      'target',
      (signal) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    )
    const input = await auditInTime(page, pool, { lookupsMs: 2000 })
    expect(input.targets).to.deep.equal([])
    expect(input.unasked).to.deep.include({ what: 'canonical', reason: 'unavailable', count: 1 })
  })
})
