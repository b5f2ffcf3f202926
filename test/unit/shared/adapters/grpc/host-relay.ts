import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A host with a server on it, as its clients see it: a relay in front of the server that a test can break. */
export interface HostRelay {
  readonly address: string
  /** Passes on nothing more; connections are still accepted, as by the kernel of a suspended process. */
  suspend(): void
  resume(): void
  /** Breaks all connections and refuses new ones, as after a SIGKILL. */
  kill(): Promise<void>
  /** Accepts connections again, at the same address. */
  restart(): Promise<void>
}

/** Opens the relay. The first `ignored` connections are accepted and never answered, as by a host that is cut off. */
export async function hostRelay(target: string, ignored = 0): Promise<HostRelay> {
  const [host, port] = target.split(':')
  const pairs = new Map<Socket, Socket>()
  let isSuspended = false
  let accepted = 0

  function pass(near: Socket, far: Socket): void {
    near.pipe(far).pipe(near)
  }
  function accept(near: Socket): void {
    const far = connect({ host, port: Number(port), noDelay: true })
    pairs.set(near, far)
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      socket
        .on('error', () => {})
        .on('close', () => {
          other.destroy()
          pairs.delete(near)
        })
    }
    if (++accepted > ignored && !isSuspended) pass(near, far)
  }
  const server = createServer({ noDelay: true }, accept)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const own = (server.address() as AddressInfo).port

  return {
    address: `127.0.0.1:${own}`,
    suspend() {
      isSuspended = true
      for (const [near, far] of pairs) {
        near.unpipe(far)
        far.unpipe(near)
      }
    },
    resume() {
      isSuspended = false
      for (const [near, far] of pairs) pass(near, far)
    },
    async kill() {
      const closed = server.listening ? once(server, 'close') : null
      server.close()
      for (const near of pairs.keys()) near.resetAndDestroy()
      await closed
    },
    async restart() {
      await once(server.listen(own, '127.0.0.1'), 'listening')
    },
  }
}
