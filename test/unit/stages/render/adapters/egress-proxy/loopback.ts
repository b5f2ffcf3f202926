import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener, request } from 'node:http'
import {
  type AddressInfo,
  connect,
  createServer as createTcpServer,
  type Server,
  type Socket,
} from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { Resolve } from '#shared/egress/dns/name-lookup.ts'
import { type Egress, makeEgress } from '#shared/egress/egress.ts'
import { parseAllow, parseHosts, parsePorts } from '#shared/egress/policy/egress-rules.ts'
import {
  type EgressProxy,
  type EgressProxyOptions,
  openEgressProxy,
  type ProxyLimits,
} from '#stages/render/adapters/egress-proxy/egress-proxy.ts'
import { noNetworkSandbox } from '#stages/render/adapters/network-sandbox/network-sandbox.ts'

export interface Target {
  readonly port: number
  /** `http://127.0.0.1:port` */
  readonly origin: string
  /** Connections that have come in so far, and those that stand. */
  readonly connections: { count: number; readonly open: ReadonlySet<Socket> }
  close(): Promise<void>
}

/** A web server on a free port of the host. */
export function serve(listener: RequestListener, host = '127.0.0.1', port = 0): Promise<Target> {
  return listening(createServer(listener), host, port)
}

/** A server that speaks whatever `talk` writes. */
export function serveRaw(talk: (socket: Socket) => void, host = '127.0.0.1'): Promise<Target> {
  return listening(createTcpServer(talk), host, 0)
}

export async function listening(server: Server, host = '127.0.0.1', port = 0): Promise<Target> {
  const open = new Set<Socket>()
  const connections = { count: 0, open }
  server.on('connection', (socket: Socket) => {
    connections.count += 1
    open.add(socket)
    socket.on('error', () => {}).once('close', () => open.delete(socket))
  })
  server.listen(port, host)
  await once(server, 'listening')
  const { port: bound } = server.address() as AddressInfo
  return {
    port: bound,
    origin: `http://${host}:${bound}`,
    connections,
    async close() {
      const closed = once(server, 'close')
      server.close()
      for (const socket of open) socket.destroy()
      await closed
    },
  }
}

export interface PolicyOptions {
  /** As EGRESS_ALLOW; nothing of the loopback net unless given. */
  readonly allow?: string
  /** As EGRESS_HOSTS. */
  readonly hosts?: string
  readonly resolve?: Resolve
  readonly dnsCacheMs?: number
}

/** The real policy; names resolve to nothing unless told otherwise. */
export function policy({ allow = '', hosts = '', resolve, dnsCacheMs = 0 }: PolicyOptions = {}): Egress {
  return makeEgress({
    rules: {
      allow: parseAllow(allow),
      hosts: parseHosts(hosts),
      ports: parsePorts('1-65535'),
      ownAddresses: [],
    },
    resolve: resolve ?? (async () => []),
    dnsCacheMs,
  })
}

export const limits: ProxyLimits = {
  maxBytes: 50_000_000,
  maxRequests: 1000,
  maxConnections: 100,
  maxHeaderBytes: 65_536,
  idleMs: 5000,
}

export interface TestProxyOptions extends PolicyOptions, Partial<Pick<EgressProxyOptions, 'listen'>> {
  readonly limits?: Partial<ProxyLimits>
  readonly signal?: AbortSignal
}

export function testProxy({
  limits: own,
  listen = noNetworkSandbox.listen,
  signal,
  ...rules
}: TestProxyOptions = {}) {
  return openEgressProxy({
    egress: policy(rules),
    limits: { ...limits, ...own },
    listen,
    ...(signal && { signal }),
  })
}

export function authorization({ credential }: EgressProxy): string {
  return `Basic ${Buffer.from(`${credential.username}:${credential.password}`).toString('base64')}`
}

export interface Asking {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Buffer
}

export interface Answered {
  readonly status: number
  readonly message: string
  readonly headers: IncomingMessage['headers']
  readonly body: Buffer
}

/** Asks through the proxy as a browser does for plain http. Rejects with the connection's error. */
export async function ask(proxy: EgressProxy, url: string, asking: Asking = {}): Promise<Answered> {
  const { hostname, port } = new URL(proxy.url)
  const headers = { host: new URL(url).host, 'proxy-authorization': authorization(proxy), ...asking.headers }
  const sent = request({ hostname, port, path: url, method: asking.method ?? 'GET', headers, agent: false })
  sent.end(asking.body)
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  const body = await buffer(answer)
  return {
    status: answer.statusCode ?? 0,
    message: answer.statusMessage ?? '',
    headers: answer.headers,
    body,
  }
}

/** What the promise rejects with, in short. */
export async function errorOf(promise: Promise<unknown>): Promise<string> {
  return promise.then(
    (value) => `no error but ${JSON.stringify(value)}`,
    (error: NodeJS.ErrnoException) => error.code ?? error.message,
  )
}

/** Writes to the proxy and reads until it closes. */
export async function say(proxy: EgressProxy, text: string): Promise<string> {
  const { hostname, port } = new URL(proxy.url)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => {}).write(text, 'latin1')
  const parts: Buffer[] = []
  socket.on('data', (part) => parts.push(part))
  await once(socket, 'close')
  return Buffer.concat(parts).toString('latin1')
}

export function connectRequest(proxy: EgressProxy, authority: string): string {
  return `CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\nProxy-Authorization: ${authorization(proxy)}\r\n\r\n`
}

/** A tunnel as a browser opens it; the status line when there is none. */
export async function tunnelTo(proxy: EgressProxy, authority: string): Promise<Socket | string> {
  const { hostname, port } = new URL(proxy.url)
  const headers = { 'proxy-authorization': authorization(proxy) }
  const sent = request({ hostname, port, method: 'CONNECT', path: authority, headers, agent: false }).end()
  const [answer, socket, head] = (await once(sent, 'connect')) as [IncomingMessage, Socket, Buffer]
  socket.unshift(head)
  if (answer.statusCode === 200) return socket
  socket.destroy()
  return `${answer.statusCode} ${answer.statusMessage}`
}

export async function openTunnel(proxy: EgressProxy, authority: string): Promise<Socket> {
  const tunnel = await tunnelTo(proxy, authority)
  if (typeof tunnel === 'string') throw new Error(`no tunnel: ${tunnel}`)
  return tunnel
}

/** Closes what the tests of a suite opened, the last first. */
export function closing() {
  const opened: { close(): unknown }[] = []
  return {
    async open<T extends { close(): unknown }>(one: Promise<T>): Promise<T> {
      const open = await one
      opened.push(open)
      return open
    },
    async closeAll(): Promise<void> {
      for (const one of opened.splice(0).reverse()) await one.close()
    },
  }
}
