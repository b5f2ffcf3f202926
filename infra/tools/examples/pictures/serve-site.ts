import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A file of a site: its type, and its content or where it redirects to. */
export interface SiteFile {
  readonly status: number
  readonly type: string
  readonly body: string | Buffer
  readonly location?: string
}

/** A site that is served from memory on a loopback address. */
export interface ServedSite {
  readonly port: number
  /** Serves other files from now on. */
  serve(files: ReadonlyMap<string, SiteFile>): void
  close(): Promise<void>
}

/** Serves files by their paths at `host`, on any free port. What is not there is 404. */
export async function serveSite(host: string, files: ReadonlyMap<string, SiteFile>): Promise<ServedSite> {
  let served = files
  const server = createServer((request, response) => {
    const file = served.get(new URL(request.url ?? '/', 'http://site.example').pathname)
    if (file === undefined) return response.writeHead(404, { 'content-type': 'text/plain' }).end('Not found')
    const { status, type, location, body } = file
    return response.writeHead(status, { 'content-type': type, ...(location && { location }) }).end(body)
  })
  server.listen(0, host)
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    serve(other) {
      served = other
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
