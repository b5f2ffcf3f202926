import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

/** A module below `src` of kafkajs 2.2.4, which is no part of its interface and has no types. */
function kafkajsModule<T>(path: string): T {
  return require(`kafkajs/src/${path}`) as T
}

/** A request in one version, and how to read its answer. `parse` throws the first error in the decoded answer. */
export interface Exchange {
  readonly request: {
    readonly apiKey: number
    readonly apiVersion: number
    encode(): Promise<{ readonly buffer: Buffer }>
  }
  readonly response: {
    decode(payload: Buffer): Promise<unknown>
    parse(answer: unknown): Promise<unknown>
  }
  /** Milliseconds that the broker may take by itself, as for a fetch that waits for records. */
  readonly requestTimeout?: number
}

/** The versions of a request that are known here. */
export interface RequestDefinition {
  readonly versions: readonly string[]
  protocol(about: { readonly version: number }): (options: object) => Exchange
}

/** The part of a connection that the authenticator uses; `sasl` gets a property more. */
interface Authenticated {
  readonly host: string
  readonly port: number
  readonly sasl: object
  send(exchange: Exchange): Promise<unknown>
}

interface Logger {
  namespace(name: string): Logger
  debug(): void
  error(): void
}

/** The versions of each API that a broker supports, by API key. */
export type ApiVersions = Readonly<
  Record<number, { readonly minVersion: number; readonly maxVersion: number } | undefined>
>

interface SaslAuthenticator {
  /** Milliseconds for which the authentication holds; 0 = for good. */
  readonly sessionLifetime: string
  authenticate(): Promise<void>
}

/** `hasRequest`: whether the broker supports SaslAuthenticate, as brokers do from 1.0 on. */
type SaslAuthenticatorClass = new (
  connection: Authenticated,
  logger: Logger,
  versions: ApiVersions,
  hasRequest: boolean,
) => SaslAuthenticator

/** The methods of src/protocol/encoder used here. */
export interface Encoder {
  readonly buffer: Buffer
  writeInt32(value: number): Encoder
  writeString(value: string): Encoder
  writeArray(items: readonly Encoder[]): Encoder
  writeUVarInt(value: number): Encoder
  writeUVarIntString(value: string | null): Encoder
  writeBoolean(value: boolean): Encoder
  writeBuffer(value: Buffer): Encoder
}

/** The methods of src/protocol/decoder used here. */
export interface Decoder {
  readInt16(): number
  readInt32(): number
  readInt64(): { toString(): string }
  readBoolean(): boolean
  readBytes(length: number): Buffer
  readString(): string
  readArray<T>(read: (decoder: Decoder) => T): T[]
  readUVarIntString(): string | null
  readUVarIntArray<T>(read: (decoder: Decoder) => T): T[] | null
  readTaggedFields(): unknown
}

const EncoderClass = kafkajsModule<new (size?: number) => Encoder>('protocol/encoder')
const DecoderClass = kafkajsModule<new (bytes: Buffer) => Decoder>('protocol/decoder')

/** An empty encoder, which grows from `size` bytes. */
export const newEncoder = (size?: number): Encoder => new EncoderClass(size)
export const newDecoder = (bytes: Buffer): Decoder => new DecoderClass(bytes)

/** The key of each API by its name. */
export const apiKeys = kafkajsModule<Readonly<Record<string, number>>>('protocol/requests/apiKeys')
/** The definition of each request by the name of its API. */
export const { requests } = kafkajsModule<{ requests: Readonly<Record<string, RequestDefinition>> }>(
  'protocol/requests',
)
/** The error of a code (Kafka protocol, "Error Codes"), with its name as `type`. */
export const { createErrorFromCode } = kafkajsModule<{ createErrorFromCode(code: number): Error }>(
  'protocol/error',
)
export const SaslAuthenticator = kafkajsModule<SaslAuthenticatorClass>('broker/saslAuthenticator')
