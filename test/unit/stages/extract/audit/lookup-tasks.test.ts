import { setTimeout as sleep } from 'node:timers/promises'
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

describe('errands', () => {
  let begun: string[]
  let atWork: string[]
  let most: { inAll: number; atOneHost: number }
  beforeEach(() => {
    begun = []
    atWork = []
    most = { inAll: 0, atOneHost: 0 }
  })

  /** An errand to the host that its name begins with. */
  function task(name: string, work: () => Promise<unknown> = () => sleep(2)): LookupTask {
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

  it('are run in their order, few at a time and fewer to one host', async () => {
    const names = ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'b3', 'c1', 'd1', 'd2']
    expect(await runLookups(named(...names), bounds())).to.deep.equal([])
    expect(begun).to.have.members(names)
    expect(begun.slice(0, 4)).to.deep.equal(['a1', 'a2', 'b1', 'b2'])
    expect(most).to.deep.equal({ inAll: 4, atOneHost: 2 })
  })

  it('do not wait for a host that is slow', async () => {
    const slow = ['a1', 'a2'].map((name) => task(name, () => sleep(50)))
    await runLookups([...slow, ...named('a3', 'b1', 'b2', 'b3', 'b4')], bounds())
    expect(begun.at(-1)).to.equal('a3')
  })

  it('are not begun when the time is short', async () => {
    const icons: LookupTask = { ...task('b1'), what: 'icons' }
    expect(await runLookups([...named('a1', 'a2'), icons], over())).to.deep.equal([
      { what: 'links', reason: 'time', count: 2 },
      { what: 'icons', reason: 'time', count: 1 },
    ])
    expect(begun).to.deep.equal([])
  })

  it('that nobody could run are told, and the others run', async () => {
    const refused = ['a1', 'b1'].map((name) => task(name, () => Promise.reject(unavailable('look-ups'))))
    expect(await runLookups([...refused, ...named('c1')], bounds())).to.deep.equal([
      { what: 'links', reason: 'unavailable', count: 2 },
    ])
    expect(begun).to.include('c1')
  })

  it('that fail otherwise fail all', async () => {
    const broken = task('a1', () => Promise.reject(new Error('a mistake')))
    expect(await rejectionOf(runLookups([broken, ...named('b1')], bounds()))).to.have.property(
      'message',
      'a mistake',
    )
  })

  it('may be none', async () => expect(await runLookups([], bounds())).to.deep.equal([]))
})
