import { expect } from 'chai'
import { gathered } from '#shared/adapters/redis/gathered.ts'
import { driveClockInEachTest } from '#test/unit/driven-clock.ts'

describe('gathered', () => {
  const clock = driveClockInEachTest()
  const groups: (readonly string[])[] = []
  let fails: (call: string) => boolean
  const open = () =>
    gathered<string, string>({
      ...{ maxCalls: 3, maxBytes: 10, waitMs: 10 },
      bytesOf: (call) => call.length,
      async run(calls) {
        groups.push(calls)
        if (calls.some(fails)) throw new Error(`refused ${calls.join()}`)
        return calls.map((call) => call.toUpperCase())
      },
    })
  beforeEach(() => {
    groups.length = 0
    fails = () => false
  })

  it('runs calls of the same time together, and answers each', async () => {
    const call = open()
    const answers = [call('a'), call('b')]
    await clock.pass(9)
    expect(groups).to.deep.equal([])
    answers.push(call('c'), call('d'))
    expect(await clock.run(Promise.all(answers))).to.deep.equal(['A', 'B', 'C', 'D'])
    expect(groups).to.deep.equal([['a', 'b', 'c'], ['d']])
  })

  it('runs a group at once that has bytes enough', async () => {
    const call = open()
    expect(await Promise.all([call('a'), call('nine more!')])).to.deep.equal(['A', 'NINE MORE!'])
    expect(await clock.run(call('b'))).to.equal('B')
  })

  it('rejects the calls of a group that fails, and no others', async () => {
    const call = open()
    fails = (one) => one === 'b'
    const calls = ['a', 'b', 'c', 'd'].map((one) => call(one).catch((error: Error) => error.message))
    expect(await clock.run(Promise.all(calls))).to.deep.equal([
      ...['refused a,b,c', 'refused a,b,c', 'refused a,b,c', 'D'],
    ])
  })
})
