import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ownNetwork } from './own-network.ts'

/** The service at an address that it may inspect: its own one is refused. */
export async function openProxy(service: string): Promise<{ readonly url: string; close(): Promise<void> }> {
  const server = createServer((asked, response) => passOn(service, asked, response))
  const address = `${ownNetwork()}.2`
  server.listen(0, address)
  await once(server, 'listening')
  return {
    url: `http://${address}:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function passOn(
  service: string,
  { url = '/', method, headers }: IncomingMessage,
  response: ServerResponse,
): void {
  const call = request(new URL(url, service), { method: String(method), headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.pipe(response)
  })
  call.on('error', () => response.destroy()).end()
}
