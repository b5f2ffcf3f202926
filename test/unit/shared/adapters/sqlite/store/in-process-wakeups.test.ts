import { expect } from 'chai'
import { inProcessWakeups } from '#shared/adapters/sqlite/store/in-process-wakeups.ts'

const turn = () => new Promise(setImmediate)

describe('inProcessWakeups', () => {
  const owner = {}
  let heard: string[]
  beforeEach(() => {
    heard = []
  })
  const hear = (name: string) => (message: string) => void heard.push(`${name}: ${message}`)

  it('reach every instance of the owner, on the channel alone, in a later turn', async () => {
    const [one, two] = [inProcessWakeups(owner), inProcessWakeups(owner)]
    const stop = await Promise.all([
      one.listen('c', hear('one'), () => {}),
      two.listen('c', hear('two'), () => {}),
      two.listen('d', hear('other'), () => {}),
      inProcessWakeups({}).listen('c', hear('stranger'), () => {}),
    ])
    await one.wake('c', 'm')
    expect(heard).to.deep.equal([])
    await turn()
    expect(heard).to.deep.equal(['one: m', 'two: m'])
    for (const end of stop) await end()
  })

  it('do not reach a listener that stopped before the message is delivered', async () => {
    const wakeups = inProcessWakeups(owner)
    const stop = await wakeups.listen('c', hear('one'), () => {})
    await wakeups.wake('c', 'm')
    await stop()
    await turn()
    expect(heard).to.deep.equal([])
  })

  it('reach the same function once for each time that it listens', async () => {
    const wakeups = inProcessWakeups(owner)
    const same = hear('one')
    const [stop, stopToo] = [
      await wakeups.listen('c', same, () => {}),
      await wakeups.listen('c', same, () => {}),
    ]
    await wakeups.wake('c', 'm')
    await turn()
    expect(heard).to.have.length(2)
    await stop()
    await stop()
    await wakeups.wake('c', 'n')
    await turn()
    expect(heard).to.deep.equal(['one: m', 'one: m', 'one: n'])
    await stopToo()
  })
})
