import { randomUUID } from 'node:crypto'
import type { LoadTracker, ReportedLoad } from '#shared/consumer/pool/load-tracker.ts'
import type { KeyValues } from '#shared/ports/result-store.ts'
import { RENDER_LOAD_KEYS } from '#shared/store/keys.ts'

export interface LoadReportOptions {
  readonly store: Pick<KeyValues, 'claim' | 'set' | 'delete'>
  readonly load: Pick<LoadTracker, 'current'>
  readonly intervalMs: number
}

/** A report expires after so many intervals, rounded up to seconds: it must outlive a late report, but not its process for long. */
const INTERVALS = 4

/**
 * Reports to all gateways, through the store, how much work this process has and how fast it does it. Each process uses the first key
 * that is free; when all keys are taken, it reports nothing. Returns a function that ends the reports and never rejects.
 */
export function reportLoad({ store, load, intervalMs }: LoadReportOptions): () => Promise<void> {
  const id = randomUUID()
  const ttlSeconds = Math.max(1, Math.ceil((INTERVALS * intervalMs) / 1000))
  let ownKey: string | null = null
  let lastPublish: Promise<void> = Promise.resolve()

  /** Writes the current report; false when the key belongs to another process. */
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
    // The monitor of the store reports its outages.
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
