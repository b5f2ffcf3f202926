import { isIP, isIPv6, type Socket } from 'node:net'
import { buildConnector, errors } from 'undici'
import { isSameAddress } from './address.ts'
import { EgressRefused, Unresolvable } from './connect-errors.ts'
import { firstToConnect } from './first-to-connect.ts'
import { plainName } from './names.ts'
import { refused } from './refusals.ts'
import type { Verdict } from './verdict.ts'

/**
 * The `connect` of an undici dispatcher that keeps to the policy: it judges each origin anew and opens sockets to the judged
 * addresses only, given as literals, so nothing is looked up a second time. The TLS name stays the host's; HTTP/2 is offered.
 * Fails with `EgressRefused`, `Unresolvable`, undici's `ConnectTimeoutError`, or the socket's own error: that one names the
 * address and is for logs alone.
 */
export function guardedConnector(
  judge: (url: string) => Promise<Verdict>,
  connectTimeoutMs: number,
): buildConnector.connector {
  const startTls = buildConnector({ allowH2: true, timeout: connectTimeoutMs })

  async function connect(options: buildConnector.Options): Promise<Socket> {
    const origin = originOf(options)
    const addresses = judgedAddresses(await judge(origin))
    const deadline = performance.now() + connectTimeoutMs
    const isTls = options.protocol === 'https:'
    const port = Number(options.port) || (isTls ? 443 : 80)
    const socket = await firstToConnect(addresses, port, connectTimeoutMs)
    requireJudgedPeer(socket, addresses)
    return isTls ? secure(startTls, socket, options, deadline - performance.now()) : socket
  }

  return (options, callback) => {
    connect(options).then(
      (socket) => callback(null, socket),
      (error: Error) => callback(error, null),
    )
  }
}

function originOf({ protocol, hostname, port }: buildConnector.Options): string {
  return `${protocol}//${isIPv6(hostname) ? `[${hostname}]` : hostname}:${port}`
}

function judgedAddresses(verdict: Verdict): readonly string[] {
  if (verdict.kind === 'refused') throw new EgressRefused(verdict)
  if (verdict.kind === 'unresolvable') throw new Unresolvable(verdict)
  return verdict.addresses
}

/** The kernel may answer for another address than the one asked: connecting to 0.0.0.0 ends at 127.0.0.1. */
function requireJudgedPeer(socket: Socket, addresses: readonly string[]): void {
  const { remoteAddress } = socket
  if (remoteAddress !== undefined && addresses.some((address) => isSameAddress(remoteAddress, address)))
    return
  socket.destroy()
  throw remoteAddress === undefined
    ? new errors.SocketError('other side closed')
    : new EgressRefused(refused('address_not_allowed'))
}

function secure(
  startTls: buildConnector.connector,
  httpSocket: Socket,
  { protocol, hostname, port, ...rest }: buildConnector.Options,
  timeoutMs: number,
): Promise<Socket> {
  const { promise, resolve, reject } = Promise.withResolvers<Socket>()
  const deadline = setTimeout(() => {
    httpSocket.destroy()
    reject(new errors.ConnectTimeoutError())
  }, timeoutMs)
  const servername = plainName(rest.servername || (isIP(hostname) ? '' : hostname))
  startTls({ protocol, hostname, port, servername, httpSocket }, (error, socket) => {
    clearTimeout(deadline)
    if (error) httpSocket.destroy()
    if (error) reject(error)
    else resolve(socket)
  })
  return promise
}
