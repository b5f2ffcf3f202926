import { Failure } from '#shared/errors.ts'

/**
 * Converts a value to a gRPC message, or a field of one, and back. Messages are as the loader decodes them: enums by name;
 * an unset optional field is absent or null.
 */
export interface Codec<T> {
  encode(value: T): unknown
  /** Throws `INTERNAL_ERROR` for an enum value that this version does not know. */
  decode(message: unknown): T
}

/** A field that is the same on both sides: text, number, flag, list of texts. */
export function plain<T>(): Codec<T> {
  return { encode: (value) => value, decode: (message) => message as T }
}

/** A field that is unset where the value is null. */
export function nullable<T>(codec: Codec<T> = plain()): Codec<T | null> {
  return {
    encode: (value) => (value === null ? null : codec.encode(value)),
    decode: (message) => (isUnset(message) ? null : codec.decode(message)),
  }
}

/** A field that is unset where the property is absent. */
export function optional<T>(codec: Codec<T> = plain()): Codec<T | undefined> {
  return {
    encode: (value) => (value === undefined ? undefined : codec.encode(value)),
    decode: (message) => (isUnset(message) ? undefined : codec.decode(message)),
  }
}

function isUnset(message: unknown): message is null | undefined {
  return message === null || message === undefined
}

/** An enum: the names in the `.proto` are the words in capitals. `fault` is the message for any other value. */
export function oneOf<T extends string>(
  words: readonly T[],
  fault = 'The look-up returned an unknown value',
): Codec<T> {
  return {
    encode: (word) => word.toUpperCase(),
    decode(name) {
      const word = words.find((one) => one.toUpperCase() === name)
      if (word === undefined) throw new Failure('INTERNAL_ERROR', fault)
      return word
    },
  }
}

/** A repeated field. */
export function listOf<T>(item: Codec<T>): Codec<readonly T[]> {
  return {
    encode: (values) => values.map((value) => item.encode(value)),
    decode: (message) => (message as unknown[]).map((one) => item.decode(one)),
  }
}

/** A message whose only field is the value. */
export function inField<T>(name: string, codec: Codec<T>): Codec<T> {
  return {
    encode: (value) => ({ [name]: codec.encode(value) }),
    decode: (message) => codec.decode((message as Record<string, unknown>)[name]),
  }
}

/** The codec of each property of `T`. */
export type Fields<T> = { readonly [K in keyof T]-?: Codec<T[K]> }

/** A message. Absent properties stay absent. */
export function record<T>(fields: Fields<T>): Codec<T> {
  const convert = (direction: 'encode' | 'decode', from: unknown) =>
    Object.fromEntries(
      Object.entries<Codec<unknown>>(fields)
        .map(([name, codec]) => [name, codec[direction]((from as Record<string, unknown>)[name])] as const)
        .filter(([, value]) => value !== undefined),
    )
  return {
    encode: (value) => convert('encode', value),
    decode: (message) => convert('decode', message) as T,
  }
}
