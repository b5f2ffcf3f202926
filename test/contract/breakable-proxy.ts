import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'

/** How a connection to a server fails. */
export type Fault =
  /** Nothing is passed on, and nothing is closed: as by a server that hangs. */
  | 'silent'
  /** A connection is cut when the server answers, instead of passing the answer on. */
  | 'losing replies'

/** A connection to a server of this machine that can fail, while the server and its other clients go on. */
export interface BreakableProxy {
  readonly port: number
  /** From this moment on, connections fail in this way; null = they work. */
  break(fault: Fault | null): void
  /** Open connections become silent; others that are made later work. */
  silenceOpen(): void
  /** Cuts all connections and accepts none, as after the end of the server. */
  stop(): Promise<void>
  /** Accepts connections again, on the same port. */
  start(): Promise<void>
}

/** Passes connections on to a port on loopback. A test stops it at its end. */
export async function breakableProxy(target: number): Promise<BreakableProxy> {
  let fault: Fault | null = null
  const sockets = new Set<Socket>()
  const silenced = new WeakSet<Socket>()

  function pass(client: Socket): void {
    const server = connect({ port: target, host: '127.0.0.1' })
    const isSilent = () => fault === 'silent' || silenced.has(client)
    client.on('data', (bytes) => isSilent() || server.write(bytes))
    server.on('data', (bytes) => {
      if (fault === 'losing replies') client.destroy()
      else if (!isSilent()) client.write(bytes)
    })
    for (const [socket, peer] of [[client, server] as const, [server, client] as const]) {
      sockets.add(socket)
      socket.on('error', () => peer.destroy())
      socket.on('close', () => peer.destroy())
    }
  }

  let listener: Server
  let port = 0
  async function start(): Promise<void> {
    listener = createServer(pass).listen(port, '127.0.0.1')
    await once(listener, 'listening')
    port = (listener.address() as AddressInfo).port
  }
  await start()
  return {
    port,
    start,
    break(next) {
      fault = next
    },
    silenceOpen() {
      for (const socket of sockets) silenced.add(socket)
    },
    async stop() {
      const closed = once(listener.close(), 'close')
      for (const socket of sockets) socket.destroy()
      sockets.clear()
      await closed
    },
  }
}
