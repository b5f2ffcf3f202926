import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect } from 'chai'
import type { Broker, PartitionOffset } from '#shared/adapters/kafka/connection/broker.ts'
import { makeJointFetches } from '#shared/adapters/kafka/fetch/joint-fetches.ts'
import type { FetchedPartition } from '#shared/adapters/kafka/protocol/fetch-request.ts'
import { eventually, rejectionOf } from '#test/contract/eventually.ts'

const KIB = 1024

const place = (partition: number, offset = 0): PartitionOffset => ({ topic: 't', partition, offset })

/** What a broker answers about a partition with five records. */
function answerAbout({ topic, partition, offset }: PartitionOffset): FetchedPartition {
  const record = { offset } as FetchedPartition['records'][number]
  return { topic, partition, error: null, lastStableOffset: 5, abortedTransactions: [], records: [record] }
}

/** A broker that answers as it is told, and the requests to it. */
function brokerWith(answer: (places: readonly PartitionOffset[]) => Promise<FetchedPartition[]>) {
  const requests: { readonly places: readonly PartitionOffset[]; readonly bytes: readonly number[] }[] = []
  const fetch: Broker['fetch'] = (places, { partitionBytes, bytes }) => {
    requests.push({ places, bytes: [partitionBytes, bytes] })
    return answer(places)
  }
  const partitions = () => requests.map(({ places }) => places.map(({ partition }) => partition))
  return { broker: { fetch } as Broker, requests, partitions }
}

const answering = () => brokerWith(async (places) => places.map(answerAbout).toReversed())

describe('makeJointFetches', () => {
  let fetchPage: ReturnType<typeof makeJointFetches>
  beforeEach(() => {
    fetchPage = makeJointFetches()
  })

  it('asks for the pages of one turn together, and gives each its own answer', async () => {
    const { broker, requests } = answering()
    const places = [place(0, 3), { ...place(0, 1), topic: 'u' }, place(7, 2)]
    const fetched = await Promise.all(places.map((one) => fetchPage(broker, one)))
    expect(fetched).to.deep.equal(places.map(answerAbout))
    expect(requests).to.deep.equal([{ places, bytes: [64 * KIB, 3 * 64 * KIB] }])
  })

  it('has at most 32 partitions in a request, and each once', async () => {
    const { broker, requests, partitions } = answering()
    const numbers = Array.from({ length: 40 }, (_, partition) => partition)
    const places = [place(0, 4), ...numbers.map((partition) => place(partition))]
    const fetched = await Promise.all(places.map((one) => fetchPage(broker, one)))
    expect(fetched).to.deep.equal(places.map(answerAbout))
    expect(partitions()).to.deep.equal([numbers.slice(0, 32), [0, ...numbers.slice(32)]])
    expect(requests[0]?.places[0]?.offset).to.equal(4)
  })

  it('gathers what is asked for while a request is under way, for each broker', async () => {
    const held = Promise.withResolvers<void>()
    const slow = brokerWith(async (places) => {
      await held.promise
      return places.map(answerAbout)
    })
    const other = answering()
    const first = fetchPage(slow.broker, place(0))
    await eventually(() => slow.requests.length === 1)
    const later = [fetchPage(slow.broker, place(1))]
    await nextTurn()
    later.push(fetchPage(slow.broker, place(2)))
    expect((await fetchPage(other.broker, place(3))).partition).to.equal(3)
    expect(slow.partitions()).to.deep.equal([[0]])
    held.resolve()
    await Promise.all([first, ...later])
    expect(slow.partitions()).to.deep.equal([[0], [1, 2]])
  })

  it('asks again for what the broker passed over for its size, first', async () => {
    // Kafka protocol, "Fetch Request": beyond the limit, only the first partition with records has some.
    const { broker, partitions } = brokerWith(async (places) =>
      places.map((one, at) => (at === 0 ? answerAbout(one) : { ...answerAbout(one), records: [] })),
    )
    const places = [place(0), place(1), place(2, 5), place(3)]
    const fetched = await Promise.all(places.map((one) => fetchPage(broker, one)))
    expect(fetched.map(({ records }) => records.length)).to.deep.equal([1, 1, 0, 1])
    expect(partitions()).to.deep.equal([[0, 1, 2, 3], [1, 3], [3]])
  })

  it('gives an error of a partition, or a missing answer, to its fetch only', async () => {
    const error = new Error('not the leader')
    const { broker, requests } = brokerWith(async (places) =>
      places
        .filter(({ partition }) => partition !== 2)
        .map((one) => (one.partition === 1 ? { ...answerAbout(one), error, records: [] } : answerAbout(one))),
    )
    const [good, failed, missing] = [0, 1, 2].map((partition) => fetchPage(broker, place(partition)))
    const refusal = missing && rejectionOf(missing)
    expect((await good)?.error).to.equal(null)
    expect((await failed)?.error).to.equal(error)
    expect(String(await refusal)).to.include('did not answer')
    expect(requests).to.have.length(1)
  })

  it('rejects with the error of the request, also what waits, and goes on', async () => {
    const held = Promise.withResolvers<FetchedPartition[]>()
    let isHeld = true
    const { broker, partitions } = brokerWith((places) =>
      isHeld ? held.promise : Promise.resolve(places.map(answerAbout)),
    )
    const first = rejectionOf(fetchPage(broker, place(0)))
    await eventually(() => partitions().length === 1)
    const second = rejectionOf(fetchPage(broker, place(1)))
    const lost = new Error('connection lost')
    held.reject(lost)
    expect(await Promise.all([first, second])).to.deep.equal([lost, lost])
    isHeld = false
    expect((await fetchPage(broker, place(2))).partition).to.equal(2)
    expect(partitions()).to.deep.equal([[0], [2]])
  })
})
