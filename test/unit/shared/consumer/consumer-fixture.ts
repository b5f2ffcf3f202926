import { type Consumer, type ConsumerOptions, runConsumer } from '#shared/consumer/consumer.ts'
import type { LogRecord } from '#shared/ports/event-log.ts'
import { noMetrics } from '#shared/telemetry/metrics.ts'
import { silentLog } from '#test/support/silent-log.ts'
import { type ManualLog, type Member, manualLog, record } from './manual-log.ts'
import { type ManualWork, manualWork } from './manual-work.ts'

/** A commit follows within this time. */
export const COMMIT_MS = 100

/** A consumer between a log and work that the test controls. */
export interface ConsumerFixture {
  readonly fake: ManualLog
  readonly work: ManualWork
  readonly consumer: Consumer
  /** The membership of its interactive lane. */
  readonly member: Member
}

export const lanes = [
  { lane: 'interactive', topics: ['t.interactive'] },
  { lane: 'batch', topics: ['t.batch'] },
] as const

export const poolOf = (slots: number, reserved = 0) => ({
  slots,
  reserved,
  limits: { perKey: 1 },
})

export async function startConsumer(options: Partial<ConsumerOptions> = {}): Promise<ConsumerFixture> {
  const [fake, work] = [manualLog(), manualWork()]
  const consumer = await runConsumer({
    log: fake.log,
    logger: silentLog,
    metrics: noMetrics,
    group: 'g',
    lanes: [{ lane: 'interactive', topics: ['t'] }],
    pool: poolOf(100),
    highWater: 1000,
    isUnrelated: () => false,
    concurrencyKeyOf: () => null,
    process: work.work,
    ...options,
  })
  return { fake, work, consumer, member: fake.member('interactive') }
}

/** Records of successive offsets. */
export function records(from: number, count: number, where: Parameters<typeof record>[1] = {}): LogRecord[] {
  return Array.from({ length: count }, (_, index) => record(from + index, where))
}
