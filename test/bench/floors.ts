import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import Koa from 'koa'
import { Agent, request } from 'undici'
import { kafkaEventLog } from '#shared/adapters/kafka/event-log.ts'
import { redisResultStore } from '#shared/adapters/redis/result-store.ts'
import { type Row, spread } from './table.ts'

const ROUNDS = 500

/** Costs of the layers below the pipeline alone, in the same run. */
export async function floors(env: Readonly<Record<string, string>>): Promise<Row[]> {
  const rows = [{ figure: 'floor: bare Koa route, ms', value: spread(await bareKoa()) }]
  if (env.REDIS_URL)
    rows.push({ figure: 'floor: Redis GET, ms', value: spread(await redisGet(env.REDIS_URL)) })
  if (env.KAFKA_BROKERS) {
    rows.push({
      figure: 'floor: produce to consume, ms',
      value: spread(await produceConsume(env.KAFKA_BROKERS)),
    })
  }
  return rows
}

async function timed(work: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const started = performance.now()
    await work()
    times.push(performance.now() - started)
  }
  return times
}

async function bareKoa(): Promise<number[]> {
  const app = new Koa()
  app.use((context) => {
    context.body = { hello: 'world' }
  })
  const server = app.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const dispatcher = new Agent({ connections: 1 })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  try {
    return await timed(async () => (await request(url, { dispatcher })).body.text())
  } finally {
    await dispatcher.close()
    server.close()
  }
}

async function redisGet(url: string): Promise<number[]> {
  const store = redisResultStore({ url, keyPrefix: 'bench:', commandTimeoutMs: 800 })
  try {
    await store.set('floor', 'x', 60)
    return await timed(() => store.get('floor'))
  } finally {
    await store.close()
  }
}

async function produceConsume(broker: string): Promise<number[]> {
  const topic = `bench-floor-${process.pid}`
  const log = kafkaEventLog({
    brokers: [broker],
    topicPrefix: '',
    ssl: false,
    sasl: null,
    partitions: 4,
    replication: 1,
  })
  try {
    await log.createTopics([{ topic, retentionMs: 3_600_000, maxRecordBytes: 1_000_000 }])
    let wake = (): void => undefined
    const received = () => wake()
    const subscription = await log.subscribe(topic, [topic], { assigned: () => undefined, received })
    const times = await timed(async () => {
      const arrived = new Promise<void>((resolve) => {
        wake = resolve
      })
      await log.append([{ topic, key: 'k', value: 'v', headers: {} }])
      await arrived
    })
    await subscription.close()
    return times
  } finally {
    await log.close()
  }
}
