import { randomUUID } from 'node:crypto'
import type { AdmissionRequest } from '#gateway/inspections/admission/admission.ts'
import { type JoinRequest, makeSingleFlight, type SingleFlight } from '#gateway/inspections/single-flight.ts'
import type { KeyValues } from '#shared/ports/result-store.ts'
import { inFlightKey } from '#shared/store/keys.ts'
import { type Metrics, noMetrics } from '#shared/telemetry/metrics.ts'
import { type DrivenClock, drivenClock } from '../../support/driven-clock.ts'

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
  gateway(changed?: { readonly store?: Store; readonly metrics?: Metrics }): SingleFlight
  /** A request whose caller waits a minute; its own inspection would live two. */
  request(changed?: Partial<JoinRequest>): JoinRequest
  /** The id, the end of life in ms from now, and the state of the entry in flight. */
  entry(): { readonly id: string; readonly leftMs: number; readonly state: string } | null
  /** Writes an entry as a gateway does. */
  put(id: string, leftMs: number, state: 'announced' | 'launched', ttlMs: number): void
}

/** `latencyMs`: the time that each command takes, half of it on the way to the store. */
export function joinFixture(latencyMs: () => number = () => 0): JoinFixture {
  const clock = drivenClock()
  const values = new Map<string, { readonly value: string; readonly until: number }>()
  const started: string[] = []
  const held = new Set<string>()
  const admitted: string[] = []

  const read = (key: string) => {
    const found = values.get(key)
    return found !== undefined && found.until > clock.now() ? found.value : null
  }
  const write = (key: string, value: string, ttl: number | null) =>
    void values.set(key, { value, until: clock.now() + (ttl ?? Number.POSITIVE_INFINITY) * 1000 })

  async function command<T>(run: () => T): Promise<T> {
    const ms = latencyMs()
    if (ms > 0) await clock.wait(ms / 2)
    const answer = run()
    if (ms > 0) await clock.wait(ms / 2)
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
    compareAndDelete: (key, expected) => command(() => read(key) === expected && values.delete(key)),
  }

  const fixture: JoinFixture = {
    clock,
    store,
    started,
    held,
    admitted,
    isFull: false,
    gateway: (changed) => makeSingleFlight({ store, admission, metrics: noMetrics, ...changed }, clock),
    request(changed = {}) {
      const slot = slotOf(2 * MINUTE_MS)
      const { slot: { id } = slot } = changed
      const start = async () => started.push(id) > 0
      return { slot, until: clock.now() + MINUTE_MS, start, ...changed }
    },
    entry() {
      const text = read(inFlightKey(IDENTITY))
      const [id = '', expiresAt, state = ''] = text?.split(' ') ?? []
      return text === null ? null : { id, leftMs: Number(expiresAt) - clock.now(), state }
    },
    put: (id, leftMs, state, ttlMs) =>
      write(inFlightKey(IDENTITY), `${id} ${clock.now() + leftMs} ${state}`, ttlMs / 1000),
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
    return { id: randomUUID(), expiresAt: clock.now() + leftMs, ...about }
  }

  return fixture
}

/** A request whose caller waits three minutes; its own inspection lives four. */
export function patientRequest({ clock, request }: JoinFixture): JoinRequest {
  const { slot } = request()
  return request({
    slot: { ...slot, expiresAt: clock.now() + 4 * MINUTE_MS },
    until: clock.now() + 3 * MINUTE_MS,
  })
}
