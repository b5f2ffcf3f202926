import type { AuditInput, TextFile } from '#shared/messages/payloads/audit-input.ts'
import { robotsText } from '#shared/web/robots/robots-text.ts'
import { type TargetFacts, targetFactsOf } from '#stages/extract/audit/target-facts.ts'
import { completedJson } from '#stages/extract/metadata/resolve-lookups.ts'
import { type PageTask, type ReadPage, readPage } from '#stages/extract/parser.worker.ts'
import { SitemapEntries } from '#stages/fetch/sitemap/sitemap-entries.ts'
import { SitemapParser } from '#stages/fetch/sitemap/sitemap-parser.ts'
import type { HostilePage } from './hostile-page.ts'

/** Limits of an audit, as the settings have them by default. */
const limits = { internalLinks: 100, externalLinks: 30, images: 50, resources: 50, alternates: 20 }
const FETCHED_AT = '2026-03-01T12:00:00.000Z'
const NOW = Date.parse(FETCHED_AT)

/** The task of a parser thread for a page of a crawl that is audited. */
function taskOf({ html, url, headers }: HostilePage): PageTask {
  return {
    page: {
      ...responseOf(url, headers),
      url,
      uaFamily: 'mobile',
      robotsTxtAllowed: true,
      body: Buffer.from(html),
    },
    options: { groups: ['all'], maxImages: 100, maxLinks: 500 },
    audit: limits,
    isOfSite: true,
  }
}

function responseOf(url: string, headers: HostilePage['headers']) {
  const all = { 'content-type': 'text/html; charset=utf-8', ...headers }
  return {
    finalUrl: url,
    status: 200,
    headers: Object.fromEntries(Object.entries(all).map(([name, value]) => [name, [value]])),
    redirects: [],
    fetchedAt: FETCHED_AT,
    isCut: false,
    httpVersion: '2',
    ttfbMs: 100,
  } as const
}

export function read(page: HostilePage): ReadPage {
  return readPage(taskOf(page))
}

/** The page as the target of another one. */
export function readTarget({ html, url, headers }: HostilePage): TargetFacts {
  const { link, 'content-type': contentType = 'text/html' } = headers
  return targetFactsOf({
    body: Buffer.from(html),
    contentType,
    finalUrl: url,
    linkHeaders: link === undefined ? [] : [link],
  })
}

export function readSitemap({ sitemap, url }: HostilePage) {
  const entries = new SitemapEntries({ url, lookFor: [url], now: NOW })
  const parser = new SitemapParser(entries, Number.POSITIVE_INFINITY, 'https://a.example/sitemap.xml')
  parser.write(Buffer.from(sitemap))
  parser.end()
  return { ...entries.findings(), ...parser.findings() }
}

/** The input of the audit, where everything that the page refers to answers, and each target is the page itself. */
export function auditInputOf(page: HostilePage, reading: ReadPage, facts: TargetFacts): AuditInput {
  const { url, headers, robotsTxt, llmsTxt } = page
  const { audit } = reading
  if (audit === null) throw new Error('the page was not read for an audit')
  const { internalLinks, externalLinks, images, resources, shareImages, icons, alternates, canonical } =
    audit.neededLookups
  const targets = [...(canonical === null ? [] : [canonical]), ...alternates]
  const probes = new Set([
    ...targets,
    ...internalLinks,
    ...externalLinks,
    ...images,
    ...resources,
    ...shareImages,
    ...icons,
  ])
  const { children: _, matches, ...scan } = readSitemap(page)
  const sitemap = `${new URL(url).origin}/sitemap.xml`
  const answer = {
    status: 200,
    error: null,
    contentType: headers['content-type'] ?? 'text/html',
    redirects: [],
  }
  return {
    page: { ...responseOf(url, headers), robotsAllowed: true, body: { base64: '' } },
    robots: {
      ...fileOf(`${new URL(url).origin}/robots.txt`, robotsText(Buffer.from(robotsTxt))),
      state: 'found',
    },
    sitemaps: {
      files: [{ url: sitemap, status: 200, error: null, from: 'robots', ...scan }],
      matches: matches.map((match) => ({ sitemap, ...match })),
      isComplete: true,
    },
    probes: [...probes].map((probed) => ({
      url: probed,
      status: 200,
      location: null,
      contentType: answer.contentType,
      error: null,
      headers,
      httpVersion: '2',
    })),
    targets: targets.map((target) => ({
      url: target,
      finalUrl: target,
      ...answer,
      robotsAllowed: true,
      robotsHeaders: [headers['x-robots-tag'] ?? ''],
      ...facts,
    })),
    llmsTxt: fileOf(`${new URL(url).origin}/llms.txt`, llmsTxt),
    metadata: JSON.parse(completedJson(reading, { canonicalStatus: 200, dominantColor: null })),
    structured: JSON.parse(audit.structured),
    siteFacts: reading.siteFacts ?? '',
    unasked: [],
    timings: {},
  }
}

function fileOf(url: string, text: string): TextFile {
  return {
    url,
    finalUrl: url,
    status: 200,
    error: null,
    contentType: 'text/plain',
    redirects: [],
    bytes: text.length,
    text,
    isCut: false,
  }
}
