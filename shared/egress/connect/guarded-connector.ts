import { isIP, isIPv6, type Socket } from 'node:net'
import { buildConnector, errors } from 'undici'
import { isSameAddress } from '../policy/address.ts'
import { plainName } from '../policy/host-names.ts'
import { refused } from '../policy/refusals.ts'
import type { TargetDecision } from '../policy/target-decision.ts'
import { EgressRefused, Unresolvable } from './connect-errors.ts'
import { happyEyeballs } from './happy-eyeballs.ts'

/**
 * The `connect` of an undici dispatcher that keeps to the policy: it judges each origin anew and opens sockets to the judged
 * addresses only, given as literals, so nothing is looked up a second time. The TLS name stays the host's; HTTP/2 is offered.
 * Fails with `EgressRefused`, `Unresolvable`, undici's `ConnectTimeoutError`, or the socket's own error: that one names the
 * address and is for logs alone.
 */
export function guardedConnector(
  check: (url: string) => Promise<TargetDecision>,
  connectTimeoutMs: number,
): buildConnector.connector {
  const startTls = buildConnector({ allowH2: true, timeout: connectTimeoutMs })

  async function connect(options: buildConnector.Options): Promise<Socket> {
    const origin = originOf(options)
    const addresses = allowedAddresses(await check(origin))
    const deadline = performance.now() + connectTimeoutMs
    const isTls = options.protocol === 'https:'
    const port = Number(options.port) || (isTls ? 443 : 80)
    const socket = await happyEyeballs(addresses, port, connectTimeoutMs)
    assertAllowedPeer(socket, addresses)
    return isTls ? upgradeToTls(startTls, socket, options, deadline - performance.now()) : socket
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

function allowedAddresses(decision: TargetDecision): readonly string[] {
  if (decision.kind === 'refused') throw new EgressRefused(decision)
  if (decision.kind === 'unresolvable') throw new Unresolvable(decision)
  return decision.addresses
}

/** The kernel may answer for another address than the one asked: connecting to 0.0.0.0 ends at 127.0.0.1. */
function assertAllowedPeer(socket: Socket, addresses: readonly string[]): void {
  const { remoteAddress } = socket
  if (remoteAddress !== undefined && addresses.some((address) => isSameAddress(remoteAddress, address)))
    return
  socket.destroy()
  throw remoteAddress === undefined
    ? new errors.SocketError('other side closed')
    : new EgressRefused(refused('address_not_allowed'))
}

function upgradeToTls(
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
