import type { DatabaseSync } from 'node:sqlite'
import { type PageHead, readHead } from '../../../../site/records/page-record.ts'
import { NumberReader } from '../../../../site/records/varints.ts'
import { addressStates, type NumberLists, SIGNATURE_BYTES, type SitePages } from '../../../../site/site.ts'
import { type AddressTable, rowsOf, setState } from './address-table.ts'

/** The pages of a site, and where their records are. */
export interface LoadedPages {
  readonly pages: SitePages
  /** Row id of each page's record. */
  readonly rowids: Float64Array
}

type PageRow = readonly [id: number, url: number, record: Uint8Array]

const lists = ['alternates', 'nodes', 'links'] as const
type ListName = (typeof lists)[number]

/** What is stored beside a record; at the end the lengths of `lists`. */
type PageHeadRow = readonly [id: number, url: number, finalUrl: number, isBlocked: number, ...number[]]
const HEAD = `id, url, final_url, is_blocked, ${lists.join(', ')}`

/**
 * Loads the pages in two passes over their records: the first one chooses a record for each document and counts its lists,
 * the second one fills them in. Redirects are recorded in `addresses`.
 */
export function loadPages(db: DatabaseSync, batch: number, addresses: AddressTable): LoadedPages {
  const select = (columns: string) => `SELECT ${columns} FROM site_pages WHERE batch = ?`
  const chosen = chooseRecords(rowsOf<PageHeadRow>(db, select(HEAD), batch), addresses)
  const { pages, rowids } = emptyPages(chosen, addresses)
  for (const [id, url, record] of rowsOf<PageRow>(db, select('id, url, record'), batch)) {
    const reader = new NumberReader(record)
    const head = readHead(reader)
    const page = addresses.page[addresses.of(head.finalUrl)] as number
    const isChosen = page >= 0 && rowids[page] === id
    if (isChosen) fillHead(pages, page, head, addresses)
    readRedirects(reader, url, head, addresses, page)
    if (isChosen) {
      fillLists(pages, page, reader, addresses)
      recordRefresh(addresses, pages, page, addresses.of(reader.number()))
    } else if (head.isBlocked) recordStatus(addresses, addresses.of(head.finalUrl), head.status)
  }
  return { pages, rowids }
}

/** By address: the record that stands for the document there. All arrays have one entry for each address. */
interface ChosenRecords {
  /** 0 = there is no document. */
  readonly rowid: Float64Array
  /** The URL that was requested; the document's own one before all others. */
  readonly from: Int32Array
  readonly counts: Readonly<Record<ListName, Uint32Array>>
}

/**
 * One record for each final URL: that of a request for it, else that of the first URL in order that redirects to it. A bot
 * challenge is no document: nothing is known of the page behind it.
 */
function chooseRecords(rows: Iterable<PageHeadRow>, addresses: AddressTable): ChosenRecords {
  const { count } = addresses
  const counts = {
    alternates: new Uint32Array(count),
    nodes: new Uint32Array(count),
    links: new Uint32Array(count),
  }
  const chosen = { rowid: new Float64Array(count), from: new Int32Array(count), counts }
  const challenged: number[] = []
  for (const row of rows) {
    const [, , finalUrl, isBlocked] = row
    const address = addresses.of(finalUrl)
    if (isBlocked === 1) challenged.push(address)
    else if (address >= 0) choose(chosen, address, row, addresses)
  }
  for (let address = 0; address < count; address++)
    if (chosen.rowid[address] !== 0) setState(addresses, address, 'page')
  for (const address of challenged) setState(addresses, address, 'challenged')
  return chosen
}

/** Lets a record stand for the document at an address if it does so better than the known one. */
function choose(
  { rowid, from, counts }: ChosenRecords,
  address: number,
  [id, url, , , ...lengths]: PageHeadRow,
  addresses: AddressTable,
): void {
  const requested = addresses.of(url)
  const known = from[address] as number
  const isFirst = requested === address || requested < known
  if (rowid[address] !== 0 && (known === address || !isFirst)) return
  rowid[address] = id
  from[address] = requested
  for (const [at, name] of lists.entries()) counts[name][address] = lengths[at] as number
}

