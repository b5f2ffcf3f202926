import { expect } from 'chai'
import { compose, type Middleware } from '#shared/stage/middleware.ts'
import { attemptOf } from './attempt.ts'

describe('composed middleware', () => {
  it('wraps in the order of the list, around the handler', async () => {
    const seen: string[] = []
    const named =
      (name: string): Middleware =>
      (next) =>
      async (attempt) => {
        seen.push(`${name} in`)
        const effect = await next(attempt)
        seen.push(`${name} out`)
        return effect
      }
    const step = compose([named('a'), named('b')], async () => {
      seen.push('handler')
      return { postponeMs: 5 }
    })
    expect(await step(attemptOf(['one']))).to.deep.equal({ postponeMs: 5 })
    expect(seen).to.deep.equal(['a in', 'b in', 'handler', 'b out', 'a out'])
  })

  it('is the handler alone without any', async () => {
    const handler = async () => ({ postponeMs: 5 })
    expect(compose([], handler)).to.equal(handler)
  })
})
