import { connect, type Socket } from 'node:net'
import { errors } from 'undici'

/** RFC 8305, section 8: how long an attempt has alone before the next address is tried beside it, in milliseconds. */
const staggerMs = 250
const keepAliveMs = 60_000

/**
 * Opens TCP connections to the addresses in their order, the next one as soon as an attempt fails or takes long (RFC 8305,
 * section 5), and gives the first that stands; the others are destroyed. The addresses are literals: nothing is looked up.
 * Rejects with the first attempt's error when all failed, with undici's `ConnectTimeoutError` after `timeoutMs`.
 */
export function happyEyeballs(
  addresses: readonly string[],
  port: number,
  timeoutMs: number,
): Promise<Socket> {
  const { promise, resolve, reject } = Promise.withResolvers<Socket>()
  const remaining = [...addresses]
  const sockets: Socket[] = []
  const failures: Error[] = []
  let stagger: NodeJS.Timeout | undefined
  const deadline = setTimeout(() => finish(new errors.ConnectTimeoutError()), timeoutMs)

  function finish(outcome: Socket | Error): void {
    clearTimeout(stagger)
    clearTimeout(deadline)
    remaining.length = 0
    for (const socket of sockets) if (socket !== outcome) socket.destroy()
    if (outcome instanceof Error) reject(outcome)
    else resolve(outcome)
  }
  function fail(error: Error): void {
    failures.push(error)
    if (failures.length === addresses.length) finish(failures[0] ?? error)
    else tryNext()
  }
  function tryNext(): void {
    clearTimeout(stagger)
    const host = remaining.shift()
    if (host === undefined) return
    const socket = connect({ host, port, noDelay: true, keepAlive: true, keepAliveInitialDelay: keepAliveMs })
    sockets.push(socket)
    socket.once('error', fail).once('connect', () => {
      socket.off('error', fail)
      finish(socket)
    })
    stagger = setTimeout(tryNext, staggerMs)
  }

  tryNext()
  return promise
}
