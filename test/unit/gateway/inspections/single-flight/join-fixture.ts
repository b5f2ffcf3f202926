import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { AdmissionRequest } from '#gateway/inspections/admission/admission.ts'
import { type JoinRequest, makeSingleFlight, type SingleFlight } from '#gateway/inspections/single-flight.ts'
import type { KeyValues } from '#shared/ports/result-store.ts'
import { inFlightKey } from '#shared/store/keys.ts'
import { type Metrics, noMetrics } from '#shared/telemetry/metrics.ts'
import { type DrivenClock, driveClock } from '#test/unit/driven-clock.ts'

export const MINUTE_MS = 60_000
export const IDENTITY = 'metadata:x'

type Store = Pick<KeyValues, 'get' | 'claim' | 'compareAndSet' | 'compareAndDelete'>

/** Gateways that share a store and a queue, on a driven clock. */
export interface JoinFixture {
  readonly clock: DrivenClock
  readonly store: Store
  /** Ids of the inspections that were published, in order. */
  readonly started: string[]
  /** Ids whose queue slots are held. */
  readonly held: Set<string>
  /** Ids that took a slot at any time. */
  readonly admitted: string[]
  isFull: boolean
  /** The time that each command takes, half of it on the way to the store. */
  latencyMs: () => number
  /** Resolves after this time of the clock. */
  wait(ms: number): Promise<unknown>
  gateway(changed?: { readonly store?: Store; readonly metrics?: Metrics }): SingleFlight
  /** A request whose caller waits a minute; its own inspection would live two. */
  request(changed?: Partial<JoinRequest>): JoinRequest
  /** The id, the end of life in ms from now, and the state of the entry in flight. */
  entry(): { readonly id: string; readonly leftMs: number; readonly state: string } | null
  /** Writes an entry as a gateway does. */
  put(id: string, leftMs: number, state: 'announced' | 'launched', ttlMs: number): void
}

/** Drives the clock until it is stopped. */
export function joinFixture(): JoinFixture {
  const clock = driveClock()
  const values = new Map<string, { readonly value: string; readonly until: number }>()
  const started: string[] = []
  const held = new Set<string>()
  const admitted: string[] = []

  const read = (key: string) => {
    const found = values.get(key)
    return found !== undefined && found.until > Date.now() ? found.value : null
  }
  const write = (key: string, value: string, ttl: number | null) =>
    void values.set(key, { value, until: Date.now() + (ttl ?? Number.POSITIVE_INFINITY) * 1000 })

  async function command<T>(run: () => T): Promise<T> {
    const ms = fixture.latencyMs()
    if (ms > 0) await delay(ms / 2)
    const answer = run()
    if (ms > 0) await delay(ms / 2)
    return answer
  }

  const store: Store = {
    get: (key) => command(() => read(key)),
    claim: (key, value, ttl) =>
      command(() => {
        const found = read(key)
        if (found === null) write(key, value, ttl)
        return found ?? value
      }),
    compareAndSet: (key, expected, value, ttl) =>
      command(() => {
        if (read(key) !== expected) return false
        write(key, value, ttl)
        return true
      }),
    compareAndDelete: (key, ...expected) =>
      command(() => expected.includes(read(key) ?? '') && values.delete(key)),
  }

  const fixture: JoinFixture = {
    clock,
    store,
    started,
    held,
    admitted,
    isFull: false,
    latencyMs: () => 0,
    wait: delay,
    gateway: (changed) => makeSingleFlight({ store, admission, metrics: noMetrics, ...changed }),
    request(changed = {}) {
      const slot = slotOf(2 * MINUTE_MS)
      const { slot: { id } = slot } = changed
      const start = async () => started.push(id) > 0
      return { slot, until: Date.now() + MINUTE_MS, start, ...changed }
    },
    entry() {
      const text = read(inFlightKey(IDENTITY))
      const [id = '', expiresAt, state = ''] = text?.split(' ') ?? []
      return text === null ? null : { id, leftMs: Number(expiresAt) - Date.now(), state }
    },
    put: (id, leftMs, state, ttlMs) =>
      write(inFlightKey(IDENTITY), `${id} ${Date.now() + leftMs} ${state}`, ttlMs / 1000),
  }

  const admission = {
    tryAdmit({ id }: AdmissionRequest) {
      if (fixture.isFull) return { reason: 'queue_full', retryAfter: 7 } as const
      held.add(id)
      admitted.push(id)
      return null
    },
    release: (id: string) => void held.delete(id),
  }

  function slotOf(leftMs: number): AdmissionRequest {
    const about = { entryStage: 'fetch', owner: 'key', sharing: 'together', tenant: 't', waitMs: 1 } as const
    return { id: randomUUID(), expiresAt: Date.now() + leftMs, ...about }
  }

  return fixture
}

/** A request whose caller waits three minutes; its own inspection lives four. */
export function patientRequest({ request }: JoinFixture): JoinRequest {
  const { slot } = request()
  return request({
    slot: { ...slot, expiresAt: Date.now() + 4 * MINUTE_MS },
    until: Date.now() + 3 * MINUTE_MS,
  })
}
