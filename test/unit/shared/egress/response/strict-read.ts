import { type IncomingMessage, request } from 'node:http'
import { Duplex } from 'node:stream'
import { text } from 'node:stream/consumers'

export interface StrictReading {
  readonly status: number
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

/** Reads a response with the strict parser of Node, as if a target sent the bytes and closed the connection. */
export function strictRead(bytes: Buffer): Promise<StrictReading> {
  const { promise, resolve, reject } = Promise.withResolvers<StrictReading>()
  const connection = new Duplex({ read: () => {}, write: (_chunk, _encoding, done) => done() })
  const sent = request({ createConnection: () => connection, host: 'site.test', insecureHTTPParser: false })
  sent.on('error', reject).on('response', (response) => {
    const { statusCode = 0, headers } = response
    text(response).then((body) => resolve({ status: statusCode, headers, body }), reject)
  })
  sent.end(() => {
    connection.push(bytes)
    connection.push(null)
  })
  return promise
}
