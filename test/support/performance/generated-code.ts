import { createHash } from 'node:crypto'
import type { LabRequest } from '#shared/messages/payloads/measurement.ts'

/** Incompressible text of 968 characters. */
function noise(seed: string): string {
  const hashes = Array.from({ length: 20 }, (_, at) =>
    createHash('sha512').update(`${seed} ${at}`).digest('hex'),
  )
  return hashes.join('').slice(0, 968)
}

/** Functions of about 1,000 characters each: `name0`, `name1`, … */
export function functions(name: string, count: number): string {
  const one = (_: unknown, at: number) => `function ${name}${at}() { return "${noise(`${name}${at}`)}" }`
  return Array.from({ length: count }, one).join('\n')
}

/** Style rules of about 1,000 characters each. */
export function rules(selector: string, count: number): string {
  const one = (_: unknown, at: number) => `${selector} { --value${at}: "${noise(`${selector}${at}`)}" }`
  return Array.from({ length: count }, one).join('\n')
}

/** Bytes on the wire of the requests whose path ends so, without a query. */
export function totalBytes(requests: readonly LabRequest[], end: string): number {
  return requests
    .filter(({ url }) => new URL(url).pathname.endsWith(end))
    .reduce((sum, { transferBytes }) => sum + transferBytes, 0)
}
