import { expect } from 'chai'
import { PartitionAppend } from '#shared/adapters/kafka/produce/partition-append.ts'
import { isUnavailable } from '#shared/errors.ts'
import { rejectionOf } from '#test/contract/eventually.ts'
import { driveClockInEachTest } from '#test/unit/driven-clock.ts'

describe('PartitionAppend', () => {
  const clock = driveClockInEachTest()
  const record = { topic: 't', key: null, value: 'v', headers: {} }
  const append = (count: number) => new PartitionAppend(Array(count).fill(record), false, 1000)

  it('resolves with the offsets of all records when the last ones are durable', async () => {
    const one = append(3)
    one.resolve(7, 2)
    expect(one.isOver).to.equal(false)
    one.resolve(20, 1)
    expect(await one.done).to.deep.equal([7, 8, 20])
    expect([one.isOver, clock.timers()]).to.deep.equal([true, 0])
  })

  it('rejects when it is refused, or its time is over while the process ran', async () => {
    const wrong = new Error('wrong')
    const [refused, late] = [append(1), append(1)]
    refused.reject(wrong)
    expect(await rejectionOf(refused.done)).to.equal(wrong)
    const failing = rejectionOf(late.done)
    await clock.suspend(8000)
    expect(late.isOver).to.equal(false)
    await clock.pass(1000)
    expect(isUnavailable(await failing)).to.equal(true)
  })
})
