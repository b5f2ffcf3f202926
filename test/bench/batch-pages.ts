/** The pages of the batch benches, and the hosts that serve them. */
const HOSTS_PER_NET = 250

/** Small generated pages, or pages saved from the web where those are available. */
export type Content = 'small' | 'saved'

/** Loopback address of a host, counted from 0. */
export function hostAddress(host: number): string {
  return `127.${1 + Math.floor(host / HOSTS_PER_NET)}.0.${2 + (host % HOSTS_PER_NET)}`
}

export interface PageSet {
  readonly pages: number
  readonly hosts: number
  readonly port: number
}

/** URL of a page; consecutive pages are on different hosts. */
export function pageUrl(index: number, { hosts, port }: PageSet): string {
  return `http://${hostAddress(index % hosts)}:${port}/articles/page-${index}`
}

export function* pageUrls(set: PageSet): Generator<string> {
  for (let index = 0; index < set.pages; index++) yield pageUrl(index, set)
}

const text = 'Some words that a reader would read before going on to the next page of the site. '.repeat(12)

/** About 2.5 KB, with a value for each field of the group `basic`. */
export function pageHtml(url: string, path: string): string {
  const links = Array.from(
    { length: 10 },
    (_, at) => `<li><a href="/articles/about-${at}">About ${at}</a></li>`,
  )
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Page ${path}</title>
<link rel="canonical" href="${url}"><meta name="description" content="A small page at ${path}">
<meta name="keywords" content="pages, words"><meta name="author" content="A. Writer">
<meta name="viewport" content="width=device-width"><meta property="og:site_name" content="Pages">
<meta property="og:title" content="Page ${path}"><link rel="stylesheet" href="/style.css">
</head><body><h1>Page ${path}</h1><p>${text}</p><ul>${links.join('')}</ul>
<p><a href="https://example.com/">elsewhere</a></p></body></html>`
}
