import { once } from 'node:events'
import { createServer, type Server } from 'node:net'

/** A listener that must not be reached; it counts its connections. */
export interface Canary {
  readonly port: number
  readonly hits: number
  close(): void
}

export async function openCanary(host: string, port = 0): Promise<Canary> {
  let hits = 0
  const server = createServer((socket) => {
    hits += 1
    socket.destroy()
  }).listen(port, host)
  await once(server, 'listening')
  return {
    port: portOf(server),
    get hits() {
      return hits
    },
    close: () => void server.close(),
  }
}

export function portOf(server: Pick<Server, 'address'>): number {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server does not listen on a port')
  return address.port
}
