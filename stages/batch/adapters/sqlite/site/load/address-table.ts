import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import { equalityKey } from '#shared/web/address-of.ts'
import { type AddressState, addressStates, type SiteAddresses } from '../../../../site/site.ts'

const NONE = -1

/**
 * Addresses of a site while it is loaded, in the order of their URLs (of `equalityKey`). Spellings of one URL are one address,
 * which is shown as it was requested, else as the first spelling in order.
 */
export interface AddressTable extends SiteAddresses {
  /** The address of a text; -1 when the text is no URL. */
  of(text: number): number
  /** The URL of this text was requested. The first text that is named for an address is how it is shown. */
  markRequested(text: number): void
  /** Hosts by number, and that of each address. */
  readonly hosts: readonly string[]
  readonly host: Uint32Array
}

/** The host and port of a web URL, as the URL Standard serialises it. */
const webHost = /^https?:\/\/(?:[^/?#@]*@)?([^/?#]*)/

/**
 * The texts of a batch that may be URLs. Null bytes and the like sort outside of them. Addresses have no fragments; ids of
 * structured data, of which a site has many, mostly do.
 */
const URLS = "FROM site_texts WHERE batch = ? AND text >= 'http' AND text < 'httq' AND instr(text, '#') = 0"

/** Lists the URLs among the texts of a batch. */
export function loadAddresses(db: DatabaseSync, batch: number): AddressTable {
  const byText = new Map<number, number>()
  const hostNumbers = new Map<string, number>()
  const urls = new UrlTexts(db, batch)
  const hostOf = new Uint32Array(urls.room)
  const spellings = new Spellings(urls.room)
  for (const [id, text] of urlsInOrder(db, batch)) {
    const host = webHost.exec(text)?.[1]
    if (host === undefined) continue
    const number = hostNumbers.get(host) ?? hostNumbers.size
    hostNumbers.set(host, number)
    const address = spellings.add(id, text, urls.count)
    byText.set(id, address)
    hostOf[address] = number
    urls.add(text)
  }
  const { count, shown } = spellings
  return {
    ...emptyAddresses(count),
    url: urlReader(urls, shown),
    of: (text) => byText.get(text) ?? NONE,
    markRequested(text) {
      const address = byText.get(text)
      if (address !== undefined) spellings.show(address, text)
    },
    hosts: [...hostNumbers.keys()],
    host: hostOf.subarray(0, count),
  }
}

/** The spellings of one URL follow each other. Without escapes there is one of each, and the index of the texts gives the order. */
function urlsInOrder(db: DatabaseSync, batch: number): Iterable<TextRow> {
  const hasEscapes = db.prepare(`SELECT 1 ${URLS} AND instr(text, '%') > 0 LIMIT 1`).get(batch) !== undefined
  if (!hasEscapes) return rowsOf<TextRow>(db, `SELECT id, text ${URLS} ORDER BY text`, batch)
  db.function('equality_key', { deterministic: true }, (text) => equalityKey(String(text)))
  return rowsOf<TextRow>(db, `SELECT id, text ${URLS} ORDER BY equality_key(text), text`, batch)
}

/** Which texts are spellings of one URL, and which of them is shown. A text is named by its id and its place among the URLs. */
class Spellings {
  /** Addresses so far. */
  count = 0
  /** Place of the text that is shown, by address. */
  readonly shown: Uint32Array
  readonly #wasRequested: Uint8Array
  /** Places of the second and further spellings, by id. */
  readonly #others = new Map<number, number>()
  #lastKey: string | null = null

  constructor(room: number) {
    this.shown = new Uint32Array(room)
    this.#wasRequested = new Uint8Array(room)
  }

  /** The address of a text. Those of equal URLs follow each other. */
  add(id: number, text: string, place: number): number {
    const key = equalityKey(text)
    if (key === this.#lastKey) this.#others.set(id, place)
    else {
      this.shown[this.count] = place
      this.count += 1
    }
    this.#lastKey = key
    return this.count - 1
  }

  /** Shows this spelling, unless another one was named before. */
  show(address: number, id: number): void {
    if (this.#wasRequested[address] === 1) return
    this.#wasRequested[address] = 1
    this.shown[address] = this.#others.get(id) ?? (this.shown[address] as number)
  }
}

/** A function of its own, so that whoever keeps it keeps nothing else of the table. */
function urlReader(urls: UrlTexts, shown: Uint32Array): SiteAddresses['url'] {
  return (address) => urls.at(shown[address] as number)
}

type TextRow = readonly [id: number, text: string]

/** URLs in a row of bytes: less memory than as many strings take, and no search in the file. */
class UrlTexts {
  /** The most URLs there may be. */
  readonly room: number
  readonly #bytes: Buffer
  readonly #ends: Uint32Array
  count = 0

  constructor(db: DatabaseSync, batch: number) {
    const size = db
      .prepare(`SELECT count(*) AS count, ifnull(sum(octet_length(text)), 0) AS bytes ${URLS}`)
      .get(batch)
    const { count, bytes } = size as { readonly count: number; readonly bytes: number }
    this.room = count
    this.#bytes = Buffer.alloc(bytes)
    this.#ends = new Uint32Array(count + 1)
  }

  add(text: string): void {
    const start = this.#ends[this.count] as number
    this.count += 1
    this.#ends[this.count] = start + this.#bytes.write(text, start)
  }

  at(place: number): string {
    return this.#bytes.toString('utf8', this.#ends[place], this.#ends[place + 1])
  }
}

/** Addresses of which nothing is known yet. */
function emptyAddresses(count: number): Omit<SiteAddresses, 'url'> {
  return {
    count,
    state: new Uint8Array(count),
    page: new Int32Array(count).fill(NONE),
    status: new Uint16Array(count),
    next: new Int32Array(count).fill(NONE),
    code: new Uint32Array(count),
    failureReason: new Uint32Array(count),
    isInside: new Uint8Array(count),
    isListed: new Uint8Array(count),
    isSeed: new Uint8Array(count),
  }
}

/** Records what came of an address, unless that is known already. */
export function setState(addresses: SiteAddresses, address: number, state: AddressState): boolean {
  if (address < 0 || addresses.state[address] !== 0) return false
  addresses.state[address] = addressStates.indexOf(state)
  return true
}

/** The rows of a query as arrays, one after the other: for the many rows of a site that takes less time than objects do. */
export function rowsOf<Row extends readonly unknown[]>(
  db: DatabaseSync,
  query: string,
  ...parameters: readonly SQLInputValue[]
): Iterable<Row> {
  const statement = db.prepare(query)
  statement.setReturnArrays(true)
  return statement.iterate(...parameters) as unknown as Iterable<Row>
}
