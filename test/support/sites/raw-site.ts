import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { ownNetwork } from './own-network.ts'

/** A site whose responses are bytes as they are written here. */
export interface RawSite {
  url(path: string): string
  close(): Promise<void>
}

/**
 * Serves the bytes of each path, each character as one byte, and closes the connection after them; all others are 404. Its
 * own origin stands for `{{origin}}`, and it has an address of its own.
 */
export async function openRawSite(responses: Readonly<Record<string, string>>): Promise<RawSite> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => {}).on('close', () => sockets.delete(socket)))
    socket.once('data', (request) => {
      const path = request.toString('latin1').split(' ')[1] ?? ''
      const bytes = responses[path] ?? 'HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n'
      socket.end(bytes.replaceAll('{{origin}}', origin), 'latin1')
    })
  })
  let origin = ''
  const host = `${ownNetwork()}.1`
  server.listen(0, host)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  origin = `http://${host}:${port}`
  return {
    url: (path) => origin + path,
    async close() {
      server.close()
      for (const socket of sockets) socket.destroy()
      await once(server, 'close')
    },
  }
}
