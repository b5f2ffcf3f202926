import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { type HostCheck, knownHosts } from '#shared/web/known-hosts.ts'

export interface PageServerOptions {
  readonly host: string
  /** 0 = any free port. */
  readonly port: number
  /** Hosts besides loopback that a server on loopback answers for, as `canonicalHost` returns them. */
  readonly allowedHosts: readonly string[]
  /** By path: makes the page for each GET or HEAD. */
  readonly pages: Readonly<Record<string, () => Promise<Page> | Page>>
}

export interface Page {
  /** 200 when absent. */
  readonly status?: number
  readonly contentType: string
  readonly text: string
}

export interface PageServer {
  readonly port: number
  close(): Promise<void>
}

/** Beyond these the oldest connection is closed, so that connections that wait cannot keep a new one out. */
const MAX_CONNECTIONS = 64
const REQUEST_MS = 5000
const CHECK_MS = 1000
const MAX_HEADER_BYTES = 8192

/**
 * Serves a few small pages to machines. A request for a host that it does not know (`knownHosts`) gets 421 (RFC 9110, section
 * 15.5.20). Rejects if it cannot listen on the address.
 */
export async function servePages({
  host,
  port,
  allowedHosts,
  pages,
}: PageServerOptions): Promise<PageServer> {
  const limits = { headersTimeout: REQUEST_MS, requestTimeout: REQUEST_MS, keepAliveTimeout: REQUEST_MS }
  const checks = { connectionsCheckingInterval: CHECK_MS, maxHeaderSize: MAX_HEADER_BYTES }
  let isKnownHost: HostCheck = () => false
  const respond = answer(new Map(Object.entries(pages)))
  const server = createServer({ ...limits, ...checks }, (request, response) =>
    isKnownHost(request.headers.host) ? respond(request, response) : void response.writeHead(421).end(),
  )
  server.once('listening', () => {
    isKnownHost = knownHosts((server.address() as AddressInfo).address, allowedHosts)
  })
  server.on('connection', keepNewest(MAX_CONNECTIONS))
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      server.closeAllConnections()
      await closed
    },
  }
}

function answer(pages: ReadonlyMap<string, () => Promise<Page> | Page>): RequestListener {
  return async (request, response) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    const page = isRead ? await pages.get(request.url ?? '')?.() : undefined
    if (page === undefined) return response.writeHead(404).end()
    const { status = 200, contentType, text } = page
    response.writeHead(status, { 'Content-Type': contentType, 'Content-Length': Buffer.byteLength(text) })
    response.end(request.method === 'HEAD' ? undefined : text)
  }
}

function keepNewest(max: number): (socket: Socket) => void {
  const open = new Set<Socket>()
  return (socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
    const [oldest] = open
    if (open.size > max) oldest?.destroy()
  }
}
