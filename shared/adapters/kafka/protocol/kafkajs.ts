import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

/** A class of kafkajs whose methods are replaced. */
export type Class<T> = { readonly prototype: T }

/** A module below `src` of kafkajs 2.2.4, which is no part of its interface and has no types. */
export function kafkajsModule<T>(path: string): T {
  return require(`kafkajs/src/${path}`) as T
}

/** The methods of src/protocol/encoder used here. */
export interface Encoder {
  buf: Buffer
  offset: number
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
  canReadBytes(bytes: number): boolean
}

const EncoderClass = kafkajsModule<new (size?: number) => Encoder>('protocol/encoder')
const DecoderClass = kafkajsModule<new (bytes: Buffer) => Decoder>('protocol/decoder')

/** An empty encoder, which grows from `size` bytes. */
export const newEncoder = (size?: number): Encoder => new EncoderClass(size)
export const newDecoder = (bytes: Buffer): Decoder => new DecoderClass(bytes)
