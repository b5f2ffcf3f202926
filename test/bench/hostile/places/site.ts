import {
  type HostilePage,
  manyParts,
  PAGE_CHARS,
  PAGE_URL,
  type Places,
  page,
  plain,
  type Run,
} from '../hostile-page.ts'

/** Characters of a header section: the default limit of the service. */
const HEADER_CHARS = 60_000
/** Characters of an address that is inspected. */
const URL_CHARS = 8000

const fields = [
  ...['content-type', 'link', 'x-robots-tag', 'content-security-policy', 'strict-transport-security'],
  ...['set-cookie', 'refresh', 'cache-control', 'server', 'x-powered-by', 'content-language', 'location'],
  ...['permissions-policy', 'referrer-policy', 'x-frame-options', 'vary', 'etag', 'last-modified'],
  ...['content-encoding', 'age', 'alt-svc', 'x-content-type-options', 'expires', 'accept-ranges'],
]

const headers: Places = Object.fromEntries(
  fields.map((name) => [
    `header ${name}`,
    (run) => ({ ...page(''), headers: { [name]: fieldValue(run(HEADER_CHARS)) } }),
  ]),
)

/** No field holds line ends or NUL (RFC 9110, section 5.5). Each octet is one character. */
function fieldValue(value: string): string {
  return Buffer.from(value.replace(/[\r\n\0]/g, ' ')).toString('latin1')
}

const beside = (own: Partial<HostilePage>): Partial<HostilePage> => ({ ...page(''), ...own })
const robots = (robotsTxt: string) => beside({ robotsTxt })
const sitemap = (entries: string) =>
  beside({ sitemap: `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entries}</urlset>` })
const onOneLine = (value: string): string => value.replace(/[\r\n]/g, '')

const pageAt = (written: string): Partial<HostilePage> => {
  const url = URL.parse(written, PAGE_URL)?.href ?? PAGE_URL
  return { ...page('', '<a href="?b">a</a><a href="#c">a</a>'), url: url.slice(0, URL_CHARS) }
}

/** Places beside the text of a page: its headers, its address, and files of its site. */
export const sitePlaces: Places = {
  ...headers,
  'page URL': (run) => pageAt(`/${run(URL_CHARS)}`),
  'page URL query': (run) => pageAt(`?a=1234&${run(URL_CHARS)}`),
  'robots.txt': (run) => robots(run(2 * PAGE_CHARS)),
  'robots.txt rule': (run) => robots(`User-agent: *\nDisallow: /${run(PAGE_CHARS)}`),
  'robots.txt rules': (run) =>
    robots(`User-agent: *\n${lines(run, (value, at) => `Disallow: /*${value}*${at}`)}`),
  'robots.txt agents': (run) =>
    robots(lines(run, (value, at) => `User-agent: ${value}\nUser-agent: *\nCrawl-delay: ${at}`)),
  'robots.txt sitemaps': (run) =>
    robots(lines(run, (value, at) => `Sitemap: https://www.example.com/${at}${value}`)),
  'llms.txt': (run) => beside({ llmsTxt: run(PAGE_CHARS) }),
  'sitemap, raw': (run) => beside({ sitemap: run(PAGE_CHARS) }),
  'sitemap loc': (run) => sitemap(`<url><loc>${plain(run(PAGE_CHARS))}</loc></url>`),
  'sitemap locs': (run) =>
    sitemap(
      manyParts(run, (value, at) => {
        const loc = `<loc>${PAGE_URL}/${at}${plain(value)}</loc>`
        return `<url>${loc}<lastmod>${plain(value)}</lastmod></url>`
      }),
    ),
  'sitemap alternates': (run) =>
    sitemap(
      manyParts(run, (value, at) => {
        const link = `<link rel="alternate" hreflang="${plain(value.slice(0, 60))}" href="/${at}${plain(value)}"/>`
        return `<url><loc>${PAGE_URL}</loc>${link}</url>`
      }),
    ),
}

function lines(run: Run, line: (value: string, at: number) => string): string {
  return manyParts(run, (value, at) => `${line(onOneLine(value), at)}\n`)
}
