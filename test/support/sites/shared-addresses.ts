import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { htmlPage } from './target-site.ts'
import { type HostVisits, makeVisitRecorder } from './visit-recorder.ts'

/**
 * Many hosts on few loopback addresses, as on shared hosting; records the visits of each host, domain and address.
 */
export interface SharedAddresses {
  /** The names and their addresses, for `EGRESS_HOSTS`. */
  readonly egressHosts: string
  url(host: string, path: string): string
  /** By host name, by domain as the options give it, and by address; robots.txt and redirects included. */
  visits(): ReadonlyMap<string, HostVisits>
  close(): Promise<void>
}

export interface NamedHost {
  readonly name: string
  readonly domain: string
  readonly address: string
}

/**
 * `/to-<host>/<path>` redirects there; no host has a robots.txt; any other path is a page. Each answer takes
 * `answerMs`.
 */
export async function openSharedAddresses(
  hosts: readonly NamedHost[],
  answerMs: number,
): Promise<SharedAddresses> {
  const recorder = makeVisitRecorder()
  const byName = new Map(hosts.map((host) => [host.name, host]))
  const servers: Server[] = []
  let port = 0
  const url = (host: string, path: string) => `http://${host}:${port}${path}`

  function answer(
    address: string,
    { url: path = '/', headers }: IncomingMessage,
    response: ServerResponse,
  ): void {
    const name = headers.host?.split(':')[0] ?? ''
    const noted = new Set([name, byName.get(name)?.domain ?? '', address])
    const ends = [...noted].map(recorder.begin)
    const ended = () => {
      for (const end of ends) end()
    }
    response.once('close', ended)
    setTimeout(() => {
      ended()
      send(path, response)
    }, answerMs)
  }

  function send(path: string, response: ServerResponse): void {
    const [, to, rest] = /^\/to-([^/]+)(\/.*)$/.exec(path) ?? []
    if (path === '/robots.txt') response.writeHead(404).end()
    else if (to === undefined || rest === undefined) htmlPage(response, path)
    else response.writeHead(302, { location: url(to, rest) }).end()
  }

  for (const address of new Set(hosts.map((host) => host.address))) {
    const server = createServer((request, response) => answer(address, request, response))
    server.listen(port, address)
    await once(server, 'listening')
    port = (server.address() as AddressInfo).port
    servers.push(server)
  }
  return {
    egressHosts: hosts.map(({ name, address }) => `${name}=${address}`).join(),
    url,
    visits: recorder.visits,
    async close() {
      for (const server of servers) server.closeAllConnections()
      await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))))
    },
  }
}
