import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { kafkaEventLog } from '#shared/adapters/kafka/event-log.ts'
import { openDatabase } from '#shared/adapters/sqlite/database.ts'
import { sqliteEventLog } from '#shared/adapters/sqlite/log/event-log.ts'
import { requestRecord } from '#shared/messages/events/inspection-requested.ts'
import { outcomeTopics } from '#shared/messages/topics.ts'
import type { EventLog } from '#shared/ports/event-log.ts'
import { type Child, startChild } from './child.ts'
import type { Row } from './table.ts'

export interface ThroughputOptions {
  readonly name: string
  readonly pages: number
  readonly hosts: number
  /** Settings of the service; empty = embedded. */
  readonly env: Readonly<Record<string, string>>
}

const FEED = 500

/** Produces pages for the batch lane and counts their results as an external consumer. */
export async function throughput({ name, pages, hosts, env }: ThroughputOptions): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'pageprobe-bench-'))
  const site = await startChild(
    join(import.meta.dirname, 'target-site.ts'),
    [String(hosts)],
    {},
    /site on port/,
  )
  const service = await startChild('infra/main.ts', [], { ...settings(folder), ...env }, /listening on/)
  const log = openLog(folder, env)
  try {
    const counted = countOutcomes(log, pages)
    const port = Number(/\d+$/.exec(site.line)?.[0])
    const cpu = service.cpuSeconds()
    const started = performance.now()
    const memory = watchMemory(service)
    for (let first = 0; first < pages; first += FEED) {
      const count = Math.min(FEED, pages - first)
      await log.append(Array.from({ length: count }, (_, at) => request(first + at, hosts, port)))
    }
    const { failed } = await counted
    const seconds = (performance.now() - started) / 1000
    const rss = memory.stop()
    return [
      { figure: `${name}: pages/s`, value: (pages / seconds).toFixed(0) },
      {
        figure: `${name}: CPU ms per page (service alone)`,
        value: (((service.cpuSeconds() - cpu) * 1000) / pages).toFixed(2),
      },
      { figure: `${name}: failures`, value: String(failed) },
      { figure: `${name}: RSS MiB at 25, 50, 75, 100 %`, value: quarters(rss).join(' ') },
    ]
  } finally {
    await log.close()
    await service.stop()
    await site.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

function settings(folder: string): Record<string, string> {
  return {
    DATA_DIR: folder,
    PORT: '0',
    EGRESS_ALLOW: '127.0.0.0/8:*',
    BATCH_HOST_DELAY_MS: '0',
    BATCH_HOST_CONCURRENCY: '4',
    LOG_LEVEL: 'error',
    PAGEPROBE_API_KEY: 'pp_benchkey_00000000000000000000000000000000',
  }
}

function openLog(folder: string, env: Readonly<Record<string, string>>): EventLog {
  if (env.KAFKA_BROKERS === undefined) {
    return sqliteEventLog({ database: openDatabase(join(folder, 'pageprobe.db')) })
  }
  const topicPrefix = env.KAFKA_TOPIC_PREFIX ?? ''
  const brokers = [env.KAFKA_BROKERS]
  return kafkaEventLog({ brokers, topicPrefix, ssl: false, sasl: null, partitions: 12, replication: 1 })
}

function request(index: number, hosts: number, port: number) {
  const url = `http://127.0.0.${(index % hosts) + 2}:${port}/page-${index}`
  return requestRecord({
    id: `bench-${process.pid}-${index}`,
    operation: 'metadata',
    lane: 'batch',
    parameters: { url, fields: 'basic' },
    url,
    expiresAt: null,
    traceparent: null,
    timing: '',
  })
}

async function countOutcomes(log: EventLog, expected: number): Promise<{ failed: number }> {
  const seen = new Set<string>()
  let failed = 0
  const done = Promise.withResolvers<void>()
  const subscription = await log.subscribe(`bench-${process.pid}`, outcomeTopics, {
    assigned: () => undefined,
    received(records) {
      for (const record of records) {
        seen.add(String(record.headers.ce_id))
        if (record.topic === 'inspection.failed') failed += 1
      }
      if (seen.size >= expected) done.resolve()
    },
  })
  await done.promise
  await subscription.close()
  return { failed }
}

function watchMemory(service: Child): { stop(): number[] } {
  const samples: number[] = []
  const timer = setInterval(() => samples.push(service.rss()), 250)
  return {
    stop() {
      clearInterval(timer)
      return samples
    },
  }
}

function quarters(samples: readonly number[]): string[] {
  return [0.25, 0.5, 0.75, 1].map((share) => (samples[Math.ceil(samples.length * share) - 1] ?? 0).toFixed(0))
}
