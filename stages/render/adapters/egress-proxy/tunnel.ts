import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { ForwarderOptions } from './forwarder.ts'
import { parseAuthorityForm, type RequestTarget } from './request-target.ts'

type TunnelOptions = Omit<ForwarderOptions, 'maxHeaderBytes'>

/** Milliseconds that one side gets to close after the other side has closed. */
const HALF_CLOSE_MS = 1000

/**
 * Makes a handler of CONNECT (RFC 9110, section 9.3.6), which browsers send for https and wss, and Chromium for ws as well. Bytes are
 * relayed unchanged, so TLS and HTTP/2 are between browser and target. Each failure is the same 502 without content, whatever its
 * reason.
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

/** Answers CONNECT with `status`, without content, and closes the connection. `field` is one more header line. */
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

/** Relays bytes from one side to the other, with backpressure. When the first side has ended, the other gets `HALF_CLOSE_MS` to close. */
function pipeAndClose(from: Socket, to: Socket): void {
  // A lost connection closes without an 'end': the other side is destroyed then.
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
