import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { type Admin, Kafka, logLevel } from 'kafkajs'
import { freePorts } from '#infra/services/process.ts'
import { type BatchParts, openBatchParts } from '#test/support/faults/batch-parts.ts'
import { expectWholeResults, untilDone } from '#test/support/faults/batch-progress.ts'
import { reportFault } from '#test/support/faults/report-fault.ts'
import { withConstants } from '#test/support/service/constants/with-constants.ts'
import { endAllServices, type ServiceProcess, startParts } from '#test/support/service/service-process.ts'
import { ownPostgres, ownRedis, sharedKafka, sharedMinio } from '#test/support/service/services.ts'
import { openSite, type TargetSite } from '#test/support/sites/target-site.ts'

const LEASE_MS = 10_000
const GRACE_MS = 60_000
const HOSTS = 20
const PAGES = 300
/** Minimum number of records that are in the topic and not read. */
const LOST = 10
const PARTITIONS = 12

type Reader = 'fetch' | 'extract' | 'batch'

/** Topics that a batch goes through, each with who reads it. */
const topics: readonly (readonly [topic: string, reader: Reader])[] = [
  ['inspection.requested.batch', 'fetch'],
  ['page.fetched.batch', 'extract'],
  ['result.metadata', 'batch'],
]

describe('topics that are made anew under a batch, on Kafka, Redis, MinIO and PostgreSQL', function () {
  this.timeout(300_000)
  const kafka = sharedKafka()
  const services = [kafka, ownRedis(), sharedMinio(), ownPostgres()]
  let site: TargetSite
  let service: BatchParts
  const stages = new Map<Reader, ServiceProcess>()

  before(async () => {
    site = await openSite({ hosts: HOSTS })
    const env = Object.assign({ BATCH_HOST_DELAY_MS: '300' }, ...services.map((one) => one.env))
    const command = withConstants({ 'stages/batch/frontier/frontier-settings.ts': { LEASE_MS } })
    service = await openBatchParts({ env, count: 3, command })
    const [port = 0] = await freePorts(1)
    const address = `127.0.0.1:${port}`
    const withLookups = { ...env, LOOKUPS_LISTEN: address, LOOKUPS_ADDRESS: address }
    for (const stage of ['fetch', 'extract'] as const)
      stages.set(stage, await startParts([stage], { env: withLookups }))
  })
  after(async () => {
    await service?.close()
    await endAllServices()
    await site?.close()
  })

  function signal(reader: Reader, name: NodeJS.Signals): void {
    if (reader === 'batch') for (const part of service.parts) part.signal(name)
    else stages.get(reader)?.signal(name)
  }

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
      const specs = { topics: [{ topic: name, numPartitions: PARTITIONS }], waitForLeaders: false }
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

  for (const [topic, reader] of topics) {
    it(`the records that are lost with ${topic} are given again after their lease, and the batch ends`, async () => {
      const urls = Array.from({ length: PAGES }, (_, at) => site.url(`/${reader}-${at}`, at % HOSTS))
      const { id } = await service.batches.submit(urls)
      await untilDone(service.batches, id, PAGES / 8)
      signal(reader, 'SIGSTOP')
      await untilAppended(topic, LOST)
      const began = performance.now()
      await makeAnew(topic)
      signal(reader, 'SIGCONT')
      const { state, counts } = await service.batches.untilEnded(id)
      const recoveredMs = performance.now() - began
      const hits = urls.reduce((sum, url) => sum + site.hits(new URL(url).pathname), 0)
      reportFault({
        fault: `the topic ${topic} made anew under a batch`,
        accepted: PAGES,
        lost: PAGES - counts.done,
        repeated: hits - PAGES,
        recoveredMs,
      })
      expect({ state, ...counts }).to.include({ state: 'finished', done: PAGES, failed: 0 })
      expect(recoveredMs).to.be.below(LEASE_MS + GRACE_MS)
      await expectWholeResults(service.batches, id, urls)
    })
  }
})
