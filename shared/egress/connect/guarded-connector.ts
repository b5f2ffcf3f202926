import { isIP, isIPv6, type Socket } from 'node:net'
import { buildConnector, errors } from 'undici'
import { startRunningTimer } from '../../async/running-timer.ts'
import { isSameAddress } from '../policy/address.ts'
import { plainName } from '../policy/host-names.ts'
import { type EgressDecision, type Refused, refused, type Unresolved } from '../policy/target-decision.ts'
import { happyEyeballs } from './happy-eyeballs.ts'

/**
 * The policy refuses the connection. The message is that of the decision: fit for clients, without addresses.
 */
export class EgressRefused extends Error {
  readonly code = 'EGRESS_REFUSED'
  readonly reason: Refused['reason']

  constructor(decision: Refused) {
    super(decision.message)
    this.name = 'EgressRefused'
    this.reason = decision.reason
  }
}

/**
 * The name of the target has no address, or the DNS did not answer in time. The message is that of the
 * decision.
 */
export class Unresolvable extends Error {
  readonly code = 'UNRESOLVABLE'
  readonly reason: Unresolved['reason']

  constructor(decision: Unresolved) {
    super(decision.message)
    this.name = 'Unresolvable'
    this.reason = decision.reason
  }
}

/**
 * Creates the `connect` function of an undici dispatcher that enforces the policy: it checks each origin
 * again and opens sockets only to the checked addresses, given as literals, so that no name is resolved
 * twice. TLS uses the name of the host; HTTP/2 is offered. Fails with `EgressRefused`, `Unresolvable`,
 * undici's `ConnectTimeoutError`, or the error of the socket; that one contains the address and is only for
 * logs.
 */
export function guardedConnector(
  check: (url: string) => Promise<EgressDecision>,
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

function allowedAddresses(decision: EgressDecision): readonly string[] {
  if (decision.kind === 'refused') throw new EgressRefused(decision)
  if (decision.kind === 'unresolvable') throw new Unresolvable(decision)
  return decision.addresses
}

/** The kernel may connect to another address than the given one: 0.0.0.0 leads to 127.0.0.1. */
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
  const stopTimer = startRunningTimer(timeoutMs, () => {
    httpSocket.destroy()
    reject(new errors.ConnectTimeoutError())
  })
  const servername = plainName(rest.servername || (isIP(hostname) ? '' : hostname))
  startTls({ protocol, hostname, port, servername, httpSocket }, (error, socket) => {
    stopTimer()
    if (error) httpSocket.destroy()
    if (error) reject(error)
    else resolve(socket)
  })
  return promise
}
