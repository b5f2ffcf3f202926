import { createHash, randomBytes } from 'node:crypto'
import { unavailable } from '#shared/errors.ts'
import type { ShareBody } from '#shared/operations/results/shares.ts'
import type { OwnedBatchId } from '#shared/ports/batches.ts'
import type { KeyValues } from '#shared/ports/result-store.ts'
import type { Branding } from '../report/branding.ts'

/** What a share shows. */
export interface NewShare {
  readonly batch: OwnedBatchId
  /** An earlier batch of the owner; null = none. */
  readonly compare: string | null
  readonly branding: Branding
  /** It expires after so many days. */
  readonly days: number
}

export interface Share extends Omit<NewShare, 'days'> {
  readonly id: string
}

/** Shares of reports. Methods reject with `SERVICE_UNAVAILABLE` while the store is unavailable. */
export interface ShareStore {
  /** The new share and its token, which nobody can read again; else when the first share expires of a batch that has the most. */
  create(
    share: NewShare,
  ): Promise<{ readonly token: string; readonly entry: ShareBody } | { readonly fullUntil: number }>
  /** Those that have not expired, oldest first. */
  list(batch: OwnedBatchId): Promise<readonly ShareBody[]>
  /** False when there is no such share of the batch. */
  revoke(batch: OwnedBatchId, id: string): Promise<boolean>
  /** The share of a token; null for any text that is none, and for a share that expired or was revoked. */
  find(token: string): Promise<Share | null>
}

/** Shares of one batch at a time. */
export const MAX_SHARES = 100
/** Days that a share lives at most. */
export const MAX_DAYS = 90

const DAY_SECONDS = 86_400
/** 192 random bits, as base64url. */
const TOKEN_BYTES = 24
const ID_BYTES = 9
/** Others may change the list of a batch at the same time, so often. */
const MAX_TRIES = 20

/** Entry of the list of a batch. The store has the token's digest alone. */
interface Listed extends ShareBody {
  readonly digest: string
}

interface Stored extends Share {
  readonly expiresAt: number
}

/** `now`: milliseconds since the epoch. */
export function makeShareStore(store: KeyValues, now: () => number = Date.now): ShareStore {
  const isLive = ({ expires_at }: ShareBody) => Date.parse(expires_at) > now()

  async function read(batch: OwnedBatchId): Promise<readonly Listed[]> {
    const text = await store.get(listKey(batch))
    return text === null ? [] : (JSON.parse(text) as Listed[]).filter(isLive)
  }

  /** Replaces the list, atomically. `change` returns null to leave it as it is. */
  async function update<T>(
    batch: OwnedBatchId,
    change: (listed: readonly Listed[]) => { readonly listed: readonly Listed[] | null; readonly result: T },
  ): Promise<T> {
    const key = listKey(batch)
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      const text = await store.claim(key, '[]', MAX_DAYS * DAY_SECONDS)
      const { listed, result } = change((JSON.parse(text) as Listed[]).filter(isLive))
      if (listed === null) return result
      if (await store.compareAndSet(key, text, JSON.stringify(listed), MAX_DAYS * DAY_SECONDS)) return result
    }
    throw unavailable('shares')
  }

  return {
    async create({ days, ...share }) {
      const { token, listed } = newEntry(share, days, now())
      const fullUntil = await update(share.batch, (others) =>
        others.length < MAX_SHARES
          ? { listed: [...others, listed], result: null }
          : { listed: null, result: Math.min(...others.map(({ expires_at }) => Date.parse(expires_at))) },
      )
      if (fullUntil !== null) return { fullUntil }
      const stored: Stored = { ...share, id: listed.id, expiresAt: Date.parse(listed.expires_at) }
      await store.set(shareKey(listed.digest), JSON.stringify(stored), days * DAY_SECONDS)
      return { token, entry: entryOf(listed) }
    },
    list: async (batch) => (await read(batch)).map(entryOf),
    async revoke(batch, id) {
      const found = (await read(batch)).find((one) => one.id === id)
      if (found === undefined) return false
      // A share is never shown that is not listed.
      await store.delete(shareKey(found.digest))
      return update(batch, (listed) => ({ listed: listed.filter((one) => one.id !== id), result: true }))
    },
    async find(token) {
      const text = await store.get(shareKey(digestOf(token)))
      if (text === null) return null
      const { expiresAt, ...share } = JSON.parse(text) as Stored
      return expiresAt > now() ? share : null
    },
  }
}

function newEntry({ branding: { title, client } }: Omit<NewShare, 'days'>, days: number, now: number) {
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  const listed: Listed = {
    id: randomBytes(ID_BYTES).toString('base64url'),
    title,
    client,
    created_at: new Date(now).toISOString(),
    expires_at: new Date(now + days * DAY_SECONDS * 1000).toISOString(),
    digest: digestOf(token),
  }
  return { token, listed }
}

function entryOf({ digest: _, ...entry }: Listed): ShareBody {
  return entry
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

const shareKey = (digest: string) => `share:${digest}`

/** A key of the list, which does not show the owner. */
const listKey = ({ id, owner }: OwnedBatchId) => `shares:${digestOf(`${owner} ${id}`)}`
