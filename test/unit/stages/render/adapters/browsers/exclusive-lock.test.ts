import { setImmediate as turn } from 'node:timers/promises'
import { expect } from 'chai'
import type { Lane } from '#shared/messages/topics.ts'
import {
  ExclusiveLock,
  type LockMode,
  type LockOptions,
} from '#stages/render/adapters/browsers/exclusive-lock.ts'
import { type DrivenClock, driveClock } from '#test/unit/driven-clock.ts'

const interactive = (signal = new AbortController().signal): LockOptions => ({ signal, lane: 'interactive' })

/** Work that goes on until it is told to end. */
function rig() {
  const lock = new ExclusiveLock()
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const start = (kind: LockMode, name: string, options: Partial<LockOptions> = {}) =>
    lock.acquire(
      kind,
      () => {
        begun.push(name)
        return new Promise<void>((resolve) => ends.set(name, resolve))
      },
      { ...interactive(), ...options },
    )
  const end = async (...names: string[]) => {
    for (const name of names) ends.get(name)?.()
    await turn()
  }
  return { turns: lock, begun, start, end }
}

describe('exclusive lock', () => {
  let clock: DrivenClock
  beforeEach(() => {
    clock = driveClock()
  })
  afterEach(() => clock.stop())

  it('let all that may be together begin at once', () => {
    const { begun, start } = rig()
    void start('shared', 'a')
    void start('shared', 'b')
    expect(begun).to.deep.equal(['a', 'b'])
  })

  it('let one alone begin when the others are done, and hold back new ones until it is done', async () => {
    const { begun, start, end } = rig()
    void start('shared', 'a')
    void start('shared', 'b')
    void start('exclusive', 'M')
    void start('shared', 'c')
    expect(begun).to.deep.equal(['a', 'b'])
    await end('a')
    expect(begun).to.deep.equal(['a', 'b'])
    await end('b')
    expect(begun).to.deep.equal(['a', 'b', 'M'])
    void start('shared', 'd')
    await end('M')
    expect(begun).to.deep.equal(['a', 'b', 'M', 'c', 'd'])
  })

  it('give those that are together as much time as one alone held them back', async () => {
    const { begun, start, end } = rig()
    void start('shared', 'a')
    void start('exclusive', 'M1')
    await clock.pass(500)
    await end('a')
    await clock.pass(2500)
    void start('exclusive', 'M2')
    void start('shared', 'b')
    await end('M1')
    // 500 ms in which nothing began, and 2500 ms alone.
    await clock.pass(2990)
    void start('shared', 'c')
    await clock.pass(20)
    void start('shared', 'd')
    expect(begun).to.deep.equal(['a', 'M1', 'b', 'c'])
    await end('b', 'c')
    expect(begun).to.deep.equal(['a', 'M1', 'b', 'c', 'M2'])
    await end('M2')
    expect(begun).to.deep.equal(['a', 'M1', 'b', 'c', 'M2', 'd'])
  })

  it('do not keep time for those that are together while none of them is there', async () => {
    const { begun, start, end } = rig()
    void start('exclusive', 'M1')
    await clock.pass(3000)
    void start('shared', 'a')
    void start('exclusive', 'M2')
    await end('M1')
    await end('a')
    expect(begun).to.deep.equal(['M1', 'a'])
    await clock.pass(300)
    expect(begun).to.deep.equal(['M1', 'a', 'M2'])
  })

  it('take the next one for another of those that are together, though there is a pause between them', async () => {
    const { begun, start, end } = rig()
    void start('exclusive', 'M1')
    await clock.pass(3000)
    void start('shared', 'a')
    void start('exclusive', 'M2')
    await end('M1')
    for (const [name, next] of ['ab', 'bc', 'cd']) {
      await clock.pass(400)
      await end(name ?? '')
      await clock.pass(100)
      void start('shared', next ?? '')
    }
    expect(begun).to.deep.equal(['M1', 'a', 'b', 'c', 'd'])
  })

  it('let those that want to be alone follow each other when nobody else waits', async () => {
    const { begun, start, end } = rig()
    void start('exclusive', 'M1')
    void start('exclusive', 'M2')
    expect(begun).to.deep.equal(['M1'])
    await clock.pass(3000)
    await end('M1')
    expect(begun).to.deep.equal(['M1', 'M2'])
  })

  it('are not waited for again by one that goes on, and its whole time counts', async () => {
    const { begun, start, end } = rig()
    void start('exclusive', 'M1')
    await clock.pass(3000)
    void start('shared', 'a')
    await end('M1')
    void start('exclusive', 'M1 again', { continuesPrevious: true })
    void start('exclusive', 'M2')
    await end('a')
    expect(begun).to.deep.equal(['M1', 'a', 'M1 again'])
    void start('shared', 'b')
    await clock.pass(2000)
    await end('M1 again')
    await clock.pass(4990)
    expect(begun).to.deep.equal(['M1', 'a', 'M1 again', 'b'])
    await clock.pass(20)
    await end('b')
    expect(begun.at(-1)).to.equal('M2')
  })

  it('are had by callers before batch work, which is left those that wait after each of theirs', async () => {
    const { begun, start, end } = rig()
    const batch = { lane: 'batch' as Lane }
    void start('shared', 'x', batch)
    void start('exclusive', 'batch M', batch)
    void start('exclusive', 'M1')
    void start('exclusive', 'M2')
    void start('shared', 'y', batch)
    await end('x')
    await clock.pass(3000)
    await end('M1')
    await end('y')
    expect(begun).to.deep.equal(['x', 'M1', 'y', 'M2'])
  })

  it('share the time when there is always more of both', async () => {
    const lock = new ExclusiveLock()
    const until = clock.now() + 60_000
    const times = { shared: [] as number[], exclusive: [] as number[] }
    const work = (ms: number) => () => new Promise<void>((resolve) => setTimeout(resolve, ms))
    const keep = async (kind: LockMode, ms: number) => {
      for (let began = clock.now(); began < until; began = clock.now()) {
        await lock.acquire(kind, work(ms), interactive())
        if (clock.now() <= until) times[kind].push(clock.now() - began)
      }
    }
    const all = [keep('shared', 400), keep('shared', 400), keep('exclusive', 2800)]
    while (clock.now() < until + 10_000) await clock.pass(10)
    await Promise.all(all)
    // It holds captures back for 2.8 to 3.2 s, and then leaves them as long: the first, and the rest of 60 s by 5.6 to 6.4 s.
    expect(times.exclusive.length).to.be.within(9, 11)
    // Half of the time for two at a time, each 0.4 s.
    expect(times.shared.length).to.be.within(140, 165)
    expect(Math.max(...times.exclusive)).to.be.at.most(2 * (2800 + 400))
    expect(Math.max(...times.shared)).to.be.at.most(2800 + 2 * 400)
  })

  it('pass on when work fails, and who asked hears of it', async () => {
    const { turns: lock, begun, start } = rig()
    const failing = lock.acquire('exclusive', () => Promise.reject(new Error('broken')), interactive())
    void start('shared', 'a')
    expect(await failing.catch((error: Error) => error.message)).to.equal('broken')
    await turn()
    expect(begun).to.deep.equal(['a'])
  })

  it('are not held up by one that gave up waiting', async () => {
    const { begun, start, end } = rig()
    const caller = new AbortController()
    void start('shared', 'a')
    const given = start('exclusive', 'M', { signal: caller.signal })
    void start('shared', 'b')
    caller.abort()
    await given
    expect(begun).to.deep.equal(['a', 'b'])
    await end('a', 'b')
    expect(begun).to.deep.equal(['a', 'b'])
  })

  it('are not given to one that gave up before', async () => {
    const { begun, start } = rig()
    await start('exclusive', 'M', { signal: AbortSignal.abort() })
    await start('shared', 'a', { signal: AbortSignal.abort() })
    expect(begun).to.deep.equal([])
  })
})
