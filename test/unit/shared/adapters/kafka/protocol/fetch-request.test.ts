import { expect } from 'chai'
import { fetchRequest } from '#shared/adapters/kafka/protocol/fetch-request.ts'
import { rejectionOf } from '#test/contract/eventually.ts'

describe('fetchRequest', () => {
  const definition = fetchRequest({ maxBatchBytes: 1000, maxBatchRecords: 10 })
  const partitions = [{ partition: 2, fetchOffset: '7', maxBytes: 50 }]
  const options = { topics: [{ topic: 't', partitions }], maxWaitTime: 500, minBytes: 1, maxBytes: 100 }
  const { request, response } = definition.protocol({ version: 11 })(options)
  /** Kafka protocol, "Fetch Response", version 11. */
  const decode = (...bytes: string[]) =>
    response.decode(Buffer.from(bytes.join('').replaceAll(' ', ''), 'hex'))

  it('is encoded in version 11, for committed records', async () => {
    expect([request.apiKey, request.apiVersion]).to.deep.equal([1, 11])
    // Wait, least and most bytes, isolation level 1, no session.
    expect((await request.encode()).buffer.toString('hex')).to.contain(
      '000001f4' + '00000001' + '00000064' + '01' + '00000000' + 'ffffffff',
    )
  })

  it('returns the bounds of each partition, its aborted transactions, and its error', async () => {
    const fetched = await decode(
      '00000000 0000 00000000', // throttle time, no error, no session
      '00000001 0001 74 00000002', // topic `t` with two partitions
      '00000002 0000 0000000000000009 0000000000000008 0000000000000001', // partition 2: end, stable end, start
      '00000001 0000000000000005 0000000000000003 ffffffff 00000000', // one aborted transaction, no records
      '00000003 0001 ffffffffffffffff ffffffffffffffff ffffffffffffffff', // partition 3: out of range
      '00000000 ffffffff ffffffff',
    )
    expect(fetched).to.have.length(2)
    const [found, gone] = fetched as [object, { error: Error }]
    expect(found).to.deep.equal({
      topic: 't',
      partition: 2,
      error: null,
      lastStableOffset: 8,
      abortedTransactions: [{ producerId: 5, firstOffset: 3 }],
      records: [],
    })
    expect(gone).to.include({ partition: 3 })
    expect(gone.error).to.have.property('type', 'OFFSET_OUT_OF_RANGE')
  })

  it('rejects if the broker refuses the whole request', async () => {
    const error = await rejectionOf(decode('00000000 0047 00000000 00000000'))
    expect(error).to.have.property('type', 'INVALID_FETCH_SESSION_EPOCH')
  })
})
