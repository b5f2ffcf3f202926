import { hash as digest, randomInt, randomUUID, timingSafeEqual } from 'node:crypto'
import { type Operation, operations } from '#shared/errors.ts'
import type { KeyValues } from '#shared/ports/result-store.ts'
import { hasKeys, KEY_PREFIX, keyIds, noteKey } from './key-index.ts'

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
const FORM = /^pp_([A-Za-z0-9]{8})_([A-Za-z0-9]{32})$/

/** The parts of a key, or null when it doesn't have the form `pp_<id>_<secret>`. */
function partsOf(key: string): { id: string; secret: string } | null {
  const [, id, secret] = FORM.exec(key) ?? []
  return id === undefined || secret === undefined ? null : { id, secret }
}

function hashOf(secret: string): string {
  return digest('sha256', secret)
}

function randomText(length: number): string {
  return Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
}

async function save(store: KeyValues, key: string, about: NewKey): Promise<void> {
  const parts = partsOf(key)
  if (parts === null) throw new Error('not a key')
  const stored: ApiKey = {
    ...about,
    id: parts.id,
    hash: hashOf(parts.secret),
    isRevoked: false,
    createdAt: new Date().toISOString(),
  }
  await noteKey(store, parts.id)
  await store.set(KEY_PREFIX + parts.id, JSON.stringify(stored), null)
}

/** Makes a key and answers it: the only time that its secret is seen. */
export async function createKey(store: KeyValues, about: NewKey): Promise<string> {
  const key = `pp_${randomText(8)}_${randomText(32)}`
  await save(store, key, about)
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
  const ids = await keyIds(store)
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
  const all: NewKey = {
    plan: 'enterprise',
    scopes: [...scopes],
    label: 'made at the start',
    limits: {},
    metadataTtlSeconds: null,
    owner: INSTALLATION,
  }
  if (configured !== null) {
    const parts = partsOf(configured)
    const known = parts === null ? null : await readKey(store, parts.id)
    if (parts !== null && (known === null || !isSecretOf(known, parts.secret)))
      await save(store, configured, all)
    return null
  }
  return (await hasKeys(store)) || !(await isFirst(store)) ? null : createKey(store, all)
}

/** One of several gateways that find the same store empty makes the key. */
async function isFirst(store: KeyValues): Promise<boolean> {
  const mine = randomUUID()
  return (await store.claim('first-key:', mine, FIRST_KEY_SECONDS)) === mine
}

function isSecretOf({ hash }: ApiKey, secret: string): boolean {
  return timingSafeEqual(Buffer.from(hash, 'hex'), digest('sha256', secret, 'buffer'))
}

const NOBODY = { hash: hashOf('') } as ApiKey

export interface KeyRing {
  /** The key a client showed, or null: unknown, revoked and malformed look alike. */
  find(shown: string | undefined): Promise<ApiKey | null>
}

/** What the store said of a key. */
interface Remembered {
  readonly key: ApiKey | null
  /** How long it is believed, by the monotonic clock. */
  readonly until: number
  /** The secret, once it was shown and right. */
  proven: Buffer | null
}

const STRANGER: Remembered = { key: null, until: 0, proven: null }

/** How long a key is believed without asking the store again: a revocation acts everywhere within this time. */
const BELIEVED_MS = 5000
const REMEMBERED = 10_000

/**
 * Looks keys up, with a short memory so that the store is not asked for every request. `configured` is a key that shall
 * exist: it is added again when the store came back without it.
 */
export function makeKeyRing(store: KeyValues, configured: string | null = null): KeyRing {
  const memory = new Map<string, Remembered>()
  const indexed = new Set<string>()

  /** Keys of earlier versions are in no index before they are used, or looked for. */
  function index(id: string): void {
    if (indexed.has(id)) return
    if (indexed.size >= REMEMBERED) indexed.clear()
    indexed.add(id)
    noteKey(store, id).catch(() => indexed.delete(id))
  }

  async function read(id: string): Promise<Remembered> {
    const key = (await readKey(store, id)) ?? (await restored(id))
    if (key !== null) index(id)
    if (memory.size >= REMEMBERED) memory.clear()
    const remembered = { key, until: performance.now() + BELIEVED_MS, proven: null }
    memory.set(id, remembered)
    return remembered
  }

  function believed(id: string): Remembered | null {
    const known = memory.get(id)
    return known !== undefined && known.until > performance.now() ? known : null
  }

  async function restored(id: string): Promise<ApiKey | null> {
    if (configured === null || partsOf(configured)?.id !== id) return null
    await ensureKey(store, configured)
    return readKey(store, id)
  }

  return {
    async find(shown) {
      const parts = partsOf(shown ?? '')
      const found = parts === null ? STRANGER : (believed(parts.id) ?? (await read(parts.id)))
      const isRight = isProven(found, parts?.secret ?? 'x')
      return found.key !== null && isRight && !found.key.isRevoked ? found.key : null
    },
  }
}

/** Only a secret that was right before saves the hash, so that all that fail take the same time. */
function isProven(found: Remembered, secret: string): boolean {
  const bytes = Buffer.from(secret)
  const { proven } = found
  if (proven?.length === bytes.length && timingSafeEqual(proven, bytes)) return true
  const isRight = isSecretOf(found.key ?? NOBODY, secret)
  if (isRight) found.proven = bytes
  return isRight
}
