import type { SitePages, SiteResults } from '../../../../site/site.ts'
import type { AddressTable } from './address-table.ts'

/** A final page without a result of its own, and the place of the result that stands for it. */
export interface FinalPage {
  readonly address: number
  readonly standIn: number
}

/**
 * Whether the URL of a result redirects to a page, whose findings it then has. A page that sends on by itself is a document of
 * its own.
 */
export function isRedirected(
  addresses: AddressTable,
  { address }: Pick<SitePages, 'address'>,
  at: number,
): boolean {
  const page = at < 0 ? -1 : (addresses.page[at] as number)
  return page >= 0 && address[page] !== at
}

/**
 * The pages to which results redirect and that have none of their own, in order of their URLs. Of several results the one with
 * the first URL stands for the page: which of them a crawl comes to first does not matter then. Of a crawl, pages of other sites
 * are none of its pages.
 */
export function finalPages(
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
