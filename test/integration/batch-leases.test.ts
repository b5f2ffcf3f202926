import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { Kafka, logLevel } from 'kafkajs'
import { batchClient } from '#test/tools/batch-client.ts'
import { endingsOf, type OutsideClient } from '#test/tools/outside-client.ts'
import { outsideKafka } from '#test/tools/outside-kafka.ts'
import { API_KEY, endAllServices, type ServiceProcess, startParts } from '#test/tools/service-process.ts'
import { ownRedis, sharedKafka } from '#test/tools/services.ts'
import { openSite, type TargetSite } from '#test/tools/target-site.ts'

const LEASE_SECONDS = 10
const GRACE_MS = 60_000
const HOSTS = 20
const PAGES = 400
const TOPIC = 'page.fetched.batch'

describe('leases of released pages, on Kafka and Redis', function () {
  this.timeout(150_000)
  const kafka = sharedKafka()
  const redis = ownRedis()
  let site: TargetSite
  let service: ServiceProcess
  let outside: OutsideClient

  before(async () => {
    site = await openSite({ hosts: HOSTS })
    const settings = { BATCH_LEASE_SECONDS: String(LEASE_SECONDS), BATCH_HOST_DELAY_MS: '300' }
    const env = { ...kafka.env, ...redis.env, ...settings }
    service = await startParts([], { env })
    outside = await outsideKafka(env)
  })
  after(async () => {
    await outside?.close()
    await endAllServices()
    await site?.close()
  })

  async function makeAnew(topic: string): Promise<void> {
    const { KAFKA_BROKERS = '', KAFKA_TOPIC_PREFIX = '' } = kafka.env
    const client = new Kafka({ brokers: KAFKA_BROKERS.split(','), logLevel: logLevel.NOTHING })
    const admin = client.admin()
    const name = KAFKA_TOPIC_PREFIX + topic
    const specs = { topics: [{ topic: name, numPartitions: 12 }], waitForLeaders: false }
    await admin.connect()
    try {
      await admin.deleteTopics({ topics: [name] })
      // The broker may still be busy with removing it.
      while (!(await admin.createTopics(specs).catch(() => false))) await sleep(50)
    } finally {
      await admin.disconnect()
    }
  }

  it('end a batch whose pages were lost between two stages: the topic is deleted and made anew in the middle', async () => {
    const client = batchClient(service.url, API_KEY)
    const urls = Array.from({ length: PAGES }, (_, at) => site.url(`/page-${at}`, at % HOSTS))
    const { id } = await client.submit(urls)
    while ((await client.status(id)).counts.done < PAGES / 8) await sleep(20)
    await makeAnew(TOPIC)
    const began = performance.now()
    const ended = await client.untilEnded(id)
    const tookMs = performance.now() - began
    console.log(`        the batch ended ${Math.round(tookMs)} ms after the topic was made anew`)
    expect([ended.state, ended.counts.done]).to.deep.equal(['finished', PAGES])
    expect(tookMs).to.be.below(LEASE_SECONDS * 1000 + GRACE_MS)
    const lines: string[] = []
    for await (const line of client.results(id)) lines.push(line.url)
    expect(lines.toSorted()).to.deep.equal(urls.toSorted())
    for (const [, endings] of endingsOf(outside.records)) expect(endings).to.have.length(1)
  })
})
