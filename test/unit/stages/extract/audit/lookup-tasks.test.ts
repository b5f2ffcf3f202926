import { setImmediate as turn } from 'node:timers/promises'
import { expect } from 'chai'
import { unavailable } from '#shared/errors.ts'
import { type ConcurrencyLimits, type LookupTask, runLookups } from '#stages/extract/audit/lookup-tasks.ts'
import { rejectionOf } from '#test/contract/eventually.ts'

const bounds = (own: Partial<ConcurrencyLimits> = {}): ConcurrencyLimits => ({
  maxConcurrent: 4,
  maxConcurrentPerHost: 2,
  deadline: performance.now() + 60_000,
  ...own,
})
const over = () => bounds({ deadline: performance.now() + 100 })

describe('runLookups', () => {
  let begun: string[]
  let atWork: string[]
  let most: { inAll: number; atOneHost: number }
  beforeEach(() => {
    begun = []
    atWork = []
    most = { inAll: 0, atOneHost: 0 }
  })

  /** A task for the host that its name begins with. */
  function task(name: string, work: () => Promise<unknown> = () => turn()): LookupTask {
    const host = name[0] ?? ''
    return {
      what: 'links',
      host,
      async run() {
        begun.push(name)
        atWork.push(host)
        const atOneHost = atWork.filter((one) => one === host).length
        most = { inAll: Math.max(most.inAll, atWork.length), atOneHost: Math.max(most.atOneHost, atOneHost) }
        await work()
        atWork.splice(atWork.indexOf(host), 1)
      },
    }
  }
  const named = (...names: string[]) => names.map((name) => task(name))

  it('runs tasks in order, within the limits in all and for one host', async () => {
    const names = ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'b3', 'c1', 'd1', 'd2']
    expect(await runLookups(named(...names), bounds())).to.deep.equal([])
    expect(begun).to.have.members(names)
    expect(begun.slice(0, 4)).to.deep.equal(['a1', 'a2', 'b1', 'b2'])
    expect(most).to.deep.equal({ inAll: 4, atOneHost: 2 })
  })

  it('does not wait for a slow host', async () => {
    const { promise: others, resolve: end } = Promise.withResolvers<void>()
    const slow = ['a1', 'a2'].map((name) => task(name, () => others))
    const last = task('b4', async () => end())
    await runLookups([...slow, ...named('a3', 'b1', 'b2', 'b3'), last], bounds())
    expect(begun.at(-1)).to.equal('a3')
  })

  it('starts no task when the time is short', async () => {
    const icons: LookupTask = { ...task('b1'), what: 'icons' }
    expect(await runLookups([...named('a1', 'a2'), icons], over())).to.deep.equal([
      { what: 'links', reason: 'time', count: 2 },
      { what: 'icons', reason: 'time', count: 1 },
    ])
    expect(begun).to.deep.equal([])
  })

  it('counts tasks that no fetch stage could run, and runs the others', async () => {
    const refused = ['a1', 'b1'].map((name) => task(name, () => Promise.reject(unavailable('look-ups'))))
    expect(await runLookups([...refused, ...named('c1')], bounds())).to.deep.equal([
      { what: 'links', reason: 'unavailable', count: 2 },
    ])
    expect(begun).to.include('c1')
  })

  it('rejects when a task fails for another reason', async () => {
    const broken = task('a1', () => Promise.reject(new Error('a mistake')))
    expect(await rejectionOf(runLookups([broken, ...named('b1')], bounds()))).to.have.property(
      'message',
      'a mistake',
    )
  })

  it('resolves without any task', async () => expect(await runLookups([], bounds())).to.deep.equal([]))
})
