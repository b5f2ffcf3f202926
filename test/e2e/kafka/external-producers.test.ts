import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { runCommand } from '#infra/services/command.ts'
import { providePython } from '#infra/services/python.ts'
import { eventually } from '#test/contract/eventually.ts'
import {
  BATCH,
  binaryRequest,
  outcomeRecord,
  outcomesOf,
  tally,
} from '#test/support/external/external-client.ts'
import type { UsedService } from '#test/support/service/service-fixture.ts'
import { workerRealService } from '#test/support/service/worker-service.ts'
import { openOwnSite, type TargetSite } from '#test/support/sites/target-site.ts'
import { skipLoudly } from '#test/support/skips.ts'

const CODECS = ['none', 'gzip', 'snappy', 'lz4', 'zstd']
const PER_PRODUCER = 20

/**
 * An external producer with librdkafka, in Python: requests in each codec, then in a transaction of each codec that
 * is committed, and in one that is aborted. The id of a request contains the producer and a number.
 */
const PRODUCER = `
import json, sys
from confluent_kafka import Producer
brokers, topic, base, run, count, *codecs = sys.argv[1:]
def send(producer, name):
    for at in range(int(count)):
        id = f"{run}-{name}-{at}"
        value = {"operation": "metadata", "parameters": {"url": f"{base}/{id}", "fields": "basic"}}
        headers = {"ce_specversion": "1.0", "ce_id": id, "ce_source": "/feeder",
                   "ce_type": "inspection.requested.v1", "content-type": "application/json"}
        producer.produce(topic, json.dumps(value), headers=headers)
    assert producer.flush(60) == 0
for codec in codecs:
    settings = {"bootstrap.servers": brokers, "compression.type": codec, "linger.ms": 50}
    send(Producer(settings), codec)
    for ends in ["commit_transaction", "abort_transaction"]:
        producer = Producer({**settings, "transactional.id": f"{run}-{codec}-{ends}"})
        producer.init_transactions()
        producer.begin_transaction()
        send(producer, f"{codec}-{ends}")
        getattr(producer, ends)()
`

describe('external producers in Python', function () {
  this.timeout(180_000)
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

  it('get one outcome for each request, in every codec and in transactions, and none for an aborted one', async () => {
    const { KAFKA_BROKERS: brokers = '', KAFKA_TOPIC_PREFIX: prefix = '' } = fixture.env
    const run = randomUUID()
    const args = [brokers, prefix + BATCH, site.url(''), run, String(PER_PRODUCER), ...CODECS]
    await runCommand(python, ['-c', PRODUCER, ...args])
    const named = (producer: string) =>
      Array.from({ length: PER_PRODUCER }, (_, at) => `${run}-${producer}-${at}`)
    const ids = CODECS.flatMap((codec) => [...named(codec), ...named(`${codec}-commit_transaction`)])
    const aborted = CODECS.flatMap((codec) => named(`${codec}-abort_transaction`))
    const outcomes = () => outcomesOf(fixture.external.records)
    await eventually(() => ids.every((id) => outcomes().has(id)))
    // So that further outcomes would have been published before.
    const last = `${run}-last`
    const parameters = { url: site.url(`/${last}`), fields: 'basic' }
    await fixture.external.produce(BATCH, [binaryRequest(last, { operation: 'metadata', parameters })])
    await outcomeRecord(fixture.external, last)
    expect(tally(ids, fixture.external.records)).to.deep.equal({ once: ids.length, lost: [], several: [] })
    expect(new Set(ids.map((id) => outcomes().get(id)?.[0]?.topic))).to.deep.equal(
      new Set(['result.metadata']),
    )
    expect(aborted.filter((id) => outcomes().has(id) || site.hits(`/${id}`) > 0)).to.deep.equal([])
  })
})
