import { expect } from 'chai'
import { makeDispatchGate } from '#stages/batch/shards/runner/dispatch-gate.ts'
import { rejectionOf } from '#test/contract/eventually.ts'

const one = { id: 'a' } as never

describe('makeDispatchGate', () => {
  const dispatch = (gate: ReturnType<typeof makeDispatchGate>) => gate.dispatch(async () => [one])

  it('lets nothing be dispatched before it is open', async () => {
    const gate = makeDispatchGate()
    expect(await dispatch(gate)).to.deep.equal([])
    gate.open()
    expect(await dispatch(gate)).to.deep.equal([one])
  })

  it('keeps work and dispatches apart, and is open again after work that failed', async () => {
    const gate = makeDispatchGate()
    gate.open()
    const order: string[] = []
    const [begun, first] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const underWay = gate.dispatch(async () => {
      begun.resolve()
      await first.promise
      order.push('dispatched')
      return [one]
    })
    await begun.promise
    const work = gate.closedFor(async () => {
      order.push('worked')
      throw new Error('it failed')
    })
    expect(await dispatch(gate)).to.deep.equal([])
    first.resolve()
    expect((await rejectionOf(work)) as Error).to.have.property('message', 'it failed')
    expect(await underWay).to.deep.equal([one])
    expect(order).to.deep.equal(['dispatched', 'worked'])
    expect(await dispatch(gate)).to.deep.equal([one])
  })

  it('ends dispatches for good, once the one under way has finished', async () => {
    const gate = makeDispatchGate()
    gate.open()
    const [begun, first] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const underWay = gate.dispatch(async () => {
      begun.resolve()
      await first.promise
      return [one]
    })
    await begun.promise
    const waiting = dispatch(gate)
    let hasEnded = false
    const ended = gate.end().then(() => {
      hasEnded = true
    })
    await new Promise(setImmediate)
    expect(hasEnded).to.equal(false)
    first.resolve()
    await ended
    expect([await underWay, await waiting]).to.deep.equal([[one], []])
    gate.open()
    expect(await gate.closedFor(async () => 'worked')).to.equal('worked')
    expect(await dispatch(gate)).to.deep.equal([])
  })
})
