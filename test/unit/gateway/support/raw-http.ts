import { connect } from 'node:net'

/** All that a server sent on a connection until it closed the connection. */
export interface RawAnswer {
  readonly text: string
  /** Status of each answer, in order. */
  readonly statuses: readonly number[]
  /** The last answer's header fields (lower case) and body. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Sends exactly these bytes and waits until the server closes the connection. Rejects after `timeoutMs`. */
export function rawHttp(base: string, bytes: string, timeoutMs = 20_000): Promise<RawAnswer> {
  const { hostname, port } = new URL(base)
  return new Promise((resolve, reject) => {
    let text = ''
    const socket = connect(Number(port), hostname, () => socket.write(bytes, 'latin1'))
    const timer = setTimeout(() => {
      socket.destroy()
      reject(new Error(`the connection stays open, after: ${text.slice(0, 200)}`))
    }, timeoutMs)
    socket.setEncoding('latin1')
    socket.on('data', (chunk) => {
      text += chunk
    })
    socket.on('error', () => undefined) // a reset closes it as well
    socket.on('close', () => {
      clearTimeout(timer)
      resolve(read(text))
    })
  })
}

function read(text: string): RawAnswer {
  const statuses = [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status))
  const [head = '', body = ''] = text.slice(text.lastIndexOf('HTTP/1.1 ')).split('\r\n\r\n')
  const fields = head
    .split('\r\n')
    .slice(1)
    .map((line) => [line.split(': ')[0]?.toLowerCase(), line.slice(line.indexOf(': ') + 2)])
  return { text, statuses, headers: Object.fromEntries(fields), body }
}
