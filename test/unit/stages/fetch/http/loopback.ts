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
import { type HttpClient, makeHttpClient } from '#stages/fetch/http/client.ts'
import type { HttpLimits } from '#stages/fetch/http/http-limits.ts'
import { unlimitedMemory } from '#test/support/unlimited-memory.ts'

export interface Site {
  /** `http://127.0.0.1:port`, without a slash at the end. */
  readonly origin: string
  readonly port: number
  /** Request targets in the order they came. */
  readonly requested: string[]
  close(): Promise<void>
}

/** A site on a free port of the loopback interface. */
export async function serve(listener: RequestListener): Promise<Site> {
  const requested: string[] = []
  const server = createServer((request, response) => {
    requested.push(request.url ?? '')
    listener(request, response)
  })
  return listening(server, requested, () => server.closeAllConnections())
}

/** A site that speaks whatever `talk` writes to the socket, once a request has come in. */
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

export const limits: HttpLimits = {
  decompression: { maxRatio: 1100, ratioFromBytes: 4 * 1024 * 1024 },
  timeoutMs: 5000,
  maxBytes: 1_000_000,
  maxRedirects: 10,
  maxHeaderBytes: 65_536,
  connectionsPerOrigin: 8,
  idleMs: 1000,
}

export interface ClientOptions extends Partial<HttpLimits> {
  /** As EGRESS_ALLOW; all of the loopback network unless given. */
  readonly allow?: string
  /** As EGRESS_HOSTS. */
  readonly hosts?: string
  /** For bodies; plenty unless given. */
  readonly memory?: MemoryBudget
}

/** The client behind the real policy, with an exception for the loopback network. */
export function loopbackClient({
  allow = '127.0.0.0/8:*',
  hosts = '',
  memory = unlimitedMemory,
  ...own
}: ClientOptions = {}): HttpClient {
  const egress = makeEgress({
    rules: { allow: parseAllow(allow), ports: defaultPorts, hosts: parseHosts(hosts), ownAddresses: [] },
    resolve: async () => [],
    dnsTimeoutMs: 1000,
    maxDnsAnswers: 10,
    dnsCacheMs: 0,
    connectTimeoutMs: 2000,
  })
  return makeHttpClient({ egress, memory, limits: { ...limits, ...own } })
}

/** What the promise rejects with, which has to be a Failure. */
export async function failureOf(promise: Promise<unknown>): Promise<Failure> {
  const outcome = await promise.then(
    () => 'no rejection',
    (error: unknown) => error,
  )
  if (outcome instanceof Failure) return outcome
  throw new Error('expected a Failure', { cause: outcome })
}

export const userAgent = 'TestBot/1.0'