/** Numbers the pages in the order of their URLs. */
function emptyPages({ rowid, counts }: ChosenRecords, addresses: AddressTable): LoadedPages {
  const address = Int32Array.from(rowid.keys()).filter((one) => rowid[one] !== 0)
  const count = address.length
  for (const [page, one] of address.entries()) addresses.page[one] = page
  const listOf = (name: ListName): NumberLists => {
    const start = new Uint32Array(count + 1)
    for (const [page, one] of address.entries())
      start[page + 1] = (start[page] as number) + (counts[name][one] as number)
    return { start, values: new Int32Array(start[count] as number) }
  }
  const lists = { links: listOf('links'), alternates: listOf('alternates'), nodes: listOf('nodes') }
  return {
    pages: { address, ...lists, ...emptyFields(count) },
    rowids: Float64Array.from(address, (one) => rowid[one] as number),
  }
}

function emptyFields(count: number): Omit<SitePages, 'address' | ListName> {
  return {
    count,
    status: new Uint16Array(count),
    isNoindex: new Uint8Array(count),
    isDisallowed: new Uint8Array(count),
    reason: new Uint8Array(count),
    title: new Uint32Array(count),
    description: new Uint32Array(count),
    h1: new Uint32Array(count),
    canonical: new Int32Array(count).fill(-1),
    words: new Uint32Array(count),
    bytes: new Uint32Array(count),
    depth: new Int16Array(count).fill(-1),
    digest: new Uint32Array(2 * count),
    signature: new Uint8Array(SIGNATURE_BYTES * count),
  }
}

function fillHead(pages: SitePages, page: number, head: PageHead, addresses: AddressTable): void {
  pages.status[page] = head.status
  pages.isNoindex[page] = Number(head.isNoindex)
  pages.isDisallowed[page] = Number(head.isDisallowed)
  pages.title[page] = head.title
  pages.description[page] = head.description
  pages.h1[page] = head.h1
  pages.canonical[page] = head.canonical === 0 ? -1 : addresses.of(head.canonical)
  pages.words[page] = head.words
  pages.bytes[page] = head.bytes
}

/** Records the redirects that led to a page: each leads to the next one, the last to the page. */
function readRedirects(
  reader: NumberReader,
  url: number,
  { redirects, finalUrl }: PageHead,
  addresses: AddressTable,
  page: number,
): void {
  let before = -1
  const lead = (to: number) => {
    if (before >= 0 && before !== to) addresses.next[before] = to
  }
  for (let at = 0; at < redirects; at += 2) {
    const address = addresses.of(reader.number())
    const status = reader.number()
    lead(address)
    before = setState(addresses, address, 'redirect') ? address : -1
    if (before >= 0) {
      addresses.status[address] = status
      addresses.page[address] = page
    }
  }
  lead(addresses.of(finalUrl))
  // A URL that the crawl writes in another way than the redirect: it leads to the page as well.
  const requested = addresses.of(url)
  if (setState(addresses, requested, 'redirect')) {
    addresses.page[requested] = page
    addresses.next[requested] = addresses.of(finalUrl)
  }
}

/** A page that sends on at once is a redirect (Google, "Redirects and Google Search"). Its links are still those of a page. */
function recordRefresh(addresses: AddressTable, pages: SitePages, page: number, target: number): void {
  const address = pages.address[page] as number
  if (target < 0 || target === address) return
  addresses.state[address] = addressStates.indexOf('redirect')
  addresses.status[address] = pages.status[page] as number
  addresses.next[address] = target
}

function recordStatus(addresses: AddressTable, address: number, status: number): void {
  if (address >= 0 && addresses.status[address] === 0) addresses.status[address] = status
}

function fillLists(pages: SitePages, page: number, reader: NumberReader, addresses: AddressTable): void {
  const { alternates, nodes, links } = pages
  for (let at = alternates.start[page] as number; at < (alternates.start[page + 1] as number); at += 2) {
    alternates.values[at] = reader.number()
    alternates.values[at + 1] = addresses.of(reader.number())
  }
  for (let at = nodes.start[page] as number; at < (nodes.start[page + 1] as number); at++)
    nodes.values[at] = reader.number()
  for (let at = links.start[page] as number; at < (links.start[page + 1] as number); at++) {
    const link = reader.number()
    links.values[at] = 2 * addresses.of(Math.floor(link / 2)) + (link % 2)
  }
  const digest = reader.bytes()
  const signature = reader.bytes()
  if (signature.length !== SIGNATURE_BYTES) return
  const view = new DataView(digest.buffer, digest.byteOffset)
  pages.digest[2 * page] = view.getUint32(0)
  pages.digest[2 * page + 1] = view.getUint32(4)
  pages.signature.set(signature, page * SIGNATURE_BYTES)
}
