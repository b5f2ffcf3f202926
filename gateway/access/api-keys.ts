import { hash as digest, randomInt, randomUUID, timingSafeEqual } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { operations } from '#shared/errors.ts'
import type { KeyValues } from '#shared/ports/result-store.ts'
import { hasKeys, indexKey, KEY_PREFIX, listKeyIds } from './key-index.ts'

/** Scopes that a key is given by name. */
export const scopes = [...operations, 'batch'] as const
/**
 * Scopes that are given by a switch of their own, since they reach beyond the key's own work. `admin`: the key may list, create
 * and revoke keys. `unthrottled`: its batches may ask more of a host than the installation does by itself.
 */
export const grantedScopes = ['admin', 'unthrottled'] as const
export const allScopes = [...scopes, ...grantedScopes] as const
export type Scope = (typeof allScopes)[number]
/** Names of daily limits: calls of an operation, items of batches, thumbnails. */
export const limitNames = [...operations, 'batch', 'thumbnail'] as const
export type LimitName = (typeof limitNames)[number]
export const plans = ['free', 'pro', 'enterprise'] as const
export type Plan = (typeof plans)[number]

/** An API key as it is stored, without its secret. */
export interface ApiKey {
  readonly id: string
  /** SHA-256 of the secret, hex. The secret is random, so a slow hash would add nothing. */
  readonly hash: string
  readonly plan: Plan
  readonly scopes: readonly Scope[]
  readonly label: string
  readonly isRevoked: boolean
  /** ISO 8601. */
  readonly createdAt: string
  /** Daily limits of this key. They replace the limits of the plan. */
  readonly limits: Readonly<Partial<Record<LimitName, number>>>
  /** Maximum age, in seconds, of a cached metadata answer for this key; null = any age. */
  readonly metadataTtlSeconds: number | null
  /** The owner of the key. Keys with the same owner share their batches. Absent: the id of the key is its owner. */
  readonly owner?: string
}

export type NewKey = Pick<ApiKey, 'plan' | 'scopes' | 'label' | 'limits' | 'metadataTtlSeconds' | 'owner'>

/** The owner of the keys that `ensureKey` creates: an operator who configures another key keeps the batches. */
const INSTALLATION = 'installation'
/** A gateway that fails while it creates the first key blocks the others for this time. */
const FIRST_KEY_SECONDS = 10
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const KEY_PATTERN = /^pp_([A-Za-z0-9]{8})_([A-Za-z0-9]{32})$/

/** The id and the secret of a key; null when it does not have the form `pp_<id>_<secret>`. */
function parseKey(key: string): { id: string; secret: string } | null {
  const [, id, secret] = KEY_PATTERN.exec(key) ?? []
  return id === undefined || secret === undefined ? null : { id, secret }
}

function hashOf(secret: string): string {
  return digest('sha256', secret)
}

function randomString(length: number): string {
  return Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
}

async function save(store: KeyValues, key: string, options: NewKey): Promise<ApiKey> {
  const parts = parseKey(key)
  if (parts === null) throw new Error('not a key')
  const stored: ApiKey = {
    ...options,
    id: parts.id,
    hash: hashOf(parts.secret),
    isRevoked: false,
    createdAt: new Date().toISOString(),
  }
  await indexKey(store, parts.id)
  await store.set(KEY_PREFIX + parts.id, JSON.stringify(stored), null)
  return stored
}

/** A key that was just created. */
export interface CreatedKey {
  /** What its client presents. Only the hash of its secret is stored, so nobody can read it again. */
  readonly key: string
  readonly stored: ApiKey
}

/** Creates a key. */
export async function createStoredKey(store: KeyValues, options: NewKey): Promise<CreatedKey> {
  const key = `pp_${randomString(8)}_${randomString(32)}`
  return { key, stored: await save(store, key, options) }
}

/** Creates a key and returns what its client presents. */
export async function createKey(store: KeyValues, options: NewKey): Promise<string> {
  return (await createStoredKey(store, options)).key
}

/** The owner of whatever is created with the key: the same for all keys of one owner. */
export function ownerOf({ owner, id }: Pick<ApiKey, 'owner' | 'id'>): string {
  return owner ?? id
}

/** Reads the key with this id; null when there is none. */
export async function readKey(store: KeyValues, id: string): Promise<ApiKey | null> {
  const text = await store.get(KEY_PREFIX + id)
  return text === null ? null : (JSON.parse(text) as ApiKey)
}

/** Lists all keys, revoked ones too, in the order of their creation. */
export async function listKeys(store: KeyValues): Promise<ApiKey[]> {
  const ids = await listKeyIds(store)
  const texts = await store.getMany(ids.map((id) => KEY_PREFIX + id))
  const keys = texts.flatMap((text) => (text === null ? [] : [JSON.parse(text) as ApiKey]))
  return keys.sort((a, b) => a.createdAt.localeCompare(b.createdAt))
}

