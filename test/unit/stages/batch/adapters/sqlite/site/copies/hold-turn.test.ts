import { expect } from 'chai'
import { makeSemaphore } from '#shared/async/semaphore.ts'
import { holdTurn } from '#stages/batch/adapters/sqlite/site/copies/hold-turn.ts'
import { rejectionOf } from '#test/contract/eventually.ts'

describe('holdTurn', () => {
  it('holds the turn until it is released', async () => {
    const permits = makeSemaphore(1)
    const release = await holdTurn((work) => permits.run(work))
    const events: string[] = []
    const second = holdTurn((work) => permits.run(work)).then((next) => {
      events.push('second')
      next()
    })
    await Promise.resolve()
    events.push('released')
    release()
    await second
    expect(events).to.deep.equal(['released', 'second'])
  })

  it('rejects when it stops waiting, and takes no turn then', async () => {
    const permits = makeSemaphore(1)
    const release = await holdTurn((work) => permits.run(work))
    const stopping = new AbortController()
    const waiting = holdTurn((work) => permits.run(work, stopping.signal))
    stopping.abort(new Error('gone'))
    expect(await rejectionOf(waiting)).to.include({ message: 'gone' })
    release()
    const next = await holdTurn((work) => permits.run(work))
    next()
  })
})
