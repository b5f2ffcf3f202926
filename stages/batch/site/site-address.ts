import type { NewBatch } from '#shared/ports/batches.ts'
import { withoutFragment } from '#shared/web/without-fragment.ts'
import { crawlAddress } from '../crawl/normalize-address.ts'

/**
 * Returns the URL by which a site report knows a page: as the crawl normalises it, elsewhere without its fragment, in the
 * spelling of the site. The report takes URLs with one `equalityKey` as one. `href` must be serialised by the URL Standard.
 */
export function siteAddress({ crawl }: Pick<NewBatch, 'crawl'>): (href: string) => string {
  return crawl === null ? withoutFragment : crawlAddress
}
