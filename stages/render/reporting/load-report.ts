import { randomUUID } from 'node:crypto'
import type { LoadTracker, ReportedLoad } from '#shared/consumer/pool/load-tracker.ts'
import type { KeyValues } from '#shared/ports/result-store.ts'
import { RENDER_LOAD_KEYS } from '#shared/store/keys.ts'

export interface LoadReportOptions {
  readonly store: Pick<KeyValues, 'claim' | 'set' | 'delete'>
  readonly load: Pick<LoadTracker, 'current'>
  readonly intervalMs: number
}

/** A report stands for so many intervals, a whole number of seconds: it must outlive a late one, not its process. */
const INTERVALS = 4

/**
 * Tells all gateways, by way of the store, what this process has to do and how fast it does it. Each process has a key of its own:
 * the first one that is free. Where all are taken it tells nothing. Returns what ends it, which never rejects.
 */
export function reportLoad({ store, load, intervalMs }: LoadReportOptions): () => Promise<void> {
  const id = randomUUID()
  const ttlSeconds = Math.max(1, Math.ceil((INTERVALS * intervalMs) / 1000))
  let ownKey: string | null = null
  let lastPublish: Promise<void> = Promise.resolve()

  /** Whether the key is this process's, with its report of now. */
  async function write(key: string): Promise<boolean> {
    const text = JSON.stringify({ id, ...load.current() } satisfies ReportedLoad)
    const found = await store.claim(key, text, ttlSeconds)
    if (found === text) return true
    if ((JSON.parse(found) as ReportedLoad).id !== id) return false
    await store.set(key, text, ttlSeconds)
    return true
  }

  async function publish(): Promise<void> {
    if (ownKey !== null && (await write(ownKey))) return
    ownKey = null
    for (const key of RENDER_LOAD_KEYS) {
      if (!(await write(key))) continue
      ownKey = key
      return
    }
  }

  function publishAfterLast(): void {
    // A store that is away is told by whoever watches it.
    lastPublish = lastPublish.then(publish).catch(() => {})
  }

  publishAfterLast()
  const timer = setInterval(publishAfterLast, intervalMs).unref()
  return async () => {
    clearInterval(timer)
    await lastPublish
    if (ownKey !== null) await store.delete(ownKey).catch(() => {})
  }
}
