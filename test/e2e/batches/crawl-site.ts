import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ownNetwork } from '#test/support/sites/own-network.ts'

/** A site to crawl, with traps that keep crawlers busy forever. */
export interface CrawlSite {
  /** Without a trailing slash. */
  readonly origin: string
  /** Requested paths with their queries, except robots.txt, in order. */
  readonly requests: string[]
  close(): Promise<void>
}

type Answer = (response: ServerResponse, url: URL) => void

const page = (links: readonly string[], head = ''): Answer => {
  const body = links.map((link) => (link.startsWith('<') ? link : `<a href="${link}">x</a>`)).join('\n')
  return (response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
    response.end(`<!doctype html><title>p</title>${head}<body>${body}</body>`)
  }
}
const canonical = (href: string) => `<link rel="canonical" href="${href}">`
const redirect =
  (location: string): Answer =>
  (response) =>
    void response.writeHead(301, { location }).end()

const pages: Readonly<Record<string, Answer>> = {
  '/robots.txt': (response) => void response.end('user-agent: *\ndisallow: /forbidden\n'),
  '/': page([
    '/plain',
    '/plain#part',
    '/plain?utm_source=home&fbclid=1',
    '/cart;jsessionid=0FD1E3A3B8C1F6',
    '/forbidden',
    '<a href="/not-vouched-for" rel="nofollow">x</a>',
    '<a href="/comment" rel="ugc">x</a>',
    '/secret/1',
    '/swap-a',
    '/swap-b',
    '/old',
    '/shop?color=red',
    '/closed',
    '/gone',
    '/file.zip',
    '/photo.jpg',
    'mailto:a@example.com',
    'ftp://127.0.0.1/',
    'http://127.0.0.2/other-host',
    '/loop/',
    '/list?sort=price&order=asc',
  ]),
  '/plain': page(['/', '/cart;jsessionid=AAAA1111', '/cart?PHPSESSID=abc123']),
  '/cart': page(['/plain']),
  '/swap-a': page(['/only-on-a', '/on-both'], canonical('/swap-b')),
  '/swap-b': page(['/on-both'], canonical('/swap-a')),
  '/on-both': page([]),
  '/old': redirect('/moved'),
  '/moved': page(['/behind-moved']),
  '/behind-moved': page(['/moved']),
  '/shop': (response, url) => {
    const links = url.search === '' ? ['/item'] : ['/shop?color=blue&size=m', '/shop?color=red&size=s']
    page(links, canonical('/shop'))(response, url)
  },
  '/item': page([]),
  '/closed': page(['/behind-nofollow'], '<meta name="robots" content="nofollow">'),
  '/gone': (response) => {
    response.writeHead(404, { 'content-type': 'text/html' })
    response.end('<a href="/on-error-page">x</a>')
  },
  '/list': page([]),
  '/only-on-a': page([]),
}

/** Every page below links to a deeper one by a relative URL. */
const loop = page(['loop/'])

const calendar: Answer = (response, url) => {
  const [, , year, month] = url.pathname.split('/').map(Number)
  const at = (months: number) => {
    const date = new Date(Date.UTC(year as number, (month as number) - 1 + months))
    return `/calendar/${date.getUTCFullYear()}/${String(date.getUTCMonth() + 1).padStart(2, '0')}`
  }
  page([at(-1), at(1)])(response, url)
}

const deep: Answer = (response, url) => {
  page([`/deep/${Number(url.pathname.split('/')[2]) + 1}`])(response, url)
}

function answerTo(url: URL): Answer | undefined {
  if (url.pathname.startsWith('/loop/')) return loop
  if (url.pathname.startsWith('/calendar/')) return calendar
  if (url.pathname.startsWith('/deep/')) return deep
  return pages[url.pathname.replace(/;.*/, '')]
}

/** `more` answers paths outside the site itself; it may be slow. */
export async function openCrawlSite(
  more: (response: ServerResponse, url: URL) => void | Promise<void> = (response) =>
    void response.writeHead(404).end(),
): Promise<CrawlSite> {
  const requests: string[] = []
  const server = createServer((request: IncomingMessage, response) => {
    const url = new URL(request.url ?? '/', 'http://site')
    if (url.pathname !== '/robots.txt') requests.push(url.pathname + url.search)
    const answer = answerTo(url) ?? more
    void answer(response, url)
  })
  const address = `${ownNetwork()}.2`
  server.listen(0, address)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://${address}:${port}`,
    requests,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
