import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Server, Socket } from 'node:net'
import type { ProxyAuth } from './proxy-auth.ts'
import { rejectConnect } from './tunnel.ts'

/** Makes the server listen on a free port of 127.0.0.1 as the browser sees it. */
export type Listen = (server: Server) => Promise<void>

export interface ListenerOptions {
  readonly auth: ProxyAuth
  readonly maxHeaderBytes: number
  readonly idleMs: number
  readonly listen: Listen
  onRequest(incoming: IncomingMessage, outgoing: ServerResponse): void
  onConnect(incoming: IncomingMessage, client: Socket, head: Buffer): void
}

/** The server that the browser connects to. */
export interface Listener {
  readonly url: string
  dropClients(): void
  close(): Promise<void>
}

const challenge = 'Basic realm="render"'
/** Lets a script of a page without an origin read the response, see `authenticateEarly`. */
const probeHeaders = { 'access-control-allow-origin': '*' }

/** Opens a port for clients with the credential of `auth`; all others get a 407. */
export async function openListener(options: ListenerOptions): Promise<Listener> {
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
    async close() {
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
