import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { type Admin, Kafka, logLevel } from 'kafkajs'
import { freePorts } from '#infra/services/process.ts'
import { type ExternalClient, outcomesOf } from '#test/support/external/external-client.ts'
import { externalKafka } from '#test/support/external/external-kafka.ts'
import { reportFault } from '#test/support/faults/report-fault.ts'
import { metric } from '#test/support/service/api-client.ts'
import { batchClient } from '#test/support/service/batch-client.ts'
import {
  API_KEY,
  endAllServices,
  type ServiceProcess,
  startParts,
} from '#test/support/service/service-process.ts'
import { ownRedis, sharedKafka, sharedMinio } from '#test/support/service/services.ts'
import { openSite, type TargetSite } from '#test/support/sites/target-site.ts'

const LEASE_SECONDS = 10
const GRACE_MS = 60_000
const HOSTS = 20
const PAGES = 300
/** Minimum number of pages that are fetched and lost before the next stage reads them. */
const LOST = 10
const TOPIC = 'page.fetched.batch'

describe('leases of released pages, on Kafka and Redis', function () {
  this.timeout(150_000)
  const kafka = sharedKafka()
  const redis = ownRedis()
  const minio = sharedMinio()
  let site: TargetSite
  let front: ServiceProcess
  let extract: ServiceProcess
  let external: ExternalClient

  before(async () => {
    site = await openSite({ hosts: HOSTS })
    const [lookups] = await freePorts(1)
    const address = `127.0.0.1:${lookups}`
    const env = {
      ...{ ...kafka.env, ...redis.env, ...minio.env, LOOKUPS_LISTEN: address, LOOKUPS_ADDRESS: address },
      ...{ BATCH_LEASE_SECONDS: String(LEASE_SECONDS), BATCH_HOST_DELAY_MS: '300' },
    }
    const batches = await freePorts(1).then(([port]) => `127.0.0.1:${port}`)
    front = await startParts(['gateway', 'fetch', 'batch'], {
      env: { ...env, BATCHES_LISTEN: batches, BATCHES_ADDRESS: batches },
    })
    extract = await startParts(['extract'], { env })
    external = await externalKafka(env)
  })
  after(async () => {
    await external?.close()
    await endAllServices()
    await site?.close()
  })

  /** Runs work on the topic of that name with an administrator's connection. */
  async function onTopic<T>(topic: string, work: (admin: Admin, name: string) => Promise<T>): Promise<T> {
    const { KAFKA_BROKERS = '', KAFKA_TOPIC_PREFIX = '' } = kafka.env
    const client = new Kafka({ brokers: KAFKA_BROKERS.split(','), logLevel: logLevel.NOTHING })
    const admin = client.admin()
    await admin.connect()
    try {
      return await work(admin, KAFKA_TOPIC_PREFIX + topic)
    } finally {
      await admin.disconnect()
    }
  }

  const makeAnew = (topic: string) =>
    onTopic(topic, async (admin, name) => {
      const specs = { topics: [{ topic: name, numPartitions: 12 }], waitForLeaders: false }
      await admin.deleteTopics({ topics: [name] })
      // The broker may still be deleting the topic.
      while (!(await admin.createTopics(specs).catch(() => false))) await sleep(50)
    })

  /** Waits until the topic has so many records more. */
  const untilAppended = (topic: string, count: number) =>
    onTopic(topic, async (admin, name) => {
      const total = async () =>
        (await admin.fetchTopicOffsets(name)).reduce((sum, { high }) => sum + Number(high), 0)
      const before = await total()
      while ((await total()) < before + count) await sleep(20)
    })

  /** By the counter of the batch part. */
  const releasedAgain = () => metric(front.url, 'pageprobe_batch_released_again_total')

  it('end a batch whose pages were lost between two stages, when the topic is deleted and created again', async () => {
    const client = batchClient(front.url, API_KEY)
    const urls = Array.from({ length: PAGES }, (_, at) => site.url(`/page-${at}`, at % HOSTS))
    const { id } = await client.submit(urls)
    while ((await client.status(id)).counts.done < PAGES / 8) await sleep(20)
    extract.signal('SIGSTOP')
    await untilAppended(TOPIC, LOST)
    const began = performance.now()
    await makeAnew(TOPIC)
    extract.signal('SIGCONT')
    const ended = await client.untilEnded(id)
    const tookMs = performance.now() - began
    reportFault({
      fault: 'fetched pages lost with their topic, before the next stage',
      accepted: PAGES,
      lost: PAGES - ended.counts.done,
      repeated: [...outcomesOf(external.records).values()].filter(({ length }) => length > 1).length,
      recoveredMs: tookMs,
    })
    expect([ended.state, ended.counts.done]).to.deep.equal(['finished', PAGES])
    expect(tookMs).to.be.below(LEASE_SECONDS * 1000 + GRACE_MS)
    expect(await releasedAgain()).to.be.at.least(1)
    const lines: string[] = []
    for await (const line of client.results(id)) lines.push(line.url)
    expect(lines.toSorted()).to.deep.equal(urls.toSorted())
    for (const [, outcomes] of outcomesOf(external.records)) expect(outcomes).to.have.length(1)
  })
})
