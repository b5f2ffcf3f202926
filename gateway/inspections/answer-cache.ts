import { hash } from 'node:crypto'
import { isUnavailable } from '#shared/errors.ts'
import { loadLarge } from '#shared/messages/claim-check/large-value.ts'
import { type Outcome, resultText } from '#shared/messages/events/outcome.ts'
import { replaceMembers } from '#shared/messages/json-members.ts'
import { FAILED } from '#shared/messages/topics.ts'
import type { AvailableOperation } from '#shared/operations/parameters.ts'
import { isRendered } from '#shared/operations/rendered.ts'
import type { ObjectStore } from '#shared/ports/object-store.ts'
import type { KeyValues } from '#shared/ports/result-store.ts'
import { CHALLENGE_CACHE_SECONDS } from '#shared/web/html/bot-challenge.ts'
import { operationRoutes } from '../operations/index.ts'
import type { Parameters } from '../operations/operation.ts'

/** Results that answer later requests of the same inspection: `infra/docs/clients.md#caches`. */
export interface AnswerCache {
  /**
   * Reads the answer as JSON, with `url` as this caller wrote it. Null when no entry is younger than `maxAgeSeconds`.
   */
  read(
    operation: AvailableOperation,
    parameters: Parameters,
    maxAgeSeconds: number | null,
  ): Promise<string | null>
  /** Stores the result of an inspection that ended at `at` (milliseconds since the epoch). Failures are not stored. */
  write(key: CacheKeyParts, outcome: Outcome, at: number): Promise<void>
}

/** The request that a result answers. */
export interface CacheKeyParts {
  readonly operation: AvailableOperation
  /** The result of `requestIdentity`. */
  readonly identity: string
  /** That of the result: of the first caller, without a fragment that was not published. */
  readonly url: string
}

/**
 * The head of an entry, on a line of its own before the result. An entry is at most as large as a message, since a
 * larger result is only referenced.
 */
interface CacheEntry {
  readonly url: string
  /** Milliseconds since the epoch. */
  readonly at: number
  /** Reference to the result in the object store when it was too large for a message. */
  readonly dataref: string | null
  /** `Outcome.resultAt` of the referenced value. */
  readonly resultAt?: number
  /** Life of this entry where it is shorter than that of other results of the operation. */
  readonly lifeSeconds?: number
}

/**
 * The identity of a request: operation, normalised URL and all effective options. The URL's fragment counts only where
 * a browser renders the page, since client-side routers use it; otherwise no answer depends on it.
 */
export function requestIdentity(operation: AvailableOperation, parameters: Parameters): string {
  const known = identities.get(parameters)
  if (known?.startsWith(`${operation}:`)) return known
  const identity = identityOf(operation, parameters)
  identities.set(parameters, identity)
  return identity
}

/** Valid parameters never change, so their identity is computed once. */
const identities = new WeakMap<Parameters, string>()

function identityOf(operation: AvailableOperation, parameters: Parameters): string {
  const { identity: optionsOf } = operationRoutes[operation]
  const url = new URL(parameters.url)
  if (!isRendered(operation) || url.hash === '') url.hash = ''
  const identity = JSON.stringify([url.href, ...optionsOf(parameters)])
  return `${operation}:${hash('sha256', identity, 'base64url')}`
}

/**
 * Makes the cache. `ttlSeconds` is the life of an entry by operation. A page that stands in place of the requested one,
 * such as a bot challenge, has a shorter life (`BLOCKED_SECONDS`).
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
    async write({ operation, identity, url }, outcome, at) {
      const { topic, dataref, blocked, resultAt } = outcome
      const entry: CacheEntry = {
        ...{ url, at, dataref },
        ...(dataref !== null && resultAt !== undefined && { resultAt }),
        ...(blocked !== undefined && {
          lifeSeconds: Math.min(CHALLENGE_CACHE_SECONDS, ttlSeconds[operation]),
        }),
      }
      const remaining = ttlOf(operation, entry) - Math.ceil((Date.now() - at) / 1000)
      if (topic === FAILED || remaining < 1) return
      const result = dataref === null ? resultText(outcome) : ''
      await store.set(cacheKey(identity), `${JSON.stringify(entry)}\n${result}`, remaining)
    },
  }

  function ttlOf(operation: AvailableOperation, { lifeSeconds }: CacheEntry): number {
    return lifeSeconds ?? ttlSeconds[operation]
  }

  /**
   * Whether the image of the result is still stored; retention may have deleted it. Assumes so while the object store
   * is unavailable.
   */
  async function hasStoredObject(operation: AvailableOperation, json: string): Promise<boolean> {
    const { objectOf } = operationRoutes[operation]
    if (objectOf === undefined) return true
    const found = objects.stat(objectOf(json))
    return (await found.catch(undefinedIfUnavailable)) !== null
  }

  /** The stored answer has the URL as the first caller wrote it; replaces it by that of this caller. */
  function presentFor(
    operation: AvailableOperation,
    entry: CacheEntry,
    json: string,
    requestedUrl: string,
  ): string {
    const { url, at } = entry
    const cached = { json, at, ttlSeconds: ttlOf(operation, entry) }
    const presented = operationRoutes[operation].presentCached?.(cached, Date.now()) ?? json
    return url === requestedUrl ? presented : replaceMembers(presented, { url: requestedUrl })
  }
}

function undefinedIfUnavailable(error: unknown): undefined {
  if (!isUnavailable(error)) throw error
}

/** The number is that of the form of entries: earlier versions cannot read what an adapter compresses. */
function cacheKey(identity: string): string {
  return `cache:2:${identity}`
}

/** The result of an entry; null when the referenced value has expired. */
async function loadResult(
  objects: ObjectStore,
  { dataref, resultAt }: CacheEntry,
  inline: string,
): Promise<string | null> {
  if (dataref === null) return inline
  const json = await loadLarge(objects, dataref)
  return json === null ? null : resultText({ json, ...(resultAt !== undefined && { resultAt }) })
}
