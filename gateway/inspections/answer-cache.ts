import { hash } from 'node:crypto'
import { isUnavailable } from '#shared/errors.ts'
import { CHALLENGE_CACHE_SECONDS } from '#shared/html/bot-challenge.ts'
import { loadLarge } from '#shared/messages/claim-check/large-value.ts'
import type { Outcome, ResultData } from '#shared/messages/outcome.ts'
import { FAILED } from '#shared/messages/topics.ts'
import type { AvailableOperation } from '#shared/operations/parameters.ts'
import { isRendered } from '#shared/operations/rendered.ts'
import type { ObjectStore } from '#shared/ports/object-store.ts'
import type { KeyValues } from '#shared/ports/result-store.ts'
import { operationRoutes } from '../operations/index.ts'
import type { Parameters } from '../operations/operation.ts'

/** Results that are given again for a while (decisions section 3). */
export interface AnswerCache {
  /** The answer as JSON with `url` in the caller's spelling, when one of at most `maxAgeSeconds` is there. */
  read(
    operation: AvailableOperation,
    parameters: Parameters,
    maxAgeSeconds: number | null,
  ): Promise<string | null>
  /** Keeps a result, that of an inspection which ended `at` (milliseconds since the epoch); failures are not kept. */
  write(key: CacheKeyParts, outcome: Outcome, at: number): Promise<void>
}

/** What was asked for. */
export interface CacheKeyParts {
  readonly operation: AvailableOperation
  /** As `requestIdentity` gives it. */
  readonly identity: string
  readonly url: string
}

/** An entry is this on a line, then the result: none larger than a value that travels, since larger ones are named. */
interface CacheEntry {
  readonly url: string
  /** Milliseconds since the epoch. */
  readonly at: number
  /** Names the event's value when that was too large to travel. */
  readonly dataref: string | null
  /** How long it is kept, where that is not as long as others of its operation. */
  readonly lifeSeconds?: number
}

/**
 * What two requests share that are the same: operation, normalised URL and all effective options. The URL's fragment counts
 * where a browser shows the page, since pages may route by it; elsewhere nothing that is answered depends on it.
 */
export function requestIdentity(operation: AvailableOperation, parameters: Parameters): string {
  const known = identities.get(parameters)
  if (known?.startsWith(`${operation}:`)) return known
  const identity = identityOf(operation, parameters)
  identities.set(parameters, identity)
  return identity
}

/** Checked parameters never change: their identity is worked out once. */
const identities = new WeakMap<Parameters, string>()

function identityOf(operation: AvailableOperation, parameters: Parameters): string {
  const { identity: optionsOf } = operationRoutes[operation]
  const url = new URL(parameters.url)
  if (!isRendered(operation) || url.hash === '') url.hash = ''
  const identity = JSON.stringify([url.href, ...optionsOf(parameters)])
  return `${operation}:${hash('sha256', identity, 'base64url')}`
}

/**
 * `ttlSeconds` by operation is how long an entry is kept; that of a page which only stands in the way of the one that was
 * asked for, such as a challenge, is kept for a moment.
 */
export function makeAnswerCache(
  store: KeyValues,
  objects: ObjectStore,
  ttlSeconds: Readonly<Record<AvailableOperation, number>>,
): AnswerCache {
  return {
    async read(operation, parameters, maxAgeSeconds) {
      const text = await store.get(cacheKey(requestIdentity(operation, parameters)))
      if (text === null) return null
      const end = text.indexOf('\n')
      const entry = JSON.parse(text.slice(0, end)) as CacheEntry
      const isFresh = maxAgeSeconds === null || Date.now() - entry.at <= maxAgeSeconds * 1000
      const json = isFresh ? await loadResult(objects, entry, text.slice(end + 1)) : null
      if (json === null || !(await hasStoredObject(operation, json))) return null
      return presentFor(operation, entry, json, parameters.url)
    },
    async write({ operation, identity, url }, { topic, json, dataref, blocked }, at) {
      const override = blocked !== undefined && {
        lifeSeconds: Math.min(CHALLENGE_CACHE_SECONDS, ttlSeconds[operation]),
      }
      const entry: CacheEntry = { url, at, dataref, ...override }
      const remaining = ttlOf(operation, entry) - Math.ceil((Date.now() - at) / 1000)
      if (topic === FAILED || remaining < 1) return
      const result = dataref === null ? resultJson(json) : ''
      await store.set(cacheKey(identity), `${JSON.stringify(entry)}\n${result}`, remaining)
    },
  }

  function ttlOf(operation: AvailableOperation, { lifeSeconds }: CacheEntry): number {
    return lifeSeconds ?? ttlSeconds[operation]
  }

  /** False when an image has gone before its answer, for want of room; while the store is away, that is not known. */
  async function hasStoredObject(operation: AvailableOperation, json: string): Promise<boolean> {
    const { objectOf } = operationRoutes[operation]
    if (objectOf === undefined) return true
    const found = objects.stat(objectOf(JSON.parse(json)))
    return (await found.catch(undefinedIfUnavailable)) !== null
  }

  /** The stored answer belongs to whoever asked first; its `url` is this caller's. */
  function presentFor(operation: AvailableOperation, entry: CacheEntry, json: string, asked: string): string {
    const { url, at } = entry
    const { presentCached } = operationRoutes[operation]
    if (presentCached === null && url === asked) return json
    const result = JSON.parse(json) as Record<string, unknown>
    const cached = { result, at, ttlSeconds: ttlOf(operation, entry) }
    return JSON.stringify({ ...(presentCached?.(cached, Date.now()) ?? result), url: asked })
  }
}

function undefinedIfUnavailable(error: unknown): undefined {
  if (!isUnavailable(error)) throw error
}

function cacheKey(identity: string): string {
  return `cache:${identity}`
}

/** Null when the value that the entry names has expired. */
async function loadResult(
  objects: ObjectStore,
  { dataref }: CacheEntry,
  inline: string,
): Promise<string | null> {
  if (dataref === null) return inline
  const json = await loadLarge(objects, dataref)
  return json === null ? null : resultJson(json)
}

/** The result as it stands in the event's value. */
function resultJson(json: string): string {
  return JSON.stringify((JSON.parse(json) as ResultData).result)
}
