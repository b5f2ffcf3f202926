import { createHash } from 'node:crypto'

/**
 * Name of the object with a page's body. It derives from the inspection, not from the content: hashing 50 MB would block
 * the event loop, and the objects of an inspection can be removed once it has ended.
 */
export function bodyName(inspectionId: string): string {
  return `bodies/${hashOf(inspectionId)}.html`
}

/** Name of the object with a value of an internal event. */
export function valueName(eventId: string): string {
  return `bodies/${hashOf(eventId)}.event`
}

/**
 * Names of the intermediate objects of an inspection, as far as an event of it (`json`) refers to any. Nobody needs them once
 * the inspection has ended. Its result is not among them.
 */
export function intermediateObjects(inspectionId: string, json: string): string[] {
  if (!OBJECT.test(json)) return []
  const body = bodyName(inspectionId)
  const values = ['extracted', 'rendered'].map((step) => valueName(`${inspectionId}:${step}`))
  const carried = values.filter((name) => json.includes(name))
  // A value that travels by reference may name the body itself.
  return carried.length > 0 || json.includes(body) ? [body, ...carried] : []
}

/** Matches the reference to an object, also in a value of version 1 that is JSON within the JSON of its event. */
const OBJECT = /\\?"object\\?":\\?"bodies\//

function hashOf(id: string): string {
  return createHash('sha256').update(id).digest('hex')
}
