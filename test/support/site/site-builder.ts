import { DatabaseSync } from 'node:sqlite'
import type { Outcome } from '#shared/messages/events/outcome.ts'
import type { AuditSiteFacts, FailedPageRule, PageSiteFacts } from '#shared/messages/payloads/site-facts.ts'
import { FAILED, resultTopic } from '#shared/messages/topics.ts'
import { makeGatherer } from '#stages/batch/adapters/sqlite/site/gather.ts'
import { type LoadedSite, loadSite } from '#stages/batch/adapters/sqlite/site/load/load-site.ts'
import { SITE_SCHEMA, siteTables } from '#stages/batch/adapters/sqlite/site/statements.ts'
import type { Batch, Item } from '#stages/batch/frontier/frontier.ts'
import { scan } from '#stages/extract/html/scanner.ts'
import { factsText } from './facts-text.ts'

/** The origin of paths. */
export const ORIGIN = 'https://site.test'

/** A link: a path or URL, or more about it. */
export type LinkPlan = string | { readonly to: string; readonly text?: string; readonly nofollow?: boolean }

/** What a page says. What is left out is empty, and the page answers with 200. */
export interface PagePlan {
  readonly status?: number
  /** Where the page is after redirects; default: where it was requested. */
  readonly finalUrl?: string
  readonly redirects?: readonly (readonly [url: string, status: number])[]
  readonly title?: string
  readonly description?: string
  readonly h1?: string
  readonly canonical?: string
  readonly isNoindex?: boolean
  readonly isAllowed?: boolean
  readonly isChallenge?: boolean
  readonly links?: readonly LinkPlan[]
  /** By hreflang. */
  readonly alternates?: Readonly<Record<string, string>>
  /** What each `@id` is. */
  readonly nodes?: Readonly<Record<string, string>>
  /** The main text. */
  readonly text?: string
  readonly words?: number
  readonly overall?: number
  /** Ids of the rules of the audit that the page failed. */
  readonly failedRules?: readonly string[]
  /** Ids of the rules that could not be decided. */
  readonly undecidedRules?: readonly string[]
  /** Where the page sends on at once. */
  readonly refresh?: string
  readonly depth?: number
}

/** What is known of a site, by path or URL, in the order in which it came. */
export interface SitePlan {
  /** The first one is the start page. */
  readonly pages: Readonly<Record<string, PagePlan>>
  readonly failures?: Readonly<Record<string, { readonly code: string; readonly details?: object }>>
  readonly probes?: Readonly<
    Record<string, { readonly status?: number; readonly error?: string; readonly to?: string }>
  >
  /** Entries of the sitemaps; left out = they were not read. */
  readonly listed?: readonly string[]
  /** Origins whose sitemaps were read; left out = those of the start pages, as in files of former versions. */
  readonly sitemapOrigins?: readonly string[]
  /** Default: true. */
  readonly isCrawl?: boolean
}

/** The whole URL of a path. */
export const urlOf = (path: string) => (path.startsWith('/') ? ORIGIN + path : path)

/** Makes the site of a plan in the same way as the batch part: facts are encoded, gathered, stored and loaded. */
export function siteOf(plan: SitePlan): LoadedSite {
  const db = new DatabaseSync(':memory:')
  db.exec(SITE_SCHEMA)
  fillSite(db, plan)
  const { isCrawl = true, listed } = plan
  return loadSite(db, { batch: 1, isCrawl, hasReadSitemaps: listed !== undefined })
}

