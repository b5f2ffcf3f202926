import type { DatabaseSync } from 'node:sqlite'
import { type AddressState, addressStates, type SiteAddresses } from '../../../../site/site.ts'
import { rowsOf } from './rows.ts'

const NONE = -1

/** Addresses of a site while it is loaded, in the order of their URLs. */
export interface AddressTable extends SiteAddresses {
  /** The address of a text; -1 when the text is no URL. */
  of(text: number): number
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

/** Lists the URLs among the texts of a batch. The index of the texts gives them in order. */
export function loadAddresses(db: DatabaseSync, batch: number): AddressTable {
  const byText = new Map<number, number>()
  const hostNumbers = new Map<string, number>()
  const urls = new UrlTexts(db, batch)
  const hostOf = new Uint32Array(urls.room)
  for (const [id, text] of rowsOf<TextRow>(db, `SELECT id, text ${URLS} ORDER BY text`, batch)) {
    const host = webHost.exec(text)?.[1]
    if (host === undefined) continue
    const number = hostNumbers.get(host) ?? hostNumbers.size
    hostNumbers.set(host, number)
    byText.set(id, urls.count)
    hostOf[urls.count] = number
    urls.add(text)
  }
  return {
    ...emptyAddresses(urls.count),
    url: urlReader(urls),
    of: (text) => byText.get(text) ?? NONE,
    hosts: [...hostNumbers.keys()],
    host: hostOf.subarray(0, urls.count),
  }
}

/** A function of its own, so that whoever keeps it keeps nothing else of the table. */
function urlReader(urls: UrlTexts): SiteAddresses['url'] {
  return (address) => urls.at(address)
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
