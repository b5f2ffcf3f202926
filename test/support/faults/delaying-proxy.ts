import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A delayed connection to a server of this machine. */
export interface DelayingProxy {
  readonly port: number
  close(): void
}

/** Opens a proxy to a port on loopback that delays the bytes of clients by `ms`, in order. */
export async function delayingProxy(port: number, ms: number): Promise<DelayingProxy> {
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    const upstream = connect({ port, host: '127.0.0.1' })
    client.on('data', (bytes) => void setTimeout(() => upstream.writable && upstream.write(bytes), ms))
    upstream.on('data', (bytes) => client.write(bytes))
    for (const [socket, peer] of [[client, upstream] as const, [upstream, client] as const]) {
      sockets.add(socket.setNoDelay())
      socket.on('error', () => peer.destroy())
      socket.on('close', () => {
        sockets.delete(socket)
        peer.destroy()
      })
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    close() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
