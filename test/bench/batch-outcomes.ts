import { join } from 'node:path'
import { kafkaEventLog } from '#shared/adapters/kafka/event-log.ts'
import { openDatabase } from '#shared/adapters/sqlite/database.ts'
import { sqliteEventLog } from '#shared/adapters/sqlite/log/event-log.ts'
import { outcomeTopics } from '#shared/messages/topics.ts'
import type { EventLog } from '#shared/ports/event-log.ts'
import type { BatchFixture } from './batch-fixture.ts'

type Env = Readonly<Record<string, string>>

/** The number of URLs with exactly one result, by the results of the batch, or a description of the errors. */
export async function answeredOnce({ batches }: BatchFixture, id: string): Promise<string> {
  const times = new Map<string, number>()
  let failures = 0
  for await (const { url, result } of batches.results(id)) {
    times.set(url, (times.get(url) ?? 0) + 1)
    if (result === undefined) failures += 1
  }
  return describe([...times.values()], failures)
}

function describe(times: readonly number[], failures: number): string {
  const once = times.filter((count) => count === 1).length
  const several = times.length - once
  return `${once}${several > 0 ? `, several ${several}` : ''}${failures > 0 ? `, failures ${failures}` : ''}`
}

const OUTCOMES_MS = 120_000

/** The same by a separate group, from the oldest record of the log, after the run. */
export async function countOutcomes(
  { folder }: BatchFixture,
  env: Env,
  batch: string,
  pages: number,
): Promise<string> {
  const log = openLog(folder, env)
  const events = new Map<string, Set<string>>()
  let failures = 0
  const all = Promise.withResolvers<void>()
  const subscription = await log.subscribe(`bench-${process.pid}`, outcomeTopics, {
    assigned: () => undefined,
    received(records) {
      for (const { topic, headers } of records) {
        const id = String(headers.ce_subject)
        if (!id.startsWith(`${batch}.`)) continue
        if (topic === 'inspection.failed') failures += 1
        events.set(id, (events.get(id) ?? new Set()).add(String(headers.ce_id)))
      }
      if (events.size >= pages) all.resolve()
    },
  })
  const timer = setTimeout(all.resolve, OUTCOMES_MS)
  await all.promise
  clearTimeout(timer)
  await subscription.close()
  await log.close()
  return describe(
    [...events.values()].map(({ size }) => size),
    failures,
  )
}

/** Opens the log of a service with this data folder and these settings. */
export function openLog(folder: string, env: Env): EventLog {
  if (env.KAFKA_BROKERS === undefined) {
    return sqliteEventLog({ database: openDatabase(join(folder, 'pageprobe.db')) })
  }
  const topicPrefix = env.KAFKA_TOPIC_PREFIX ?? ''
  const brokers = [env.KAFKA_BROKERS]
  return kafkaEventLog({ brokers, topicPrefix, ssl: false, sasl: null, partitions: 12, replication: 1 })
}
