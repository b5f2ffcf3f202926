import { once } from 'node:events'
import { connect } from 'node:net'

/** An answer as received. */
export interface RawAnswer {
  /** Status line and header lines. */
  readonly head: string
  readonly body: Buffer
}

/**
 * A persistent connection with one request after the other. The client is minimal, so that the server is measured.
 */
export interface Connection {
  /** Rejects when the connection breaks or the answer has no Content-Length. */
  ask(request: string): Promise<RawAnswer>
  close(): void
}

export type Check = (answer: RawAnswer) => void

/** A GET request as bytes on the connection (RFC 9112). */
export function getRequest(path: string, headers: Readonly<Record<string, string>>): string {
  const lines = Object.entries({ Host: '127.0.0.1', ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  )
  return `GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`
}

export async function openConnections(url: string, count: number): Promise<Connection[]> {
  const port = Number(new URL(url).port)
  const connections: Connection[] = []
  for (let index = 0; index < count; index++) connections.push(await openConnection(port))
  return connections
}

async function openConnection(port: number): Promise<Connection> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  await once(socket, 'connect')
  let received: Buffer = Buffer.alloc(0)
  let pending: PromiseWithResolvers<RawAnswer> | null = null

  function settle(act: (due: PromiseWithResolvers<RawAnswer>) => void): void {
    const due = pending
    pending = null
    if (due !== null) act(due)
  }

  socket.on('data', (chunk: Buffer) => {
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk])
    const answer = answerIn(received)
    if (answer === null) return
    received = Buffer.alloc(0)
    settle((due) => (answer instanceof Error ? due.reject(answer) : due.resolve(answer)))
  })
  socket.on('error', (error) => settle(({ reject }) => reject(error)))
  socket.on('close', () => settle(({ reject }) => reject(new Error('the connection was closed'))))
  return {
    ask(request) {
      if (socket.destroyed) return Promise.reject(new Error('the connection was closed while it was idle'))
      pending = Promise.withResolvers()
      socket.write(request, 'latin1')
      return pending.promise
    },
    close: () => void socket.destroy(),
  }
}

/** The complete answer; null while it is incomplete. */
function answerIn(bytes: Buffer): RawAnswer | Error | null {
  const end = bytes.indexOf('\r\n\r\n')
  if (end < 0) return null
  const head = bytes.toString('latin1', 0, end)
  const [, length] = /\r\ncontent-length: (\d+)/i.exec(head) ?? []
  if (length === undefined) return new Error(`an answer without length: ${head}`)
  const body = bytes.subarray(end + 4)
  return body.length < Number(length) ? null : { head, body }
}

/** Each connection sends its next request as soon as it has an answer. Returns answers a second. */
export async function closedLoop(
  connections: readonly Connection[],
  { request, check, ms }: { readonly request: string; readonly check: Check; readonly ms: number },
): Promise<number> {
  const began = performance.now()
  let answers = 0
  await Promise.all(
    connections.map(async ({ ask }) => {
      while (performance.now() - began < ms) {
        check(await ask(request))
        answers += 1
      }
    }),
  )
  return (answers * 1000) / (performance.now() - began)
}

export interface OpenLoop {
  readonly request: string
  readonly check: Check
  /** Requests a second. */
  readonly rate: number
  readonly ms: number
}

/**
 * Requests at a fixed rate, whatever the state of earlier ones. Each latency counts from the due time of the request,
 * so that a stalled server does not reduce the load (coordinated omission). Returns milliseconds.
 */
export async function openLoop(connections: readonly Connection[], options: OpenLoop): Promise<number[]> {
  const { request, check, rate, ms } = options
  const idle = [...connections]
  const due: number[] = []
  const times: number[] = []
  const done = Promise.withResolvers<number[]>()
  const total = Math.round((rate * ms) / 1000)
  const began = performance.now()
  let scheduled = 0

  async function send(connection: Connection, since: number): Promise<void> {
    check(await connection.ask(request))
    times.push(performance.now() - since)
    idle.push(connection)
    if (times.length === total) done.resolve(times)
    else dispatch()
  }

  function dispatch(): void {
    while (due.length > 0 && idle.length > 0) {
      send(idle.pop() as Connection, due.shift() as number).catch(done.reject)
    }
  }

  function tick(): void {
    const wanted = Math.min(total, Math.floor(((performance.now() - began) * rate) / 1000))
    for (; scheduled < wanted; scheduled++) due.push(began + (scheduled * 1000) / rate)
    dispatch()
    if (scheduled < total) setTimeout(tick, 1)
  }

  tick()
  return done.promise
}
