import { connect, type Socket } from 'node:net'
import { errors } from 'undici'
import { startRunningTimer } from '../../async/running-timer.ts'

/** Connection Attempt Delay (RFC 8305, section 8), in milliseconds: the next address is tried after it. */
const staggerMs = 250
const keepAliveMs = 60_000

/**
 * Happy Eyeballs: opens TCP connections to the addresses in order, the next one as soon as an attempt fails
 * or takes too long (RFC 8305, section 5). Resolves with the first connected socket and destroys the others.
 * The addresses are literals: no name is resolved. Rejects with the error of the first attempt if all fail,
 * or with undici's `ConnectTimeoutError` after `timeoutMs` in which the process ran.
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
  const stopTimer = startRunningTimer(timeoutMs, () => finish(new errors.ConnectTimeoutError()))

  function finish(outcome: Socket | Error): void {
    clearTimeout(stagger)
    stopTimer()
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
