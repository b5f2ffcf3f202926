import type { DatabaseSync } from 'node:sqlite'
import { registrableDomain } from '#shared/web/registrable-domain.ts'
import type { AuditTotals } from '../../../../site/audit-totals.ts'
import { type ResultRecord, readResult } from '../../../../site/records/result-record.ts'
import { MAX_DEPTH, type SitePages, type SiteResults } from '../../../../site/site.ts'
import { type AddressTable, setState } from './address-table.ts'
import { AuditCounter } from './audit-counter.ts'
import { type FinalPage, finalPages, isRedirected } from './final-pages.ts'
import { respondedWith } from './responded.ts'
import { rowsOf } from './rows.ts'

export interface LoadedResults {
  readonly results: SiteResults
  readonly audits: AuditTotals
}

type Row = readonly [n: number, record: Uint8Array]

const NONE = -1

/** The site whose results are loaded. */
export interface ResultsToLoad {
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
