import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { htmlPage } from './target-site.ts'
import { type HostVisits, makeVisitRecorder } from './visit-recorder.ts'

/** A site on several loopback hosts, which records the visits of each. */
export interface VisitRecordingSite {
  url(path: string, host: number): string
  /** In the order of the hosts, robots.txt and redirects included. */
  visits(): HostVisits[]
  close(): Promise<void>
}

export interface VisitRecordingSiteOptions {
  readonly hosts: number
  /** The duration of an answer, in milliseconds. */
  answerMs(host: number, path: string): number
}

const unvisited: HostVisits = { requests: 0, maxConcurrent: 0, smallestGapMs: null }

/** `/to-<host>/<path>` redirects there; no host has a robots.txt; any other path is a page. */
export async function openVisitRecordingSite({
  hosts,
  answerMs,
}: VisitRecordingSiteOptions): Promise<VisitRecordingSite> {
  const recorder = makeVisitRecorder()
  const servers: Server[] = []
  let port = 0
  const url = (path: string, host: number) => `http://127.0.0.${host + 2}:${port}${path}`

  function answer(host: number, { url: path = '/' }: IncomingMessage, response: ServerResponse): void {
    const ended = recorder.begin(String(host))
    response.once('close', ended)
    setTimeout(
      () => {
        ended()
        send(path, response)
      },
      answerMs(host, path),
    )
  }

  function send(path: string, response: ServerResponse): void {
    const [, to, rest] = /^\/to-(\d+)(\/.*)$/.exec(path) ?? []
    if (path === '/robots.txt') response.writeHead(404).end()
    else if (to === undefined || rest === undefined) htmlPage(response, path)
    else response.writeHead(302, { location: url(rest, Number(to)) }).end()
  }

  for (let host = 0; host < hosts; host++) {
    const server = createServer((request, response) => answer(host, request, response))
    server.listen(port, `127.0.0.${host + 2}`)
    await once(server, 'listening')
    port = (server.address() as AddressInfo).port
    servers.push(server)
  }
  return {
    url,
    visits() {
      const seen = recorder.visits()
      return Array.from({ length: hosts }, (_, host) => seen.get(String(host)) ?? unvisited)
    },
    async close() {
      for (const server of servers) server.closeAllConnections()
      await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))))
    },
  }
}
