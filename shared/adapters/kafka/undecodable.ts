/** Bytes that are not what their format allows, or that unpack to more than is allowed. The message is for operators. */
export class Undecodable extends Error {}

/** Throws `Undecodable` unless `holds`. */
export function demand(holds: boolean, problem: string): asserts holds {
  if (!holds) throw new Undecodable(problem)
}
