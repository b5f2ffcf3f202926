/** Bytes that are not what their format allows, or that unpack to more than is allowed. The message is for operators. */
export class DecodeError extends Error {}

/** Throws `Undecodable` unless `holds`. */
export function assertDecodable(isValid: boolean, problem: string): asserts isValid {
  if (!isValid) throw new DecodeError(problem)
}
