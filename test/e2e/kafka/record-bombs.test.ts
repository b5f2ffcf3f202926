import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { runCommand } from '#infra/services/command.ts'
import { providePython } from '#infra/services/python.ts'
import { eventually } from '#test/contract/eventually.ts'
import {
  BATCH,
  binaryRequest,
  type ExternalRecord,
  outcomeRecord,
} from '#test/support/external/external-client.ts'
import { getPath } from '#test/support/service/api-client.ts'
import type { UsedService } from '#test/support/service/service-fixture.ts'
import { workerRealService } from '#test/support/service/worker-service.ts'
import { openOwnSite, type TargetSite } from '#test/support/sites/target-site.ts'
import { skipLoudly } from '#test/support/skips.ts'

/** Sends a record that decompresses to 40 MB, in a codec, to the first partition of a topic. */
const PRODUCER = `
import sys
from confluent_kafka import Producer
brokers, topic, codec = sys.argv[1:]
producer = Producer({"bootstrap.servers": brokers, "message.max.bytes": 200000000, "compression.type": codec})
producer.produce(topic, bytes(40000000), partition=0)
assert producer.flush(60) == 0
`

describe('decompression bombs of an external producer', function () {
  this.timeout(120_000)
  const open = workerRealService()
  let fixture: UsedService
  let site: TargetSite
  let python = ''
  before('start the service', async function () {
    const answer = await providePython()
    if (answer.kind === 'unavailable') skipLoudly(this, answer.reason)
    python = answer.program
    site = await openOwnSite()
    fixture = await open()
  })
  after(async () => {
    await fixture?.close()
    await site?.close()
  })

  for (const codec of ['gzip', 'zstd', 'lz4']) {
    it(`become dead letters, and block nothing: ${codec}`, async () => {
      const { KAFKA_BROKERS: brokers = '', KAFKA_TOPIC_PREFIX: prefix = '' } = fixture.env
      const id = randomUUID()
      const deadLetters = () => fixture.external.records.filter(({ topic }) => topic === 'dead-letter')
      const before = deadLetters().length
      await runCommand(python, ['-c', PRODUCER, brokers, prefix + BATCH, codec], {})
      const parameters = { url: site.url(`/after-${codec}`), fields: 'basic' }
      const request = binaryRequest(id, { operation: 'metadata', parameters })
      // In the partition of the bomb, behind it.
      await fixture.external.produce(BATCH, [{ ...request, partition: 0 }])
      expect((await outcomeRecord(fixture.external, id)).topic).to.equal('result.metadata')
      await eventually(() => deadLetters().length === before + 1)
      const { headers } = deadLetters().at(-1) as ExternalRecord
      expect(String(headers.pp_topic)).to.equal(BATCH)
      expect(String(headers.pp_reason)).to.match(/cannot be decoded: the decompressed size exceeds the limit/)
      const { status, json } = await getPath(fixture, '/readyz')
      expect([status, json?.status]).to.deep.equal([200, 'ready'])
    })
  }
})
