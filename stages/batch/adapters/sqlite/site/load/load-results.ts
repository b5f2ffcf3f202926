import type { DatabaseSync } from 'node:sqlite'
import { registrableDomain } from '#shared/web/registrable-domain.ts'
import type { AuditTotals } from '../../../../site/audit-totals.ts'
import { MAX_DEPTH, type SitePages, type SiteResults } from '../../../../site/site.ts'
import { type AuditRecord, type ResultRecord, readResult } from '../records/result-record.ts'
import { type AddressTable, setState } from './address-table.ts'
import { rowsOf } from './rows.ts'

export interface LoadedResults {
  readonly results: SiteResults
  readonly audits: AuditTotals
}

type Row = readonly [n: number, record: Uint8Array]

const NONE = -1

/** Loads the results of a batch, and records in `addresses` what they say. The pages have been loaded before. */
export function loadResults(
  db: DatabaseSync,
  batch: number,
  addresses: AddressTable,
  pages: Pick<SitePages, 'address'>,
): LoadedResults {
  const { count } = db.prepare('SELECT count(*) AS count FROM site_results WHERE batch = ?').get(batch) as {
    count: number
  }
  const results = emptyResults(count)
  const audits = new AuditCounter()
  const rows = rowsOf<Row>(db, 'SELECT n, record FROM site_results WHERE batch = ? ORDER BY n', batch)
  let at = 0
  for (const [n, record] of rows) {
    const result = readResult(record)
    const address = addresses.of(result.url)
    results.n[at] = n
    results.address[at] = address
    fillResult(results, at, result)
    if (result.audit !== null) audits.add(result.audit)
    recordResult(addresses, address, result)
    at += 1
  }
  markInside(addresses, results, pages)
  return { results, audits }
}

function fillResult(results: SiteResults, at: number, { depth, code, ms, audit }: ResultRecord): void {
  results.depth[at] = Math.min(depth ?? NONE, MAX_DEPTH)
  results.code[at] = code
  results.ms[at] = ms ?? NONE
  results.overall[at] = audit?.overall ?? NONE
  results.issues[at] = audit?.rules.length ?? 0
}

/** Records in `addresses` what a result says of its address. */
function recordResult(
  addresses: AddressTable,
  address: number,
  { depth, code, reason, status }: ResultRecord,
): void {
  if (address < 0) return
  if (depth === null || depth === 0) addresses.isSeed[address] = 1
  if (code === 0 || !setState(addresses, address, 'failed')) return
  addresses.code[address] = code
  addresses.failureReason[address] = reason
  addresses.status[address] = status ?? 0
}

function emptyResults(count: number): SiteResults {
  return {
    count,
    n: new Uint32Array(count),
    address: new Int32Array(count),
    depth: new Int16Array(count),
    code: new Uint32Array(count),
    ms: new Int32Array(count),
    overall: new Int8Array(count),
    issues: new Uint16Array(count),
  }
}

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

class AuditCounter implements AuditTotals {
  audited = 0
  readonly rules = new Map<number, { pages: number; elements: number }>()
  readonly byCategory = new Map<number, number>()

  add({ rules, byCategory }: AuditRecord): void {
    this.audited += 1
    for (const [rule, elements] of rules) {
      const total = this.rules.get(rule) ?? { pages: 0, elements: 0 }
      this.rules.set(rule, total)
      total.pages += 1
      total.elements += elements
    }
    for (const [category, score] of byCategory)
      this.byCategory.set(category, (this.byCategory.get(category) ?? 0) + score)
  }
}
