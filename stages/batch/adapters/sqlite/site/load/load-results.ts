import type { DatabaseSync } from 'node:sqlite'
import { reasonsOfPage } from '#shared/operations/error-status.ts'
import { registrableDomain } from '#shared/web/registrable-domain.ts'
import { AuditCounter, type AuditTotals } from '../../../../site/audit-totals.ts'
import { type ResultRecord, readResult } from '../../../../site/records/result-record.ts'
import { MAX_DEPTH, type SitePages, type SiteResults } from '../../../../site/site.ts'
import { type AddressTable, rowsOf, setState } from './address-table.ts'

interface LoadedResults {
  readonly results: SiteResults
  readonly audits: AuditTotals
}

type Row = readonly [n: number, record: Uint8Array]

const NONE = -1

/** The site whose results are loaded. */
interface ResultsToLoad {
  /** Number of the batch. */
  readonly batch: number
  readonly isCrawl: boolean
  readonly addresses: AddressTable
  /** They have been loaded before. */
  readonly pages: Pick<SitePages, 'address' | 'count'>
}

/** Loads the results of a batch, and records in `addresses` what they say. */
export function loadResults(db: DatabaseSync, site: ResultsToLoad): LoadedResults {
  const { batch, addresses, pages, isCrawl } = site
  const count = countOf(db, batch)
  const results = emptyResults(count)
  const audits = new AuditCounter(count + pages.count)
  const rows = rowsOf<Row>(db, 'SELECT n, record FROM site_results WHERE batch = ? ORDER BY n', batch)
  const errorOf = respondedWith(db, batch)
  let at = 0
  for (const [n, record] of rows) {
    const result = readResult(record)
    const address = addresses.of(result.url)
    const error = errorOf(result)
    const audit = isRedirected(addresses, pages, address) ? null : result.audit
    addresses.markRequested(result.url)
    results.n[at] = n
    results.line[at] = n
    results.address[at] = address
    fillResult(results, at, { ...result, audit, code: error > 0 ? 0 : result.code })
    if (audit !== null) audits.add(at, address, audit)
    recordResult(addresses, address, result, error)
    at += 1
  }
  markInside(addresses, results, pages)
  return {
    results: withFinalPages(db, batch, results, finalPages(results, addresses, pages, isCrawl), audits),
    audits,
  }
}

function countOf(db: DatabaseSync, batch: number): number {
  const row = db.prepare('SELECT count(*) AS count FROM site_results WHERE batch = ?').get(batch)
  return row?.count as number
}

function fillResult(
  results: SiteResults,
  at: number,
  { depth, code, status, ms, audit }: ResultRecord,
): void {
  results.depth[at] = Math.min(depth ?? NONE, MAX_DEPTH)
  results.code[at] = code
  results.status[at] = status ?? 0
  results.ms[at] = ms ?? NONE
  results.overall[at] = audit?.overall ?? NONE
  results.issues[at] = audit?.rules.length ?? 0
}

/** Records in `addresses` what a result says of its address. `error`: status of an error with which it responded; 0 = none. */
function recordResult(
  addresses: AddressTable,
  address: number,
  { depth, code, reason, status }: ResultRecord,
  error: number,
): void {
  if (address < 0) return
  if (depth === null || depth === 0) addresses.isSeed[address] = 1
  if (error > 0) {
    if (setState(addresses, address, 'answered')) addresses.status[address] = error
    return
  }
  if (code === 0 || !setState(addresses, address, 'failed')) return
  addresses.code[address] = code
  addresses.failureReason[address] = reason
  addresses.status[address] = status ?? 0
}

function emptyResults(count: number): SiteResults {
  return {
    count,
    n: new Uint32Array(count),
    line: new Uint32Array(count),
    address: new Int32Array(count),
    depth: new Int16Array(count),
    code: new Uint32Array(count),
    status: new Uint16Array(count),
    ms: new Int32Array(count),
    overall: new Int8Array(count),
    issues: new Uint16Array(count),
  }
}

/** The results with one for each final page behind them, which has what its stand-in found. */
function withFinalPages(
  db: DatabaseSync,
  batch: number,
  known: SiteResults,
  added: readonly FinalPage[],
  audits: AuditCounter,
): SiteResults {
  if (added.length === 0) return known
  const results = emptyResults(known.count + added.length)
  for (const name of arrays) results[name].set(known[name])
  const select = db.prepare('SELECT record FROM site_results WHERE batch = ? AND n = ?')
  const last = known.n[known.count - 1] as number
  for (const [index, { address, standIn }] of added.entries()) {
    const at = known.count + index
    const line = known.line[standIn] as number
    const record = readResult(select.get(batch, line)?.record as Uint8Array)
    results.n[at] = last + 1 + index
    results.line[at] = line
    results.address[at] = address
    fillResult(results, at, { ...record, code: 0, status: null })
    if (record.audit !== null) audits.add(at, address, record.audit)
  }
  return results
}

