import { expect } from 'chai'
import { unavailable } from '#shared/errors.ts'
import type { Completion } from '#stages/batch/frontier/frontier.ts'
import { completeEach } from '#stages/batch/shards/runner/complete-each.ts'
import { rejectionOf } from '#test/contract/eventually.ts'
import { result } from '#test/contract/frontier/batch-scene.ts'
import { fakeParts } from './fake-parts.ts'
import { fakeStore } from './fake-store.ts'

const ending = (id: string): Completion => ({ id, outcome: result('http://x.example/') })
const NOW = 1_700_000_000_000

describe('completeEach', () => {
  /** A store that refuses completions by an error. */
  function partsRefusing(errorOf: (completion: Completion) => Error | null) {
    const completed: Completion[] = []
    const { store } = fakeStore({
      async complete([one, ...others], now) {
        const error = errorOf(one as Completion)
        if (error !== null) throw error
        expect([others.length, now]).to.deep.equal([0, NOW])
        completed.push(one as Completion)
      },
    })
    return { ...fakeParts(store), completed }
  }

  it('applies all that can be applied, in order', async () => {
    const { parts, completed, errors } = partsRefusing(() => null)
    await completeEach(parts, ['a.1', 'a.2', 'b.1'].map(ending), NOW)
    expect(completed).to.deep.equal(['a.1', 'a.2', 'b.1'].map(ending))
    expect(errors).to.deep.equal([])
  })

  it('ends an item without its outcome when the outcome cannot be applied, with an error', async () => {
    const broken = (one: Completion) =>
      one.id === 'a.2' && one.outcome !== null ? new TypeError('bad') : null
    const { parts, completed, errors } = partsRefusing(broken)
    await completeEach(parts, ['a.1', 'a.2', 'a.3'].map(ending), NOW)
    expect(completed).to.deep.equal([ending('a.1'), { id: 'a.2', outcome: null }, ending('a.3')])
    expect(errors).to.have.length(1)
    expect(errors[0]).to.include('a.2').and.to.include('bad')
  })

  it('passes over what cannot be applied at all', async () => {
    const { parts, completed, errors } = partsRefusing(({ id }) =>
      id === 'a.1' ? new TypeError('bad') : null,
    )
    await completeEach(parts, [ending('a.1'), ending('a.2')], NOW)
    expect(completed).to.deep.equal([ending('a.2')])
    expect(errors).to.have.length(2)
  })

  it('waits while the disk is full, until the runner stops', async () => {
    let tries = 0
    const { parts, completed, stop } = partsRefusing(() => (++tries < 3 ? unavailable('disk') : null))
    await completeEach(parts, [ending('a.1')], NOW)
    expect(completed).to.deep.equal([ending('a.1')])
    tries = Number.NEGATIVE_INFINITY
    const waiting = rejectionOf(completeEach(parts, [ending('a.2')], NOW))
    await stop(waiting)
    expect(await waiting).to.be.an('error')
    expect(completed).to.have.length(1)
  })
})
