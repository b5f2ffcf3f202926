import { connect as connectTcp, isIP, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { startRunningTimer } from '#shared/async/running-timer.ts'

const KEEP_ALIVE_MS = 60_000
const CLIENT_ID = Buffer.from('pageprobe')
/** The length of a frame, and the correlation id that each request and answer begins with. */
const LENGTH_BYTES = 4
const HEAD_BYTES = 8
/** The longest answer, far above a fetch with one batch of the largest size that clusters allow. */
const MAX_ANSWER_BYTES = 256 * 1024 * 1024
/** Stands for the opening of the socket among the correlation ids, which are above it. */
const OPENING = 0
const LARGEST_ID = 0x7fff_ffff

/** The connection could not be made, or ended before its requests had their answers. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError'
}

export interface RequestVersion {
  readonly apiKey: number
  readonly apiVersion: number
}

interface Awaited {
  /** Ends the time for the answer. */
  withdraw(): void
  resolve(payload: Buffer): void
  reject(error: Error): void
}

/**
 * A socket that carries requests and their answers (Kafka protocol, "Request Header v1"), any number at a time. What gets
 * no answer in time ends the socket: a broker that hangs keeps it open. Times count while this process runs: answers that
 * came while it stood still are read first. Without requests it has no timers.
 */
export class RequestSocket {
  /** Resolves when the socket has connected, with TLS if it is secure. */
  readonly opened: Promise<unknown>
  readonly #socket: Socket
  readonly #awaited = new Map<number, Awaited>()
  readonly #closed = Promise.withResolvers<void>()
  #chunks: Buffer[] = []
  #received = 0
  /** Bytes with which the first frame of `#chunks` is complete, as far as it is known. */
  #needed = HEAD_BYTES
  #lastId = OPENING
  #failure: ConnectionError | null = null

  constructor(host: string, port: number, isSecure: boolean, openMs: number) {
    this.opened = this.#answer(OPENING, openMs)
    const answer = () => this.#settle(OPENING, Buffer.alloc(0))
    this.#socket = openSocket(host, port, isSecure, answer)
    this.#socket.on('data', (chunk) => this.#read(chunk))
    this.#socket.on('error', (error) => this.#fail(error.message))
    this.#socket.on('close', () => {
      this.#fail('The broker closed the connection')
      this.#closed.resolve()
    })
  }

  /** Whether requests can be sent, as far as it is known. */
  get isOpen(): boolean {
    return this.#failure === null
  }

  /** Resolves with the answer without its header. Rejects if there is none within `limitMs`, or the connection ends. */
  send({ apiKey, apiVersion }: RequestVersion, body: Buffer, limitMs: number): Promise<Buffer> {
    if (this.#failure !== null) return Promise.reject(this.#failure)
    this.#lastId = this.#lastId === LARGEST_ID ? OPENING + 1 : this.#lastId + 1
    const answer = this.#answer(this.#lastId, limitMs)
    const head = Buffer.alloc(HEAD_BYTES + 6 + CLIENT_ID.length)
    head.writeInt32BE(head.length - LENGTH_BYTES + body.length, 0)
    head.writeInt16BE(apiKey, 4)
    head.writeInt16BE(apiVersion, 6)
    head.writeInt32BE(this.#lastId, 8)
    head.writeInt16BE(CLIENT_ID.length, 12)
    head.set(CLIENT_ID, 14)
    this.#socket.cork()
    this.#socket.write(head)
    this.#socket.write(body)
    this.#socket.uncork()
    return answer
  }

  /** Ends the connection at once, while it is being opened as well; resolves when the socket is closed. */
  close(): Promise<void> {
    this.#fail('The connection was closed')
    return this.#closed.promise
  }

  #answer(id: number, limitMs: number): Promise<Buffer> {
    const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
    const withdraw = startRunningTimer(limitMs, () => this.#expire(id, limitMs))
    this.#awaited.set(id, { withdraw, resolve, reject })
    return promise
  }

  #expire(id: number, limitMs: number): void {
    const message = `The broker did not answer within ${limitMs} ms`
    if (id !== OPENING) this.#awaited.get(id)?.reject(new Error(message))
    this.#fail(message)
  }

  #settle(id: number, payload: Buffer): void {
    const awaited = this.#awaited.get(id)
    if (awaited === undefined) {
      this.#fail('The broker answered what was not asked')
      return
    }
    awaited.withdraw()
    this.#awaited.delete(id)
    awaited.resolve(payload)
  }

  #fail(message: string): void {
    this.#failure ??= new ConnectionError(message)
    for (const { withdraw, reject } of this.#awaited.values()) {
      withdraw()
      reject(this.#failure)
    }
    this.#awaited.clear()
    this.#socket.destroy()
  }

  /** Puts the frames together only when one is complete: large ones arrive in hundreds of chunks. */
  #read(chunk: Buffer): void {
    this.#chunks.push(chunk)
    this.#received += chunk.length
    if (this.#received < this.#needed) return
    const left = this.#readFrames(this.#chunks.length === 1 ? chunk : Buffer.concat(this.#chunks))
    this.#chunks = left.length === 0 ? [] : [left]
    this.#received = left.length
    this.#needed = left.length < LENGTH_BYTES ? HEAD_BYTES : LENGTH_BYTES + left.readInt32BE(0)
  }

  /** Settles the request of each complete frame; returns the bytes behind them. */
  #readFrames(bytes: Buffer): Buffer {
    let at = 0
    while (bytes.length - at >= HEAD_BYTES) {
      const length = bytes.readInt32BE(at)
      const end = at + LENGTH_BYTES + length
      if (end < at + HEAD_BYTES || length > MAX_ANSWER_BYTES) this.#fail('The answer is none of Kafka')
      if (end > bytes.length || this.#failure !== null) break
      this.#settle(bytes.readInt32BE(at + LENGTH_BYTES), bytes.subarray(at + HEAD_BYTES, end))
      at = end
    }
    return bytes.subarray(at)
  }
}

/** Nagle's algorithm is off (RFC 896): it would delay small requests. */
function openSocket(host: string, port: number, isSecure: boolean, onOpen: () => void): Socket {
  const target = { host, port, noDelay: true, keepAlive: true, keepAliveInitialDelay: KEEP_ALIVE_MS }
  if (!isSecure) return connectTcp(target, onOpen)
  // An IP address must not be sent as the server name (RFC 6066, section 3).
  return connectTls({ ...target, ...(isIP(host) ? {} : { servername: host }) }, onOpen)
}
