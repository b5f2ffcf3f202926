import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A site whose pages link to ten further ones each, as a tree. */
export interface CrawledSite {
  readonly start: string
  /** Requests of pages so far. */
  requests(): number
  close(): Promise<void>
}

const ADDRESS = '127.200.0.1'
const LINKS = 10
const WORDS = 80

export async function openCrawledSite(pages: number): Promise<CrawledSite> {
  let requests = 0
  const server = createServer({ keepAliveTimeout: 60_000 }, ({ url = '/' }, response) => {
    const page = /^\/p(\d+)$/.exec(url)?.[1]
    if (page === undefined) return void response.writeHead(404).end()
    requests += 1
    response.writeHead(200, { 'content-type': 'text/html' }).end(pageHtml(Number(page), pages))
  }).listen(0, ADDRESS)
  await once(server, 'listening')
  return {
    start: `http://${ADDRESS}:${(server.address() as AddressInfo).port}/p0`,
    requests: () => requests,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function pageHtml(page: number, pages: number): string {
  const first = page * LINKS + 1
  const linked = Array.from({ length: LINKS }, (_, at) => first + at).filter((one) => one < pages)
  const links = linked.map((one) => `<a href="/p${one}">Page ${one}</a>`).join(' ')
  return `<!doctype html><title>Page ${page}</title><p>${textOf(page)}</p>${links}`
}

/** Words that no other page has: pages that say the same would be left for last. */
function textOf(page: number): string {
  return Array.from({ length: WORDS }, (_, at) => ((page + 1) * 7919 * (at + 11)).toString(36)).join(' ')
}
