import { hash as digest, randomInt, randomUUID, timingSafeEqual } from 'node:crypto'
import { type Operation, operations } from '#shared/errors.ts'
import type { KeyValues } from '#shared/ports/result-store.ts'
import { hasKeys, indexKey, KEY_PREFIX, listKeyIds } from './key-index.ts'

export const scopes = [...operations, 'batch'] as const
export type Scope = (typeof scopes)[number]
export const plans = ['free', 'pro', 'enterprise'] as const
export type Plan = (typeof plans)[number]

/** An API key as it is stored: never with its secret. */
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
  /** A day's calls of an operation, and its items of batches, in place of the plan's. */
  readonly limits: Readonly<Partial<Record<Operation | 'batch', number>>>
  /** The age, in seconds, up to which the key takes a metadata answer from the cache; null = any age. */
  readonly metadataTtlSeconds: number | null
  /** Whose key it is, where keys share their batches; absent: it shares them with none but those that name its id here. */
  readonly owner?: string
}

export type NewKey = Pick<ApiKey, 'plan' | 'scopes' | 'label' | 'limits' | 'metadataTtlSeconds' | 'owner'>

/** Of the keys that are made at the start: who sets another one goes on with the batches of the one before. */
const INSTALLATION = 'installation'
/** The others look again only after this time, should the one have failed. */
const FIRST_KEY_SECONDS = 10
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const KEY_PATTERN = /^pp_([A-Za-z0-9]{8})_([A-Za-z0-9]{32})$/

/** The parts of a key, or null when it doesn't have the form `pp_<id>_<secret>`. */
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

async function save(store: KeyValues, key: string, options: NewKey): Promise<void> {
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
}

/** Makes a key and answers it: the only time that its secret is seen. */
export async function createKey(store: KeyValues, options: NewKey): Promise<string> {
  const key = `pp_${randomString(8)}_${randomString(32)}`
  await save(store, key, options)
  return key
}

/** Who owns what is made with the key: the same for all keys of one owner. */
export function ownerOf({ owner, id }: ApiKey): string {
  return owner ?? id
}

/** The key with this id, or null. */
export async function readKey(store: KeyValues, id: string): Promise<ApiKey | null> {
  const text = await store.get(KEY_PREFIX + id)
  return text === null ? null : (JSON.parse(text) as ApiKey)
}

export async function listKeys(store: KeyValues): Promise<ApiKey[]> {
  const ids = await listKeyIds(store)
  const texts = await store.getMany(ids.map((id) => KEY_PREFIX + id))
  const keys = texts.flatMap((text) => (text === null ? [] : [JSON.parse(text) as ApiKey]))
  return keys.sort((a, b) => a.createdAt.localeCompare(b.createdAt))
}

/** Whether there was such a key. */
export async function revokeKey(store: KeyValues, id: string): Promise<boolean> {
  const key = await readKey(store, id)
  if (key === null) return false
  await store.set(KEY_PREFIX + id, JSON.stringify({ ...key, isRevoked: true }), null)
  return true
}

/**
 * Makes sure that the service can be used after its start: adds the configured key if it is absent (others stay as
 * they are), or else makes one on an empty store. Answers the key that was made, null when none was.
 */
export async function ensureKey(store: KeyValues, configured: string | null): Promise<string | null> {
  const newKey: NewKey = {
    plan: 'enterprise',
    scopes: [...scopes],
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

/** One of several gateways that find the same store empty makes the key. */
async function winsFirstKey(store: KeyValues): Promise<boolean> {
  const mine = randomUUID()
  return (await store.claim('first-key:', mine, FIRST_KEY_SECONDS)) === mine
}

function isSecretOf({ hash }: ApiKey, secret: string): boolean {
  return timingSafeEqual(Buffer.from(hash, 'hex'), digest('sha256', secret, 'buffer'))
}

const DUMMY_KEY = { hash: hashOf('') } as ApiKey

export interface ApiKeys {
  /** The key a client showed, or null: unknown, revoked and malformed look alike. */
  find(presented: string | undefined): Promise<ApiKey | null>
}

/** What the store said of a key. */
interface CachedKey {
  readonly key: ApiKey | null
  /** How long it is believed, by the monotonic clock. */
  readonly until: number
  /** The secret, once it was shown and right. */
  verifiedSecret: Buffer | null
}

const UNKNOWN_KEY: CachedKey = { key: null, until: 0, verifiedSecret: null }

/** How long a key is believed without asking the store again: a revocation acts everywhere within this time. */
const CACHE_MS = 5000
const MAX_CACHED = 10_000

/**
 * Looks keys up, with a short memory so that the store is not asked for every request. `configured` is a key that shall
 * exist: it is added again when the store came back without it.
 */
export function makeApiKeys(store: KeyValues, configured: string | null = null): ApiKeys {
  const cache = new Map<string, CachedKey>()
  const indexed = new Set<string>()

  /** Keys of earlier versions are in no index before they are used, or looked for. */
  function index(id: string): void {
    if (indexed.has(id)) return
    if (indexed.size >= MAX_CACHED) indexed.clear()
    indexed.add(id)
    indexKey(store, id).catch(() => indexed.delete(id))
  }

  async function read(id: string): Promise<CachedKey> {
    const key = (await readKey(store, id)) ?? (await restore(id))
    if (key !== null) index(id)
    if (cache.size >= MAX_CACHED) cache.clear()
    const entry = { key, until: performance.now() + CACHE_MS, verifiedSecret: null }
    cache.set(id, entry)
    return entry
  }

  function fresh(id: string): CachedKey | null {
    const known = cache.get(id)
    return known !== undefined && known.until > performance.now() ? known : null
  }

  async function restore(id: string): Promise<ApiKey | null> {
    if (configured === null || parseKey(configured)?.id !== id) return null
    await ensureKey(store, configured)
    return readKey(store, id)
  }

  return {
    async find(presented) {
      const parts = parseKey(presented ?? '')
      const entry = parts === null ? UNKNOWN_KEY : (fresh(parts.id) ?? (await read(parts.id)))
      const isValid = verify(entry, parts?.secret ?? 'x')
      return entry.key !== null && isValid && !entry.key.isRevoked ? entry.key : null
    },
  }
}

/** Only a secret that was right before saves the hash, so that all that fail take the same time. */
function verify(entry: CachedKey, secret: string): boolean {
  const bytes = Buffer.from(secret)
  const { verifiedSecret } = entry
  if (verifiedSecret?.length === bytes.length && timingSafeEqual(verifiedSecret, bytes)) return true
  const isValid = isSecretOf(entry.key ?? DUMMY_KEY, secret)
  if (isValid) entry.verifiedSecret = bytes
  return isValid
}
