import { LRUCache } from 'lru-cache'
import { parseJson } from '#shared/messages/json.ts'
import type { WaitReason } from '#shared/ports/batch-pace.ts'
import type { KeyValues } from '#shared/ports/result-store.ts'
import { referenceNow } from '#shared/store/reference-clock.ts'

/** Why a host, or a group of hosts, gets no request at present. */
export interface HostWait {
  readonly reason: WaitReason
  /** Milliseconds since the epoch, by the reference clock. */
  readonly until: number
  /** The request whose response began it; null = none. Only clients of its batch may see it. */
  readonly url: string | null
  readonly status: number | null
  readonly batch: string | null
}

/** The time that passes between two requests to a host that go well. */
export interface HostPace {
  readonly reason: 'crawl_delay' | 'delay'
  readonly delayMs: number
}

/** What is known of a host. Null = nothing. */
export interface KnownWaits {
  readonly wait: HostWait | null
  readonly pace: HostPace | null
}

/** Shorter waits are not noted. */
const NOTED_MS = 1000
/** The pace of a host is noted again after this time, and forgotten after `PACE_SECONDS` without requests. */
const PACE_AGAIN_MS = 10_000
const PACE_SECONDS = 60
const MAX_HOSTS = 10_000

export type HostWaits = ReturnType<typeof makeHostWaits>

/** What processes that send requests tell those that show why a batch is slow, through the store. All of it may be lost. */
export function makeHostWaits(store: Pick<KeyValues, 'getMany' | 'set'>) {
  const paced = new LRUCache<string, true>({ max: MAX_HOSTS, ttl: PACE_AGAIN_MS })
  const write = (key: string, value: object, seconds: number) =>
    void store.set(key, JSON.stringify(value), seconds).catch(() => {})

  return {
    /** Notes a wait of `ms` for each of the hosts and groups. */
    noteWait(names: readonly string[], ms: number, about: Omit<HostWait, 'until'>): void {
      if (ms < NOTED_MS) return
      const wait: HostWait = { ...about, until: referenceNow() + ms }
      for (const name of new Set(names)) write(waitKey(name), wait, Math.ceil(ms / 1000))
    },
    notePace(names: readonly string[], pace: HostPace): void {
      for (const name of new Set(names)) {
        if (paced.has(name)) continue
        paced.set(name, true)
        write(paceKey(name), pace, PACE_SECONDS)
      }
    },
    /** What is known of hosts and groups, in their order. Rejects with `SERVICE_UNAVAILABLE` while the store is unavailable. */
    async read(names: readonly string[]): Promise<KnownWaits[]> {
      if (names.length === 0) return []
      const values = await store.getMany(names.flatMap((name) => [waitKey(name), paceKey(name)]))
      return names.map((_, at) => ({
        wait: ongoing(parseJson(values[2 * at] ?? 'null') as HostWait | null),
        pace: parseJson(values[2 * at + 1] ?? 'null') as HostPace | null,
      }))
    },
  }
}

function ongoing(wait: HostWait | null): HostWait | null {
  return wait !== null && wait.until > referenceNow() ? wait : null
}

function waitKey(name: string): string {
  return `host-wait:${name}`
}

function paceKey(name: string): string {
  return `host-pace:${name}`
}
