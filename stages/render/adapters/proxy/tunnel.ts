import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { Ledger } from '../../proxy/ledger.ts'
import { type RequestTarget, readAuthority } from '../../proxy/request-target.ts'
import type { Targets } from './targets.ts'

export interface TunnelOptions {
  readonly targets: Targets
  readonly ledger: Ledger
  /** Milliseconds without a byte in either direction until a tunnel is closed. */
  readonly idleMs: number
  /** Whether the job wants nothing of the URL: of a tunnel, only its origin is known. */
  isBlocked(url: string): boolean
}

/** Milliseconds that a side has to close as well once the other has. */
const lingerMs = 1000

/**
 * Answers CONNECT (RFC 9110, section 9.3.6): https, wss and, as Chromium sends them, ws. Bytes pass untouched, so TLS and
 * HTTP/2 are between browser and target. Whatever the reason, a failure is the same 502 without content.
 */
export function makeTunnel({ targets, ledger, idleMs, isBlocked }: TunnelOptions) {
  async function dig(target: RequestTarget, client: Socket, head: Buffer): Promise<void> {
    ledger.admit('tunnels')
    const socket = await targets.connect(target)
    ledger.succeed(target)
    client.write('HTTP/1.1 200 Connection established\r\n\r\n')
    socket.write(head)
    join(client, socket, idleMs)
    socket.on('data', () => targets.count(socket))
  }

  return ({ url = '' }: IncomingMessage, client: Socket, head: Buffer): void => {
    const target = readAuthority(url)
    if (target === null) {
      turnDown(client, '400 Bad Request')
      return
    }
    if (isBlocked(`https://${url}/`)) {
      turnDown(client, '502 Bad Gateway')
      return
    }
    dig(target, client, head).catch((error: unknown) => {
      if (!client.destroyed) ledger.fail(target, error)
      turnDown(client, '502 Bad Gateway')
    })
  }
}

export function turnDown(client: Socket, status: string, field = ''): void {
  client.end(`HTTP/1.1 ${status}\r\n${field}Content-Length: 0\r\nConnection: close\r\n\r\n`, () => {
    client.destroySoon()
  })
}

function join(client: Socket, target: Socket, idleMs: number): void {
  target.setTimeout(idleMs, () => target.destroy())
  passOn(client, target)
  passOn(target, client)
  if (client.destroyed) target.destroy()
}

/** Everything from one side to the other, at the other's pace; then the other gets a moment to close. */
function passOn(from: Socket, to: Socket): void {
  // A lost connection is closed without having ended: the other one is lost with it.
  from.on('error', () => {})
  from.once('close', () => {
    if (!from.readableEnded) to.destroy()
  })
  from.once('end', () => {
    const close = () => void setTimeout(() => to.destroy(), lingerMs).unref()
    if (to.writableFinished) close()
    else to.once('finish', close)
  })
  from.pipe(to)
}
