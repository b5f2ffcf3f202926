import { mock } from 'node:test'
import { expect } from 'chai'
import { CallQueue } from '#shared/async/threads/call-queue.ts'

const call = (tenant: string | null, name: string) => ({ tenant, name })

describe('CallQueue', () => {
  const start = (threads = 3) =>
    new CallQueue<ReturnType<typeof call>>({ threads, timeoutMs: 60_000 }, () => undefined)
  const startAll = (queue: ReturnType<typeof start>) => {
    const names: string[] = []
    for (let next = queue.start(); next !== null; next = queue.start()) names.push(next.name)
    return names
  }

  it('starts calls by tenant, round robin, the urgent ones first', () => {
    const queue = start(10)
    for (const name of ['a1', 'a2']) queue.add(call('a', name), false)
    for (const name of ['b1', 'b2']) queue.add(call('b', name), false)
    queue.add(call('c', 'urgent'), true)
    expect(startAll(queue)).to.deep.equal(['urgent', 'a1', 'b1', 'a2', 'b2'])
    expect(queue.hasAny).to.equal(false)
  })

  it('leaves a thread to others while a tenant is not known to be quick', () => {
    const queue = start(3)
    for (const name of ['a1', 'a2', 'a3']) queue.add(call('a', name), true)
    expect(startAll(queue)).to.deep.equal(['a1', 'a2'])
    queue.add(call('b', 'b1'), false)
    expect(startAll(queue)).to.deep.equal(['b1'])
    queue.end('a', 10)
    expect(startAll(queue)).to.deep.equal(['a3'])
  })

  it('lets a tenant whose call exceeded a budget wait for all others', () => {
    const queue = start(2)
    queue.add(call('a', 'a1'), true)
    expect(startAll(queue)).to.deep.equal(['a1'])
    queue.end('a', null)
    queue.add(call('a', 'a2'), true)
    queue.add(call('b', 'b1'), false)
    expect(startAll(queue)).to.deep.equal(['b1', 'a2'])
  })

  it('has no call that was dropped; takes any when it must', () => {
    const queue = start()
    const [one, other] = [call('a', 'a1'), call('a', 'a2')]
    for (const each of [one, other]) queue.add(each, true)
    queue.drop(one)
    expect(queue.takeAny()).to.equal(other)
    expect([queue.takeAny(), queue.hasAny]).to.deep.equal([null, false])
  })

  it('tells of the end of a rest when its call may start, also where a timer fires early', () => {
    mock.timers.enable({ apis: ['setTimeout'] })
    try {
      const started: (string | undefined)[] = []
      const queue: CallQueue<ReturnType<typeof call>> = new CallQueue({ threads: 1, timeoutMs: 20 }, () =>
        started.push(queue.start()?.name),
      )
      queue.add(call('a', 'a1'), true)
      queue.start()
      queue.end('a', null)
      queue.add(call('a', 'a2'), true)
      mock.timers.tick(22)
      const rested = performance.now() + 21
      while (performance.now() < rested);
      mock.timers.tick(22)
      expect(started).to.deep.equal(['a2'])
    } finally {
      mock.timers.reset()
    }
  })
})
