import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ownNetwork } from '#test/support/sites/own-network.ts'

/** A site whose pages are made from their address. */
export interface TrapSite {
  readonly origin: string
  /** Requested paths with their queries, except robots.txt, in order. */
  readonly requests: string[]
  close(): Promise<void>
}

interface Page {
  readonly title: string
  readonly text: string
  readonly links: readonly string[]
}

const vocabulary =
  'ash birch cedar elm fir gum hazel iris juniper kauri larch maple nutmeg oak pine rowan'.split(' ')

/** Words that depend on a number, and hardly any in the same order for two numbers. */
export function wordsOf(seed: number, count: number): string {
  let state = Math.imul(seed + 1, 0x9e3779b1) | 1
  return Array.from({ length: count }, () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return vocabulary[(state >>> 8) % vocabulary.length]
  }).join(' ')
}

/**
 * Serves the pages that `pageAt` knows; others are 404. Each site has an address of its own: the service goes on to ask the
 * site of a crawl that has ended, for its report, and a host that does not answer rests.
 */
export async function openTrapSite(pageAt: (url: URL) => Page | null): Promise<TrapSite> {
  const address = `${ownNetwork()}.2`
  const requests: string[] = []
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://site')
    const page = url.pathname === '/robots.txt' ? null : pageAt(url)
    if (url.pathname !== '/robots.txt') requests.push(url.pathname + url.search)
    response.writeHead(page === null ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' })
    response.end(page === null ? '' : html(page))
  })
  server.listen(0, address)
  await once(server, 'listening')
  return {
    origin: `http://${address}:${(server.address() as AddressInfo).port}`,
    requests,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function html({ title, text, links }: Page): string {
  const anchors = links.map((href) => `<li><a href="${href}">more</a></li>`).join('')
  return `<!doctype html><html lang="en"><title>${title}</title><body><main><h1>${title}</h1><p>${text}</p></main><nav><ul>${anchors}</ul></nav>`
}