/** Revokes the key; false when there is none with this id. */
export async function revokeKey(store: KeyValues, id: string): Promise<boolean> {
  const key = await readKey(store, id)
  if (key === null) return false
  await store.set(KEY_PREFIX + id, JSON.stringify({ ...key, isRevoked: true }), null)
  return true
}

/**
 * Ensures that at least one key exists after the start. Stores the configured key if it is absent, and keeps all
 * others; without a configured key, creates one in an empty store. Returns the created key, or null.
 */
export async function ensureKey(store: KeyValues, configured: string | null): Promise<string | null> {
  const newKey: NewKey = {
    plan: 'enterprise',
    scopes: [...scopes, 'admin'],
    label: 'made at the start',
    limits: {},
    metadataTtlSeconds: null,
    owner: INSTALLATION,
  }
  if (configured !== null) {
    const parts = parseKey(configured)
    const known = parts === null ? null : await readKey(store, parts.id)
    if (parts !== null && (known === null || !isSecretOf(known, parts.secret)))
      await save(store, configured, newKey)
    return null
  }
  return (await hasKeys(store)) || !(await winsFirstKey(store)) ? null : createKey(store, newKey)
}

/** Whether this gateway creates the first key. Of several gateways that find the store empty, exactly one does. */
async function winsFirstKey(store: KeyValues): Promise<boolean> {
  const mine = randomUUID()
  return (await store.claim('first-key:', mine, FIRST_KEY_SECONDS)) === mine
}

function isSecretOf({ hash }: ApiKey, secret: string): boolean {
  return timingSafeEqual(Buffer.from(hash, 'hex'), digest('sha256', secret, 'buffer'))
}

const DUMMY_KEY = { hash: hashOf('') } as ApiKey

export interface ApiKeys {
  /** Returns the key that the client presented; null when it is unknown, revoked or malformed. */
  find(presented: string | undefined): Promise<ApiKey | null>
}

/** The API keys of one gateway. */
export interface CachedApiKeys extends ApiKeys {
  /** Revokes a key: here at once, at other gateways when they read it again. False when there is none with this id. */
  revoke(id: string): Promise<boolean>
}

/** A key as the store had it. */
interface CachedKey {
  readonly key: ApiKey | null
  /** The secret, once a client presented the right one. */
  verifiedSecret: Buffer | null
}

const UNKNOWN_KEY: CachedKey = { key: null, verifiedSecret: null }

/** Life of a cached key. A revocation is effective at every gateway within this time. */
const CACHE_MS = 5000
const MAX_CACHED = 10_000

/**
 * Verifies keys. Caches them for a short time, so that a request does not cost a read of the store. `configured` is a
 * key that has to exist: it is stored again when the store lost it.
 */
export function makeApiKeys(store: KeyValues, configured: string | null = null): CachedApiKeys {
  const cache = new LRUCache<string, CachedKey>({ max: MAX_CACHED, ttl: CACHE_MS, ttlResolution: 0 })
  const indexed = new LRUCache<string, true>({ max: MAX_CACHED })
  /** A read that began before a revocation is not cached: it may have the key as it was. */
  let revocations = 0

  /** Adds keys that earlier versions stored to the index. */
  function index(id: string): void {
    if (indexed.has(id)) return
    indexed.set(id, true)
    indexKey(store, id).catch(() => indexed.delete(id))
  }

  async function read(id: string): Promise<CachedKey> {
    const revocationsBefore = revocations
    const key = (await readKey(store, id)) ?? (await restore(id))
    if (key !== null) index(id)
    const entry = { key, verifiedSecret: null }
    if (revocations === revocationsBefore) cache.set(id, entry)
    return entry
  }

  async function restore(id: string): Promise<ApiKey | null> {
    if (configured === null || parseKey(configured)?.id !== id) return null
    await ensureKey(store, configured)
    return readKey(store, id)
  }

  return {
    async find(presented) {
      const parts = parseKey(presented ?? '')
      const entry = parts === null ? UNKNOWN_KEY : (cache.get(parts.id) ?? (await read(parts.id)))
      const isValid = verify(entry, parts?.secret ?? 'x')
      return entry.key !== null && isValid && !entry.key.isRevoked ? entry.key : null
    },
    async revoke(id) {
      const isKnown = await revokeKey(store, id)
      revocations += 1
      cache.delete(id)
      return isKnown
    },
  }
}

/**
 * Compares secrets in constant time. Only a secret that was valid before skips the hash, so every failure takes the
 * same time.
 */
function verify(entry: CachedKey, secret: string): boolean {
  const bytes = Buffer.from(secret)
  const { verifiedSecret } = entry
  if (verifiedSecret?.length === bytes.length && timingSafeEqual(verifiedSecret, bytes)) return true
  const isValid = isSecretOf(entry.key ?? DUMMY_KEY, secret)
  if (isValid) entry.verifiedSecret = bytes
  return isValid
}
