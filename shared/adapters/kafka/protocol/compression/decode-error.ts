/** The bytes violate their format, or decompress to more than the limit. The message is for operators. */
export class DecodeError extends Error {}

/** Throws a `DecodeError` with the message `problem` unless `isValid`. */
export function assertDecodable(isValid: boolean, problem: string): asserts isValid {
  if (!isValid) throw new DecodeError(problem)
}