/** Stores what a plan says as batch 1. */
export function fillSite(
  db: DatabaseSync,
  { pages, failures = {}, probes = {}, listed = [], sitemapOrigins = [], isCrawl = true }: SitePlan,
): void {
  const tables = siteTables(db)
  const gather = makeGatherer(tables)
  const batch = { id: 'b', crawl: isCrawl ? {} : null } as unknown as Batch
  const ends = [
    ...Object.entries(pages).map(([path, page]) => ({
      path,
      depth: page.depth,
      outcome: resultOf(page),
      siteFacts: factsText(factsOf(path, page), auditOf(page)),
    })),
    ...Object.entries(failures).map(([path, failure]) => ({
      path,
      depth: undefined,
      outcome: failureOf(failure),
      siteFacts: '',
    })),
  ]
  for (const [at, { path, depth, ...end }] of ends.entries()) {
    const place = isCrawl ? (depth ?? Math.min(at, 1)) : null
    const item = { seq: at + 1, depth: place, parameters: { url: urlOf(path) } } as unknown as Item
    gather({ num: 1, batch, item, ...end, n: at + 1 })
  }
  for (const path of listed) tables.insertListed(1, tables.texts.of(1, urlOf(path)))
  for (const origin of sitemapOrigins) tables.insertSitemapOrigin(1, tables.texts.of(1, `${origin}/`))
  for (const [path, { status = null, error = null, to = null }] of Object.entries(probes)) {
    const textOf = (text: string | null) => (text === null ? null : tables.texts.of(1, text))
    const location = to === null ? null : textOf(urlOf(to))
    tables.insertProbe(1, textOf(urlOf(path)) as number, { status, error: textOf(error), location })
  }
}

function resultOf(page: PagePlan): Outcome {
  const operation = page.overall === undefined ? 'metadata' : 'seo-audit'
  return {
    topic: resultTopic(operation),
    timing: 'fetch;dur=12.4',
    json: '{}',
    dataref: null,
  }
}

function failureOf({ code, details = {} }: { readonly code: string; readonly details?: object }): Outcome {
  return { topic: FAILED, timing: '', json: JSON.stringify({ code, details }), dataref: null }
}

function factsOf(path: string, page: PagePlan): PageSiteFacts {
  const {
    status = 200,
    finalUrl = path,
    redirects = [],
    links = [],
    alternates = {},
    nodes = {},
    text = '',
  } = page
  const { mainText } = scan(`<p>${text}</p>`, [], { sketchesText: true })
  return {
    finalUrl: urlOf(finalUrl),
    status,
    redirects: redirects.map(([url, code]) => ({ url: urlOf(url), status: code })),
    isBlocked: page.isChallenge ?? false,
    title: page.title ?? null,
    description: page.description ?? null,
    h1: page.h1 ?? null,
    canonical: page.canonical === undefined ? null : urlOf(page.canonical),
    isNoindex: page.isNoindex ?? false,
    isAllowed: page.isAllowed ?? true,
    alternates: Object.entries(alternates).map(([hreflang, to]) => ({ hreflang, url: urlOf(to) })),
    links: links.map(linkOf),
    nodes: Object.entries(nodes).map(([id, what]) => ({ id, what })),
    words: page.words ?? 100,
    bytes: 1000,
    text: mainText,
    ...(page.refresh !== undefined && { refresh: { url: urlOf(page.refresh), seconds: 0 } }),
  }
}

function linkOf(link: LinkPlan): PageSiteFacts['links'][number] {
  const { to, text = '', nofollow = false } = typeof link === 'string' ? { to: link } : link
  return { url: urlOf(to), text, isNofollow: nofollow }
}

function auditOf({ overall, failedRules = [], undecidedRules = [] }: PagePlan): AuditSiteFacts | null {
  if (overall === undefined) return null
  const rules = failedRules.map(
    (id): FailedPageRule => ({
      ...{ id, category: 'content', severity: 'warning', title: `Title of ${id}`, fix: 'Mend it.' },
      ...{
        docsUrl: 'https://authority.test/',
        elements: 2,
        selector: 'p',
        snippet: '<p>',
        message: `${id} failed`,
      },
      ...{ points: 1.5, evidence: [{ selector: 'p', value: `fault of ${id}` }] },
    }),
  )
  return {
    ruleVersion: '1.0.0',
    overall,
    byCategory: { content: overall },
    rules,
    undecided: [...undecidedRules],
  }
}
