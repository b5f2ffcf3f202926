import { expect } from 'chai'
import { makeOwnerTurns } from '#stages/batch/adapters/sqlite/site/site-reports.ts'

const { signal } = new AbortController()

describe('turns of owners', () => {
  it('runs the works of one owner one after the other, and those of another one beside them', async () => {
    const turns = makeOwnerTurns()
    const begun: string[] = []
    const first = Promise.withResolvers<void>()
    const work = (name: string, until: Promise<void>) => () => {
      begun.push(name)
      return until
    }
    const one = turns('a', work('a1', first.promise), signal)
    const two = turns('a', work('a2', Promise.resolve()), signal)
    await turns('b', work('b1', Promise.resolve()), signal)
    expect(begun).to.deep.equal(['a1', 'b1'])
    first.resolve()
    await Promise.all([one, two])
    expect(begun).to.deep.equal(['a1', 'b1', 'a2'])
  })

  it('gives the turn on after a failure, and drops a work that was given up', async () => {
    const turns = makeOwnerTurns()
    const stopping = new AbortController()
    const failing = turns('a', () => Promise.reject(new Error('no')), signal)
    const given = turns('a', async () => 'never', stopping.signal)
    stopping.abort(new Error('given up'))
    await Promise.all([
      failing.catch((error: Error) => expect(error.message).to.equal('no')),
      given.catch((error: Error) => expect(error.message).to.equal('given up')),
    ])
    expect(await turns('a', async () => 'third', signal)).to.equal('third')
  })
})
