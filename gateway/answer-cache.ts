import { createHash } from 'node:crypto'
import { groupsOf, type MetadataParameters } from '#shared/operations/metadata.ts'
import type { AvailableOperation } from '#shared/operations/parameters.ts'
import type { KeyValues } from '#shared/ports/result-store.ts'

/** Results that are given again for a while (decisions section 3). */
export interface AnswerCache {
  /** The result as JSON with `url` in the caller's spelling, when one of at most `maxAgeSeconds` is there. */
  read(
    operation: AvailableOperation,
    parameters: Parameters,
    maxAgeSeconds: number | null,
  ): Promise<string | null>
  write(operation: AvailableOperation, parameters: Parameters, result: unknown): Promise<void>
}

type Parameters = Readonly<Record<string, unknown>> & { readonly url: string }

interface Entry {
  readonly url: string
  /** Milliseconds since the epoch. */
  readonly at: number
}

/** What makes two requests the same: normalised URL and all effective options. */
const identities: Readonly<Record<AvailableOperation, (parameters: Parameters) => unknown[]>> = {
  metadata(parameters) {
    const { fields, device, max_images, max_links } = parameters as unknown as MetadataParameters
    const groups = groupsOf(fields)
    return [groups.includes('all') ? ['all'] : groups.toSorted(), device, max_images, max_links]
  },
}

function keyOf(operation: AvailableOperation, parameters: Parameters): string {
  const url = new URL(parameters.url)
  url.hash = ''
  const identity = JSON.stringify([url.href, ...identities[operation](parameters)])
  return `cache:${operation}:${createHash('sha256').update(identity).digest('base64url')}`
}

/** `ttlSeconds` by operation is how long an entry is kept. */
export function makeAnswerCache(
  store: KeyValues,
  ttlSeconds: Readonly<Record<AvailableOperation, number>>,
): AnswerCache {
  return {
    async read(operation, parameters, maxAgeSeconds) {
      const text = await store.get(keyOf(operation, parameters))
      if (text === null) return null
      const end = text.indexOf('\n')
      const entry = JSON.parse(text.slice(0, end)) as Entry
      const isFresh = maxAgeSeconds === null || Date.now() - entry.at <= maxAgeSeconds * 1000
      return isFresh ? spelled(text.slice(end + 1), entry.url, parameters.url) : null
    },
    async write(operation, parameters, result) {
      const entry: Entry = { url: parameters.url, at: Date.now() }
      const text = `${JSON.stringify(entry)}\n${JSON.stringify(result)}`
      await store.set(keyOf(operation, parameters), text, ttlSeconds[operation])
    },
  }
}

/** The stored answer belongs to whoever asked first; its `url` is this caller's. */
function spelled(json: string, stored: string, asked: string): string {
  return stored === asked ? json : JSON.stringify({ ...JSON.parse(json), url: asked })
}
