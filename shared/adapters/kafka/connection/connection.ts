import {
  type ApiVersions,
  apiKeys,
  type Exchange,
  type RequestDefinition,
  requests,
  SaslAuthenticator,
} from '../protocol/kafkajs.ts'
import type { KafkaSettings } from './options.ts'
import { ConnectionError, RequestSocket } from './request-socket.ts'

/** For TCP and TLS, and once more for the first answer: a broker that hangs accepts connections all the same. */
const CONNECT_TIMEOUT_MS = 1000
/** Every broker of Kafka 0.11.1 or later supports it. */
const VERSIONS_VERSION = 2
/** The broker ends a connection whose authentication has run out (KIP-368): it is renewed after this part of the time. */
const RENEW_AFTER = 0.8

/** kafkajs's authenticator tells its failures by what it throws as well. */
const noLogger = { namespace: () => noLogger, debug() {}, error() {} }

/** An authenticated connection to a broker, which sends each request in the newest version that both sides know. */
export class Connection {
  /** Rejects if the connection cannot be made. */
  readonly ready: Promise<void>
  readonly #address: string
  readonly #sasl: KafkaSettings['sasl']
  readonly #timeoutMs: number
  readonly #host: string
  readonly #port: number
  readonly #socket: RequestSocket
  #versions: ApiVersions = {}
  #authenticating: Promise<void> | null = null
  /** On the clock of `performance.now()`. */
  #authenticateAt = Number.NEGATIVE_INFINITY

  /** Connects to `address` (host:port). A request has `timeoutMs`, or what it waits for by itself if that is longer. */
  constructor(address: string, { ssl, sasl }: Pick<KafkaSettings, 'ssl' | 'sasl'>, timeoutMs: number) {
    const portAt = address.lastIndexOf(':')
    this.#address = address
    this.#host = address.slice(0, portAt)
    this.#port = Number(address.slice(portAt + 1))
    this.#sasl = sasl
    this.#timeoutMs = timeoutMs
    const connectMs = Math.min(CONNECT_TIMEOUT_MS, timeoutMs)
    this.#socket = new RequestSocket(this.#host, this.#port, ssl, connectMs)
    this.ready = this.#open(connectMs)
  }

  /** Whether requests can be sent, as far as it is known. */
  get isOpen(): boolean {
    return this.#socket.isOpen
  }

  /**
   * Resolves with the decoded answer, which may have error codes. `override` replaces parts of the request, such as its
   * encoder.
   */
  async send(api: string, definition: RequestDefinition, options: object, override = {}): Promise<unknown> {
    if (this.#authenticating !== null || performance.now() >= this.#authenticateAt) await this.#authenticate()
    const exchange = definition.protocol({ version: this.#versionOf(api, definition) })(options)
    return this.#exchange({ ...exchange, request: { ...exchange.request, ...override } })
  }

  /** Ends the connection at once; requests without an answer reject. */
  close(): Promise<void> {
    return this.#socket.close()
  }

  async #open(connectMs: number): Promise<void> {
    try {
      await this.#socket.opened
      this.#versions = await this.#readVersions(connectMs)
      await this.#authenticate()
    } catch (error) {
      void this.close()
      throw error
    }
  }

  async #readVersions(limitMs: number): Promise<ApiVersions> {
    const definition = requests.ApiVersions as RequestDefinition
    const exchange = definition.protocol({ version: VERSIONS_VERSION })({})
    const answer = await this.#exchange(exchange, limitMs).catch((cause) => {
      throw new ConnectionError(`${this.#address} does not answer`, { cause })
    })
    const { apiVersions } = (await exchange.response.parse(answer)) as VersionsAnswer
    return Object.fromEntries(apiVersions.map((one) => [one.apiKey, one]))
  }

  #versionOf(api: string, { versions }: RequestDefinition): number {
    const supported = this.#versions[apiKeys[api] ?? -1]
    const version = Math.min(Math.max(...versions.map(Number)), supported?.maxVersion ?? -1)
    if (versions.includes(String(version)) && version >= (supported?.minVersion ?? 0)) return version
    throw new Error(`${this.#address} supports no version of ${api} that is known here`)
  }

  #authenticate(): Promise<void> {
    this.#authenticating ??= this.#runSasl().finally(() => {
      this.#authenticating = null
    })
    return this.#authenticating
  }

  async #runSasl(): Promise<void> {
    this.#authenticateAt = Number.POSITIVE_INFINITY
    if (this.#sasl === null) return
    const send = async (exchange: Exchange) => exchange.response.parse(await this.#exchange(exchange))
    const connection = { host: this.#host, port: this.#port, sasl: { ...this.#sasl }, send }
    const authenticator = new SaslAuthenticator(connection, noLogger, this.#versions, true)
    await authenticator.authenticate()
    const lifetimeMs = Number(authenticator.sessionLifetime)
    if (lifetimeMs > 0) this.#authenticateAt = performance.now() + RENEW_AFTER * lifetimeMs
  }

  async #exchange({ request, response, requestTimeout = 0 }: Exchange, limitMs?: number): Promise<unknown> {
    const { buffer } = await request.encode()
    const payload = await this.#socket.send(
      request,
      buffer,
      limitMs ?? Math.max(this.#timeoutMs, requestTimeout),
    )
    return response.decode(payload)
  }
}

interface VersionsAnswer {
  readonly apiVersions: readonly {
    readonly apiKey: number
    readonly minVersion: number
    readonly maxVersion: number
  }[]
}
