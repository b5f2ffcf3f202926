import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Server, Socket } from 'node:net'
import type { Egress } from '#shared/egress/egress.ts'
import type { TabProxy } from '../../tab/tab.ts'
import { makeForwarder } from './forwarder.ts'
import { makeProxyAuth, type ProxyAuth, type ProxyCredential } from './proxy-auth.ts'
import { makeTargetConnections } from './target-connections.ts'
import { makeTrafficAccount, type TrafficBudget } from './traffic-accounting.ts'
import { makeTunnel, rejectConnect } from './tunnel.ts'

export interface ProxyLimits extends TrafficBudget {
  /** Connections to connections at a time; what would need one more fails. */
  readonly maxConnections: number
  /** Maximum bytes of a header section, of requests and of responses. */
  readonly maxHeaderBytes: number
  /** Milliseconds without a byte after which a connection is closed. */
  readonly idleMs: number
}

/** The limits of each page besides its bytes. */
export const proxyLimits: Omit<ProxyLimits, 'maxBytes'> = {
  maxRequests: 5000,
  maxConnections: 256,
  maxHeaderBytes: 128 * 1024,
  idleMs: 75_000,
}

export interface EgressProxyOptions {
  readonly egress: Egress
  readonly limits: ProxyLimits
  /** Opens the port where the browser runs, see `NetworkSandbox.listen`. */
  readonly listen: Listen
  /** Of the job: the proxy closes when it is aborted. */
  readonly signal?: AbortSignal
}

/** The egress proxy of the browser context of one job. */
export interface EgressProxy extends TabProxy {
  /** For `createBrowserContext`, see `egressContext`. */
  readonly url: string
  /** Required of each client, so no other program on the machine can use the proxy: see `authenticateBrowser`. */
  readonly credential: ProxyCredential
  /** The proxy itself answers this URL, with 204. */
  readonly authProbeUrl: string
  /** Closes all connections and the port; resolves when both are closed. May be called again. */
  close(): Promise<void>
}

/**
 * Opens a forward proxy for one job: plain http in absolute form, all other protocols by CONNECT. The egress policy checks each
 * connection, and the proxy connects to the address that was checked. Rejects with the reason of an aborted signal.
 */
export async function openEgressProxy({
  egress,
  limits,
  listen,
  signal,
}: EgressProxyOptions): Promise<EgressProxy> {
  const { maxConnections, maxHeaderBytes, idleMs } = limits
  const auth = makeProxyAuth()
  const traffic = makeTrafficAccount(limits, (limit) => {
    if (limit === 'bytes') dropConnections()
  })
  const connections = makeTargetConnections({
    connector: egress.connector,
    maxConnections,
    onBytes: traffic.addReceivedBytes,
  })
  let isBlocked = (_url: string) => false
  const shared = { connections, traffic, idleMs, isBlocked: (url: string) => isBlocked(url) }
  const forwarder = makeForwarder({ ...shared, maxHeaderBytes })
  const onConnect = makeTunnel(shared)
  const listener = await openListener({
    ...{ auth, maxHeaderBytes, idleMs, listen },
    onRequest: forwarder.handle,
    onConnect,
  })

  function dropConnections(): void {
    connections.close()
    forwarder.close()
    listener.dropClients()
  }
  const close = async () => {
    signal?.removeEventListener('abort', close)
    dropConnections()
    await listener.close()
  }
  signal?.addEventListener('abort', close)
  if (signal?.aborted) await close()
  signal?.throwIfAborted()
  const { url } = listener
  const { credential, authProbeUrl } = auth
  const { counts, refusals, failureOf, exceeded } = traffic
  return {
    ...{ url, credential, authProbeUrl, counts, refusals, failureOf, exceeded, close },
    block(predicate) {
      isBlocked = predicate
    },
  }
}

/** Makes the server listen on a free port of 127.0.0.1 as the browser sees it. */
export type Listen = (server: Server) => Promise<void>

interface ListenerOptions {
  readonly auth: ProxyAuth
  readonly maxHeaderBytes: number
  readonly idleMs: number
  readonly listen: Listen
  onRequest(incoming: IncomingMessage, outgoing: ServerResponse): void
  onConnect(incoming: IncomingMessage, client: Socket, head: Buffer): void
}

const challenge = 'Basic realm="render"'
/** Lets a script of a page without an origin read the response, see `authenticateEarly`. */
const probeHeaders = { 'access-control-allow-origin': '*' }

/** Opens the server that the browser connects to, for clients with the credential of `auth`; all others get a 407. */
async function openListener(options: ListenerOptions) {
  const { auth, maxHeaderBytes, idleMs } = options
  const isAuthorized = ({ headers }: IncomingMessage) => auth.isAuthorized(headers['proxy-authorization'])
  const server = createServer({
    maxHeaderSize: maxHeaderBytes,
    keepAliveTimeout: idleMs,
    // An upload may take as long as its job.
    requestTimeout: 0,
    insecureHTTPParser: false,
  })
  const clients = new Set<Socket>()
  server.on('connection', (client) => {
    clients.add(client)
    // The event 'close' follows and is handled.
    client.on('error', () => {}).once('close', () => clients.delete(client))
  })
  const handleRequest = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    if (!isAuthorized(incoming)) outgoing.writeHead(407, { 'proxy-authenticate': challenge }).end()
    else if (incoming.url === auth.authProbeUrl) outgoing.writeHead(204, probeHeaders).end()
    else options.onRequest(incoming, outgoing)
  }
  const handleConnect = (incoming: IncomingMessage, client: Socket, head: Buffer) => {
    if (isAuthorized(incoming)) options.onConnect(incoming, client, head)
    else rejectConnect(client, '407 Proxy Authentication Required', `Proxy-Authenticate: ${challenge}\r\n`)
  }
  server.on('request', (incoming, outgoing) =>
    closeOnThrow(outgoing, () => handleRequest(incoming, outgoing)),
  )
  server.on('connect', (incoming: IncomingMessage, client: Socket, head: Buffer) =>
    closeOnThrow(client, () => handleConnect(incoming, client, head)),
  )
  server.on('clientError', (_error, client) => client.destroy())
  await options.listen(server)
  const dropClients = () => {
    for (const client of clients) client.destroy()
  }
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    dropClients,
    async close(): Promise<void> {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      dropClients()
      await closed
    },
  }
}

/** A handler that throws closes its connection, and does not end the process. */
function closeOnThrow(connection: { destroy(): unknown }, handler: () => void): void {
  try {
    handler()
  } catch {
    connection.destroy()
  }
}
