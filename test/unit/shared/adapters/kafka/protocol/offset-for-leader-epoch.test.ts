import { createRequire } from 'node:module'
import { expect } from 'chai'
import { fetchEpochEnds } from '#shared/adapters/kafka/protocol/offset-for-leader-epoch.ts'

interface Exchange {
  readonly request: { readonly apiVersion: number; encode(): Promise<{ readonly buffer: Buffer }> }
  readonly response: { decode(bytes: Buffer): Promise<unknown> }
}

const require = createRequire(import.meta.url)
const Encoder = require('kafkajs/src/protocol/encoder')

/** Kafka protocol, "OffsetForLeaderEpoch Response", version 3: one partition of topic `t`. */
function response(errorCode: number, end: number): Buffer {
  const partition = new Encoder().writeInt16(errorCode).writeInt32(1).writeInt32(2).writeInt64(end)
  const topic = new Encoder().writeString('t').writeArray([partition])
  return new Encoder().writeInt32(0).writeArray([topic]).buffer
}

describe('fetchEpochEnds', () => {
  let requests: string[]
  let refreshes: number
  beforeEach(() => {
    requests = []
    refreshes = 0
  })

  /** A cluster whose broker 7 leads every partition and sends these bytes. */
  function clusterWith(bytes: Buffer, maxVersion = 3, leaders: object = { 7: [1] }): object {
    const connectionPool = {
      async send({ request, response }: Exchange) {
        requests.push((await request.encode()).buffer.toString('hex'))
        return response.decode(bytes)
      },
    }
    return {
      findLeaderForPartitions: () => leaders,
      findBroker: async () => ({ versions: { 23: { maxVersion } }, connectionPool }),
      refreshMetadata: async () => void refreshes++,
    }
  }

  const query = [{ topic: 't', partition: 1, epoch: 2 }]

  it('asks the leader and returns the end of the epoch by partition', async () => {
    const ends = await fetchEpochEnds(clusterWith(response(0, 42)), query)
    expect([...ends]).to.deep.equal([['t/1', 42]])
    // Replica id -1; one topic `t` with one partition 1, current epoch -1, leader epoch 2.
    expect(requests).to.deep.equal(['ffffffff000000010001740000000100000001ffffffff00000002'])
  })

  it('leaves out a partition whose end the broker does not know', async () => {
    expect((await fetchEpochEnds(clusterWith(response(0, -1)), query)).size).to.equal(0)
  })

  it('sends nothing to a broker that does not support the version', async () => {
    expect((await fetchEpochEnds(clusterWith(response(0, 42), 2), query)).size).to.equal(0)
    expect(requests).to.deep.equal([])
  })

  it('rejects, and refreshes the metadata, if the broker is not the leader', async () => {
    const error = await fetchEpochEnds(clusterWith(response(6, -1)), query).catch(String)
    expect(error).to.contain('t/1: Kafka error 6')
    expect(refreshes).to.equal(1)
  })

  it('rejects, and refreshes the metadata, if no leader is known', async () => {
    const error = await fetchEpochEnds(clusterWith(response(0, 42), 3, {}), query).catch(String)
    expect(error).to.contain('t/1 has no leader')
    expect(refreshes).to.equal(1)
  })
})
