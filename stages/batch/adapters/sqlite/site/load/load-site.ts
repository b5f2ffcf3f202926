import type { DatabaseSync } from 'node:sqlite'
import { LRUCache } from 'lru-cache'
import type { AuditTotals } from '../../../../site/audit-totals.ts'
import { buildLinkGraph, clickDepths } from '../../../../site/link-graph.ts'
import { readLinkText } from '../../../../site/records/page-record.ts'
import { readResult } from '../../../../site/records/result-record.ts'
import type { ComparedSite } from '../../../../site/report/changes.ts'
import { endOf, pagesInside } from '../../../../site/rules/addresses.ts'
import {
  type AddressState,
  markReasons,
  type Site,
  type SitePages,
  type SiteResults,
} from '../../../../site/site.ts'
import { type AddressTable, loadAddresses, rowsOf, setState } from './address-table.ts'
import { loadPages } from './load-pages.ts'
import { loadResults } from './load-results.ts'

/** Texts that are kept after they were read: codes, reasons and titles are asked for again and again. */
const MAX_TEXTS = 5000

/** What is read besides the tables. */
interface SiteToLoad {
  /** Number of the batch. */
  readonly batch: number
  readonly isCrawl: boolean
  /** All sitemaps of the site were read. */
  readonly hasReadSitemaps: boolean
}

/** A site with what its audits add up to. */
export interface LoadedSite extends ComparedSite {
  readonly audits: AuditTotals
}

/** Loads what was gathered about the site of a batch. Memory: about 500 bytes for each page, and 4 for each link. */
export function loadSite(db: DatabaseSync, { batch, isCrawl, hasReadSitemaps }: SiteToLoad): LoadedSite {
  const { pages, rowids, addresses, results, audits, listed } = loadTables(db, batch, isCrawl)
  const text = textReader(db)
  const site: Site = {
    ...{ pages, addresses, results, text },
    hasLinks: isCrawl,
    hasSitemaps: hasReadSitemaps && listed > 0,
    sitemapOrigins: loadSitemapOrigins(db, batch),
    linkText: linkTextReader(db, rowids, text),
  }
  markReasons(site)
  const graph = buildLinkGraph(site)
  if (isCrawl) pages.depth.set(clickDepths(site))
  const indexable = [...pagesInside(site)].filter((page) => pages.reason[page] === 0)
  return { ...site, graph, indexable, audits, ...ruleReaders(db, batch, results, text) }
}

/** What is stored. The way from texts to addresses is not kept. */
function loadTables(db: DatabaseSync, batch: number, isCrawl: boolean) {
  const table = loadAddresses(db, batch)
  const loaded = loadPages(db, batch, table)
  const { pages } = loaded
  const { results, audits } = loadResults(db, { batch, isCrawl, addresses: table, pages })
  const listed = loadListed(db, batch, table)
  loadProbes(db, batch, table)
  followRefreshes(table, pages)
  const { of: _, markRequested: __, hosts: ___, host: ____, ...addresses } = table
  return { ...loaded, addresses, results, audits, listed }
}

/** Returns how many URLs the sitemaps list. */
function loadListed(db: DatabaseSync, batch: number, addresses: AddressTable): number {
  let count = 0
  for (const [url] of rowsOf<[number]>(db, 'SELECT url FROM site_listed WHERE batch = ?', batch)) {
    const address = addresses.of(url)
    if (address >= 0) addresses.isListed[address] = 1
    count += 1
  }
  return count
}

/**
 * Lets what leads to a page that sends on lead to the page behind it. Which one that is, is known when all has been read; -1
 * where none was, and where the way is a circle.
 */
function followRefreshes(addresses: AddressTable, pages: SitePages): void {
  const sendsOn = (page: number) => page >= 0 && addresses.next[pages.address[page] as number] !== -1
  const leading: number[] = []
  for (let address = 0; address < addresses.count; address++)
    if (sendsOn(addresses.page[address] as number)) leading.push(address)
  const ends = leading.map((address) => {
    const end = endOf({ addresses }, address)
    return addresses.next[end] === -1 ? (addresses.page[end] as number) : -1
  })
  for (const [at, address] of leading.entries()) addresses.page[address] = ends[at] as number
}

interface ProbeRow {
  readonly url: number
  readonly status: number | null
  readonly error: number | null
  readonly location: number | null
}

function loadProbes(db: DatabaseSync, batch: number, addresses: AddressTable): void {
  const rows = db.prepare('SELECT url, status, error, location FROM site_probes WHERE batch = ?')
  const redirecting: number[] = []
  for (const row of rows.iterate(batch) as unknown as Iterable<ProbeRow>)
    if (loadProbe(row, addresses) === 'redirect') redirecting.push(addresses.of(row.url))
  // Where a redirect ends is known when all have been read.
  for (const address of redirecting) {
    const end = endOf({ addresses }, address)
    addresses.page[address] = addresses.next[end] === -1 ? (addresses.page[end] as number) : -1
  }
}

/** Returns what came of the request; null when that was known already. */
function loadProbe({ url, status, error, location }: ProbeRow, addresses: AddressTable): AddressState | null {
  const address = addresses.of(url)
  const target = location === null ? -1 : addresses.of(location)
  const answered = target >= 0 ? 'redirect' : 'answered'
  const state = status === null ? 'failed' : answered
  if (!setState(addresses, address, state)) return null
  addresses.status[address] = status ?? 0
  addresses.failureReason[address] = error ?? 0
  addresses.next[address] = target
  return state
}

function textReader(db: DatabaseSync): Site['text'] {
  const select = db.prepare('SELECT text FROM site_texts WHERE id = ?')
  const texts = new LRUCache<number, string>({ max: MAX_TEXTS })
  return (id) => {
    const known = texts.get(id)
    if (known !== undefined) return known
    const text = (select.get(id)?.text as string | undefined) ?? ''
    texts.set(id, text)
    return text
  }
}

function linkTextReader(db: DatabaseSync, rowids: Float64Array, text: Site['text']): Site['linkText'] {
  const select = db.prepare('SELECT link_texts FROM site_pages WHERE id = ?')
  return (page, at) => {
    const row = select.get(rowids[page] as number)
    return row === undefined ? '' : text(readLinkText(row.link_texts as Uint8Array, at))
  }
}

function ruleReaders(
  db: DatabaseSync,
  batch: number,
  { line, overall }: SiteResults,
  text: Site['text'],
): Pick<ComparedSite, 'failedRules' | 'undecidedRules'> {
  const select = db.prepare('SELECT record FROM site_results WHERE batch = ? AND n = ?')
  const auditOf = (at: number) => {
    const row = (overall[at] as number) < 0 ? undefined : select.get(batch, line[at] as number)
    return row === undefined ? null : readResult(row.record as Uint8Array).audit
  }
  return {
    failedRules: (at) => (auditOf(at)?.rules ?? []).map(([rule]) => text(rule)),
    undecidedRules: (at) => auditOf(at)?.undecided.map(text) ?? null,
  }
}

const ORIGINS = `
  SELECT text FROM site_sitemap_origins JOIN site_texts ON site_texts.id = origin WHERE site_sitemap_origins.batch = ?`

/** The origins whose sitemaps were read; null for what a former version gathered, in whose copies the table may be missing. */
export function loadSitemapOrigins(db: DatabaseSync, batch: number): Site['sitemapOrigins'] {
  const table = db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'site_sitemap_origins'").get()
  const rows = table === undefined ? [] : db.prepare(ORIGINS).all(batch)
  return rows.length === 0 ? null : new Set(rows.map(({ text }) => new URL(text as string).origin))
}
