import { createHash } from 'node:crypto'

/**
 * The object of a page's body. Named by the inspection, not by its content: hashing 50 MB would hold up everything else,
 * and what belongs to one inspection can go when that has ended.
 */
export function bodyName(inspectionId: string): string {
  return `bodies/${hashOf(inspectionId)}.html`
}

/** The object of a value of an internal event. */
export function valueName(eventId: string): string {
  return `bodies/${hashOf(eventId)}.event`
}

/**
 * The objects of an inspection that nobody needs once it has ended, as far as an event of it, `json`, tells that there are
 * any. Its result is none of them.
 */
export function intermediateObjects(inspectionId: string, json: string): string[] {
  if (!OBJECT.test(json)) return []
  const body = bodyName(inspectionId)
  const values = ['extracted', 'rendered'].map((step) => valueName(`${inspectionId}:${step}`))
  const carried = values.filter((name) => json.includes(name))
  // A value that travels by reference may name the body itself.
  return carried.length > 0 || json.includes(body) ? [body, ...carried] : []
}

/** The name of an object, also in a value of version 1 that is JSON within the JSON of its event. */
const OBJECT = /\\?"object\\?":\\?"bodies\//

function hashOf(id: string): string {
  return createHash('sha256').update(id).digest('hex')
}
