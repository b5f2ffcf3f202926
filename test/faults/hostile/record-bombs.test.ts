// own service: its health is measured
import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { runCommand } from '#infra/services/command.ts'
import { providePython } from '#infra/services/python.ts'
import { BATCH, binaryRequest, outcomeRecord } from '#test/support/external/external-client.ts'
import { healthDuring } from '#test/support/service/health-during.ts'
import { openRealService, type ServiceFixture } from '#test/support/service/service-fixture.ts'
import { ownRedis, sharedKafka, sharedMinio, sharedPostgres } from '#test/support/service/services.ts'
import { openSite, type TargetSite } from '#test/support/sites/target-site.ts'
import { skipLoudly } from '#test/support/skips.ts'

/** The service answers within half a second; the rest is for a busy machine. */
const HEALTHY_MS = 500 + 1500

/** Sends a record that decompresses to 40 MB, in a codec, to the first partition of a topic. */
const PRODUCER = `
import sys
from confluent_kafka import Producer
brokers, topic, codec = sys.argv[1:]
producer = Producer({"bootstrap.servers": brokers, "message.max.bytes": 200000000, "compression.type": codec})
producer.produce(topic, bytes(40000000), partition=0)
assert producer.flush(60) == 0
`

describe('decompression bombs of an external producer, against the clock', function () {
  this.timeout(120_000)
  const kafka = sharedKafka()
  const redis = ownRedis()
  const minio = sharedMinio()
  const postgres = sharedPostgres()
  let fixture: ServiceFixture
  let site: TargetSite
  let python = ''
  before('start the service', async function () {
    const answer = await providePython()
    if (answer.kind === 'unavailable') skipLoudly(this, answer.reason)
    python = answer.program
    site = await openSite({})
    fixture = await openRealService({ ...kafka.env, ...redis.env, ...minio.env, ...postgres.env })
  })
  after(async () => {
    await fixture?.close()
    await site?.close()
  })

  for (const codec of ['gzip', 'zstd', 'lz4']) {
    it(`the service goes on to answer: ${codec}`, async () => {
      const { KAFKA_BROKERS: brokers = '', KAFKA_TOPIC_PREFIX: prefix = '' } = kafka.env
      const id = randomUUID()
      const work = async () => {
        await runCommand(python, ['-c', PRODUCER, brokers, prefix + BATCH, codec], {})
        const parameters = { url: site.url(`/after-${codec}`), fields: 'basic' }
        await fixture.external.produce(BATCH, [binaryRequest(id, { operation: 'metadata', parameters })])
        expect((await outcomeRecord(fixture.external, id)).topic).to.equal('result.metadata')
      }
      expect(await healthDuring(fixture.service.url, work())).to.be.below(HEALTHY_MS)
    })
  }
})
