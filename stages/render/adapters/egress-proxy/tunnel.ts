import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { parseAuthorityForm, type RequestTarget } from './request-target.ts'
import type { TargetConnections } from './target-connections.ts'
import type { TrafficAccount } from './traffic-accounting.ts'

export interface TunnelOptions {
  readonly connections: TargetConnections
  readonly traffic: TrafficAccount
  /** Milliseconds without a byte in either direction until a tunnel is closed. */
  readonly idleMs: number
  /** Whether the job wants nothing of the URL: of a tunnel, only its origin is known. */
  isBlocked(url: string): boolean
}

/** Milliseconds that a side has to close as well once the other has. */
const HALF_CLOSE_MS = 1000

/**
 * Answers CONNECT (RFC 9110, section 9.3.6): https, wss and, as Chromium sends them, ws. Bytes pass untouched, so TLS and
 * HTTP/2 are between browser and target. Whatever the reason, a failure is the same 502 without content.
 */
export function makeTunnel({ connections, traffic, idleMs, isBlocked }: TunnelOptions) {
  async function openTunnel(target: RequestTarget, client: Socket, head: Buffer): Promise<void> {
    traffic.admitRequest('tunnels')
    const socket = await connections.connect(target)
    traffic.recordSuccess(target)
    client.write('HTTP/1.1 200 Connection established\r\n\r\n')
    socket.write(head)
    joinSockets(client, socket, idleMs)
    socket.on('data', () => connections.countBytes(socket))
  }

  return ({ url = '' }: IncomingMessage, client: Socket, head: Buffer): void => {
    const target = parseAuthorityForm(url)
    if (target === null) {
      rejectConnect(client, '400 Bad Request')
      return
    }
    if (isBlocked(`https://${url}/`)) {
      rejectConnect(client, '502 Bad Gateway')
      return
    }
    openTunnel(target, client, head).catch((error: unknown) => {
      if (!client.destroyed) traffic.recordFailure(target, error)
      rejectConnect(client, '502 Bad Gateway')
    })
  }
}

export function rejectConnect(client: Socket, status: string, field = ''): void {
  client.end(`HTTP/1.1 ${status}\r\n${field}Content-Length: 0\r\nConnection: close\r\n\r\n`, () => {
    client.destroySoon()
  })
}

function joinSockets(client: Socket, target: Socket, idleMs: number): void {
  target.setTimeout(idleMs, () => target.destroy())
  pipeAndClose(client, target)
  pipeAndClose(target, client)
  if (client.destroyed) target.destroy()
}

/** Everything from one side to the other, at the other's pace; then the other gets a moment to close. */
function pipeAndClose(from: Socket, to: Socket): void {
  // A lost connection is closed without having ended: the other one is lost with it.
  from.on('error', () => {})
  from.once('close', () => {
    if (!from.readableEnded) to.destroy()
  })
  from.once('end', () => {
    const closeLater = () => void setTimeout(() => to.destroy(), HALF_CLOSE_MS).unref()
    if (to.writableFinished) closeLater()
    else to.once('finish', closeLater)
  })
  from.pipe(to)
}
