import { setImmediate as turn } from 'node:timers/promises'
import { expect } from 'chai'
import { makePartitionAppender } from '#shared/adapters/kafka/produce/partition-appender.ts'
import type { PartitionedRecord } from '#shared/adapters/kafka/protocol/produce-request.ts'
import { isUnavailable } from '#shared/errors.ts'

const elsewhere = new Error('another broker leads the partition')

/** A broker that accepts or rejects the requests in order, when the test says so. */
function fakeBroker() {
  const taken: string[] = []
  const waiting: ((refusal?: Error) => void)[] = []
  return {
    taken,
    waiting,
    async append(records: readonly PartitionedRecord[]) {
      const refusal = await new Promise<Error | undefined>((resolve) => waiting.push(resolve))
      if (refusal) throw refusal
      const first = taken.length
      taken.push(...records.map(({ value }) => String(value)))
      return records.map((_, index) => first + index)
    },
  }
}

describe('makePartitionAppender', () => {
  function open() {
    let leader = fakeBroker()
    const learning = Promise.withResolvers<void>()
    const lane = makePartitionAppender({
      append: (records) => leader.append(records),
      isLeaderError: (error) => error === elsewhere,
      refreshLeader: () => learning.promise,
    })
    const enter = (value: string, inMs = 60_000) => {
      const { promise, resolve, reject } = Promise.withResolvers<readonly number[]>()
      const records = [{ topic: 't', partition: 0, key: null, value, headers: {} }]
      lane({ records, deadline: performance.now() + inMs, resolve, reject })
      return promise
    }
    return {
      enter,
      leader: () => leader,
      /** From the next `refreshLeader` on. */
      elect(next: ReturnType<typeof fakeBroker>) {
        leader = next
        learning.resolve()
      },
    }
  }

  async function answerAll(broker: ReturnType<typeof fakeBroker>, refusal?: Error): Promise<void> {
    for (const answer of broker.waiting.splice(0)) {
      answer(refusal)
      await turn()
    }
  }

  it('rejects an append at its deadline, also while no broker tells who leads', async () => {
    const { enter, leader } = open()
    const first = enter('refused', 1)
    await answerAll(leader(), elsewhere)
    const second = enter('held', 1)
    for (const append of [first, second]) {
      expect(isUnavailable(await append.catch((error: unknown) => error))).to.equal(true)
    }
    expect(leader().taken).to.deep.equal([])
  })

  it('sends each append at once, without waiting for earlier ones', async () => {
    const { enter, leader } = open()
    const appends = [enter('a'), enter('b')]
    expect(leader().waiting).to.have.length(2)
    await answerAll(leader())
    expect(await Promise.all(appends)).to.deep.equal([[0], [1]])
    expect(leader().taken).to.deep.equal(['a', 'b'])
  })

  it('sends rejected appends, and later ones, to the new leader in order', async () => {
    const { enter, leader, elect } = open()
    const old = leader()
    const appends = [enter('a'), enter('b')]
    old.waiting.shift()?.(elsewhere)
    await turn()
    appends.push(enter('c'))
    expect(old.waiting, 'c is held while b is under way').to.have.length(1)
    await answerAll(old, elsewhere)
    const next = fakeBroker()
    elect(next)
    await turn()
    await answerAll(next)
    expect(await Promise.all(appends), 'offsets of the new leader').to.deep.equal([[0], [1], [2]])
    expect([old.taken, next.taken]).to.deep.equal([[], ['a', 'b', 'c']])
  })

  it('does not repeat appends that the former leader accepted, or that failed for other reasons', async () => {
    const { enter, leader, elect } = open()
    const old = leader()
    const broken = new Error('broken')
    const [refused, failed, taken] = [enter('refused'), enter('failed'), enter('taken')]
    failed.catch(() => undefined)
    for (const answer of [elsewhere, broken, undefined]) old.waiting.shift()?.(answer)
    const next = fakeBroker()
    elect(next)
    await turn()
    await answerAll(next)
    await Promise.all([refused, taken])
    expect(await failed.catch((error) => error)).to.equal(broken)
    expect([old.taken, next.taken]).to.deep.equal([['taken'], ['refused']])
  })

  it('rejects an append that no leader accepted in time with SERVICE_UNAVAILABLE', async () => {
    const { enter, leader, elect } = open()
    const append = enter('late', 0)
    expect(isUnavailable(await append.catch((error) => error))).to.equal(true)
    expect(leader().waiting).to.deep.equal([])
    elect(leader())
  })
})
