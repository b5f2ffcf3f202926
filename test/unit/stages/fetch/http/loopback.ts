import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import {
  type AddressInfo,
  createServer as createTcpServer,
  type Socket,
  type Server as TcpServer,
} from 'node:net'
import type { MemoryBudget } from '#shared/async/memory-budget.ts'
import { makeEgress } from '#shared/egress/egress.ts'
import { defaultPorts, parseAllow, parseHosts } from '#shared/egress/policy/egress-rules.ts'
import { Failure } from '#shared/errors.ts'
import { type HttpClient, type HttpClientOptions, makeHttpClient } from '#stages/fetch/http/client.ts'
import { unlimitedMemory } from '#test/support/unlimited-memory.ts'

export interface Site {
  /** `http://127.0.0.1:port`, without a trailing slash. */
  readonly origin: string
  readonly port: number
  /** Request targets, in order of arrival. */
  readonly requested: string[]
  close(): Promise<void>
}

/** Serves a site on a free port of the loopback interface. */
export async function serve(listener: RequestListener): Promise<Site> {
  const requested: string[] = []
  const server = createServer((request, response) => {
    requested.push(request.url ?? '')
    listener(request, response)
  })
  return listening(server, requested, () => server.closeAllConnections())
}

/** Serves a site whose sockets are driven by `talk` once a request has arrived. */
export async function serveRaw(talk: (socket: Socket) => void): Promise<Site> {
  const requested: string[] = []
  const sockets = new Set<Socket>()
  const server = createTcpServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {}).on('close', () => sockets.delete(socket))
    socket.on('data', (data) => {
      requested.push(data.toString('latin1').split(' ')[1] ?? '')
      talk(socket)
    })
  })
  return listening(server, requested, () => {
    for (const socket of sockets) socket.destroy()
  })
}

export async function listening(
  server: Server | TcpServer,
  requested: string[],
  drop: () => void,
  scheme = 'http',
): Promise<Site> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    origin: `${scheme}://127.0.0.1:${port}`,
    port,
    requested,
    async close() {
      server.close()
      drop()
      await once(server, 'close')
    },
  }
}

export const limits = {
  timeoutMs: 5000,
  maxBytes: 1_000_000,
  maxRedirects: 10,
  maxHeaderBytes: 65_536,
  connectionsPerOrigin: 8,
  idleMs: 1000,
}

export interface ClientOptions extends Partial<HttpClientOptions['limits']> {
  /** As EGRESS_ALLOW. Default: the whole loopback network. */
  readonly allow?: string
  /** As EGRESS_HOSTS. */
  readonly hosts?: string
  /** Memory for bodies. Default: enough. */
  readonly memory?: MemoryBudget
}

/** Makes a client behind the real egress policy, with an exception for the loopback network. */
export function loopbackClient({
  allow = '127.0.0.0/8:*',
  hosts = '',
  memory = unlimitedMemory,
  ...own
}: ClientOptions = {}): HttpClient {
  const egress = makeEgress({
    rules: { allow: parseAllow(allow), ports: defaultPorts, hosts: parseHosts(hosts), ownAddresses: [] },
    resolve: async () => [],
    dnsCacheMs: 0,
  })
  return makeHttpClient({ egress, memory, limits: { ...limits, ...own } })
}

/** Returns the Failure that the promise rejects with. */
export async function failureOf(promise: Promise<unknown>): Promise<Failure> {
  const outcome = await promise.then(
    () => 'no rejection',
    (error: unknown) => error,
  )
  if (outcome instanceof Failure) return outcome
  throw new Error('expected a Failure', { cause: outcome })
}

export const userAgent = 'TestBot/1.0'
