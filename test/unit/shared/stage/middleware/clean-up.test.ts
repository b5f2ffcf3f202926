import { setImmediate as turn } from 'node:timers/promises'
import { expect } from 'chai'
import { bodyName, valueName } from '#shared/messages/claim-check/object-names.ts'
import { cleanUp } from '#shared/stage/middleware/clean-up.ts'
import type { Attempt, Effect } from '#shared/stage/middleware.ts'
import { attemptOf } from '../attempt.ts'

const done = (outcome: 'completed' | 'failed' | 'dead_lettered' | 'duplicate' | 'forwarded'): Effect => {
  return { done: outcome, code: null }
}

describe('clean-up', () => {
  const body = bodyName('one')
  const value = valueName('one:extracted')
  const names = [body, value]
  let removed: string[]
  beforeEach(() => {
    removed = []
  })
  const objects = {
    async remove(name: string) {
      await turn()
      removed.push(name)
    },
  }

  function attemptWith(json: string | null): Attempt {
    const attempt = attemptOf(['one'])
    return { ...attempt, event: { ...attempt.event, subject: 'one', json } }
  }
  const naming = attemptWith(JSON.stringify({ material: { object: value } }))

  for (const outcome of ['completed', 'failed', 'dead_lettered', 'duplicate'] as const) {
    it(`removes the objects that the event names when its inspection is ${outcome}`, async () => {
      const effect = done(outcome)
      expect(await cleanUp(objects)(async () => effect)(naming)).to.equal(effect)
      expect(removed).to.have.members(names)
    })
  }

  const others: Effect[] = [done('forwarded'), { retryAfterMs: 5 }, { postponeMs: 5 }]
  for (const effect of others) {
    it(`keeps them while the inspection continues (${Object.keys(effect)})`, async () => {
      expect(await cleanUp(objects)(async () => effect)(naming)).to.equal(effect)
      expect(removed).to.deep.equal([])
    })
  }

  it('keeps them when the attempt is to be delivered again', async () => {
    const broken = cleanUp(objects)(() => Promise.reject(new Error('not published')))
    expect(await broken(naming).catch(({ message }) => message)).to.equal('not published')
    expect(removed).to.deep.equal([])
  })

  it('removes nothing for an event that names no object', async () => {
    for (const json of [null, '{}']) await cleanUp(objects)(async () => done('completed'))(attemptWith(json))
    expect(removed).to.deep.equal([])
  })

  it('removes the others when one cannot be removed, and goes on', async () => {
    const remove = async (name: string) => {
      if (name === body) throw new Error('away')
      removed.push(name)
    }
    const effect = done('completed')
    expect(await cleanUp({ remove })(async () => effect)(naming)).to.equal(effect)
    expect(removed).to.deep.equal([value])
  })
})
