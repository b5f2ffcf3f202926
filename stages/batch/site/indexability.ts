import { addressStates, type NotIndexableReason, notIndexableReasons, type Site } from './site.ts'

/** Status of a page that can be indexed (Google, "HTTP status codes": 2xx is passed on to indexing). */
const isSuccess = (status: number) => status >= 200 && status <= 299

/** Decides for each page whether it can be indexed, and records the first reason why not. */
export function markReasons(site: Pick<Site, 'pages' | 'addresses'>): void {
  const { pages } = site
  for (let page = 0; page < pages.count; page++)
    pages.reason[page] = notIndexableReasons.indexOf(reasonOf(site, page))
}

const REDIRECT = addressStates.indexOf('redirect')

function reasonOf({ pages, addresses }: Pick<Site, 'pages' | 'addresses'>, page: number): NotIndexableReason {
  if (!isSuccess(pages.status[page] as number)) return 'error'
  if (addresses.state[pages.address[page] as number] === REDIRECT) return 'redirect'
  if (pages.isDisallowed[page] === 1) return 'blocked'
  if (pages.isNoindex[page] === 1) return 'noindex'
  const canonical = pages.canonical[page] as number
  return canonical >= 0 && canonical !== pages.address[page] ? 'canonical' : 'none'
}