const arrays = ['n', 'line', 'address', 'depth', 'code', 'status', 'ms', 'overall', 'issues'] as const

/**
 * The hosts of a site are those of its results, and those of the same registrable domain to which their redirects led: a list
 * may name the site by an address that moved.
 */
function markInside(addresses: AddressTable, results: SiteResults, pages: Pick<SitePages, 'address'>): void {
  const { host, hosts } = addresses
  const asked = new Set<number>()
  const reached = new Set<number>()
  for (const address of results.address) {
    if (address < 0) continue
    asked.add(host[address] as number)
    const page = addresses.page[address] as number
    if (page >= 0) reached.add(host[pages.address[page] as number] as number)
  }
  const domainOf = (one: number) => registrableDomain((hosts[one] as string).replace(/:\d+$/, ''))
  const domains = new Set(Array.from(asked, domainOf))
  const inside = new Set([...asked, ...Array.from(reached).filter((one) => domains.has(domainOf(one)))])
  for (let one = 0; one < addresses.count; one++)
    addresses.isInside[one] = Number(inside.has(host[one] as number))
}

/** A final page without a result of its own, and the place of the result that stands for it. */
interface FinalPage {
  readonly address: number
  readonly standIn: number
}

/**
 * Whether the URL of a result redirects to a page, whose findings it then has. A page that sends on by itself is a document of
 * its own.
 */
function isRedirected(addresses: AddressTable, { address }: Pick<SitePages, 'address'>, at: number): boolean {
  const page = at < 0 ? -1 : (addresses.page[at] as number)
  return page >= 0 && address[page] !== at
}

/**
 * The pages to which results redirect and that have none of their own, in order of their URLs. Of several results the one with
 * the first URL stands for the page: which of them a crawl comes to first does not matter then. Of a crawl, pages of other sites
 * are none of its pages.
 */
function finalPages(
  { address: requested, count }: Pick<SiteResults, 'address' | 'count'>,
  addresses: AddressTable,
  pages: Pick<SitePages, 'address' | 'count'>,
  isCrawl: boolean,
): FinalPage[] {
  const standIns = new Int32Array(pages.count).fill(-1)
  const hasOwn = new Uint8Array(pages.count)
  for (let at = 0; at < count; at++) {
    const address = requested[at] as number
    const page = address < 0 ? -1 : (addresses.page[address] as number)
    if (page < 0) continue
    if (!isRedirected(addresses, pages, address)) hasOwn[page] = 1
    const known = standIns[page] as number
    if (known < 0 || address < (requested[known] as number)) standIns[page] = at
  }
  return Array.from(standIns, (standIn, page) => ({ address: pages.address[page] as number, standIn, page }))
    .filter(({ standIn, page }) => standIn >= 0 && hasOwn[page] === 0)
    .filter(({ address }) => !isCrawl || addresses.isInside[address] === 1)
    .map(({ address, standIn }) => ({ address, standIn }))
}

/** Codes of failures whose status is that of the page. */
const codesOfPage = ['UNSUPPORTED_CONTENT', 'PAGE_LOAD_FAILED'] as const

/** The lowest status of an error. */
const ERROR = 400

/**
 * Makes the function that returns the error status with which the page of a result itself responded; 0 = it did not, or that is
 * not known. A failure may also have the status of the site's robots.txt, which says nothing about the page.
 */
function respondedWith(
  db: DatabaseSync,
  batch: number,
): (result: Pick<ResultRecord, 'code' | 'reason' | 'status'>) => number {
  const select = db.prepare('SELECT id FROM site_texts WHERE batch = ? AND text = ?')
  const idOf = (text: string) => (select.get(batch, text)?.id as number | undefined) ?? -1
  const codes = new Set(codesOfPage.map(idOf))
  const reasons = new Set(reasonsOfPage.map(idOf))
  return ({ code, reason, status }) => {
    const isOwn = code === 0 || codes.has(code) || reasons.has(reason)
    return isOwn && status !== null && status >= ERROR ? status : 0
  }
}
