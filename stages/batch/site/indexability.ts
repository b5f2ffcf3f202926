import { type NotIndexableReason, notIndexableReasons, type Site } from './site.ts'

/** Status of a page that can be indexed (Google, "HTTP status codes": 2xx is passed on to indexing). */
const isSuccess = (status: number) => status >= 200 && status <= 299

/** Decides for each page whether it can be indexed, and records the first reason why not. */
export function markReasons({ pages }: Pick<Site, 'pages'>): void {
  for (let page = 0; page < pages.count; page++)
    pages.reason[page] = notIndexableReasons.indexOf(reasonOf(pages, page))
}

function reasonOf(pages: Site['pages'], page: number): NotIndexableReason {
  if (!isSuccess(pages.status[page] as number)) return 'error'
  if (pages.isDisallowed[page] === 1) return 'blocked'
  if (pages.isNoindex[page] === 1) return 'noindex'
  const canonical = pages.canonical[page] as number
  return canonical >= 0 && canonical !== pages.address[page] ? 'canonical' : 'none'
}
