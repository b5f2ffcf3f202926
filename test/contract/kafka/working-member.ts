import { pino } from 'pino'
import { prometheusMetrics } from '#shared/adapters/telemetry/prometheus-metrics.ts'
import { type Consumer, runConsumer } from '#shared/consumer/consumer.ts'
import type { EventLog } from '#shared/ports/event-log.ts'

/** A member of the group `fetch.interactive`. */
export interface WorkingMember {
  /** Values of the records that it processed, each once. */
  readonly seen: readonly string[]
  readonly consumer: Consumer
  /** Changes of the Kafka log, in lines of the member's own log. */
  changes(): Record<string, unknown>[]
  counted(counter: 'lost' | 'replayed'): Promise<number>
}

export const valuesOf = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, n) => `v${from + n}`)

/** Starts a member that finishes the records for whose value `ends` holds; adds it to `consumers`. */
export async function startWorking(
  log: EventLog,
  topic: string,
  ends: (value: string) => boolean,
  consumers: Consumer[],
): Promise<WorkingMember> {
  const [seen, lines]: [string[], string[]] = [[], []]
  const metrics = prometheusMetrics({ process: false })
  const consumer = await runConsumer({
    log,
    logger: pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) }),
    metrics,
    group: 'fetch',
    lanes: [{ lane: 'interactive', topics: [topic] }],
    pool: { slots: 100, reserved: 0, limits: { perKey: 1 } },
    highWater: 1000,
    isUnrelated: () => false,
    concurrencyKeyOf: () => null,
    async process(record) {
      const value = String(record.value)
      if (!seen.includes(value)) seen.push(value)
      return ends(value) ? 'done' : { retryAfterMs: 50 }
    },
  })
  consumers.push(consumer)
  return {
    seen,
    consumer,
    changes: () => lines.map((line) => JSON.parse(line)),
    async counted(counter) {
      const series = `pageprobe_records_${counter}_total{stage="fetch",lane="interactive"}`
      const { text } = await metrics.expose()
      const line = text.split('\n').find((one) => one.startsWith(series))
      return Number(line?.split(' ').at(-1))
    },
  }
}
