import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ownNetwork } from './own-network.ts'

/** Handler of a path of the site; the default is an ordinary page. */
export type Route = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>

/** A site to inspect, on several loopback hosts with one port. */
export interface TargetSite {
  /** `http://<network>.<2 + host>:<port><path>` */
  url(path: string, host?: number): string
  /** Number of requests for the URL; over all hosts when only a path is given. */
  hits(path: string): number
  close(): Promise<void>
}

export interface SiteOptions {
  readonly hosts?: number
  /** The first three bytes of the addresses; default: `127.0.0`. */
  readonly network?: string
  /** By path, without query. */
  readonly routes?: Readonly<Record<string, Route>>
  /** Called before every answer of a page, to delay it. */
  readonly before?: (path: string) => Promise<void>
}

/** Opens the site at addresses that no other site of this process has: for a service that files share. */
export function openOwnSite(options: Omit<SiteOptions, 'network'> = {}): Promise<TargetSite> {
  return openSite({ ...options, network: ownNetwork() })
}

/** Opens the site. Pages have their own path in title and text; no host has a robots.txt. */
export async function openSite(options: SiteOptions = {}): Promise<TargetSite> {
  const { hosts = 1, network = '127.0.0', routes = {}, before } = options
  const asked: string[] = []
  const onRequest = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = (request.url ?? '/').split('?')[0] as string
    asked.push(path)
    const route = routes[path]
    if (route !== undefined) await route(request, response)
    else if (path === '/robots.txt') response.writeHead(404).end()
    else {
      await before?.(path)
      htmlPage(response, path)
    }
  }
  const servers: Server[] = []
  let port = 0
  for (let host = 0; host < hosts; host++) {
    const server = createServer((request, response) => void onRequest(request, response))
    server.listen(port, `${network}.${host + 2}`)
    await once(server, 'listening')
    port = (server.address() as AddressInfo).port
    servers.push(server)
  }
  return {
    url: (path, host = 0) => `http://${network}.${host + 2}:${port}${path}`,
    hits: (path) => asked.filter((one) => one === path).length,
    async close() {
      for (const server of servers) server.closeAllConnections()
      await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))))
    },
  }
}

/** A small page that names its path. */
export function htmlPage(response: ServerResponse, path: string, body = ''): void {
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
  response.end(`<!doctype html><html lang="en"><head><title>Page ${path}</title>
<meta name="description" content="About ${path}"></head><body><h1>Page ${path}</h1>
<p>Some words.</p><a href="/next">next</a>${body}</body></html>`)
}
