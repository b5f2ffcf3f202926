import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'

/** A WebSocket server that accepts every socket and ignores all messages. */
export interface SocketSink {
  /** `ws://127.0.0.2:<port>/` */
  readonly url: string
  close(): Promise<void>
}

/** RFC 6455, section 1.3. */
const GUID = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11'

export async function openSocketSink(): Promise<SocketSink> {
  const sockets = new Set<Duplex>()
  const server = createServer((_request, response) => response.writeHead(404).end())
  server.on('upgrade', ({ headers }, socket) => {
    sockets.add(socket)
    socket.on('error', () => {}).resume()
    const accept = createHash('sha1').update(`${headers['sec-websocket-key']}${GUID}`).digest('base64')
    const fields = `Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}`
    socket.write(`HTTP/1.1 101 Switching Protocols\r\n${fields}\r\n\r\n`)
  })
  server.listen(0, '127.0.0.2')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `ws://127.0.0.2:${port}/`,
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
