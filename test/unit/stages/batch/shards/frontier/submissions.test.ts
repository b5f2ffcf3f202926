import { mock } from 'node:test'
import { expect } from 'chai'
import { makeSubmissions } from '#stages/batch/shards/frontier/submissions.ts'

describe('makeSubmissions', () => {
  it('remembers the last position of each shard, until the submission is forgotten', () => {
    const submissions = makeSubmissions(() => undefined)
    submissions.added('a', 3, 7, 2)
    submissions.added('a', 3, 5, 1)
    submissions.added('a', 0, 9, 0)
    submissions.added('b', 1, 1, 1)
    expect(submissions.of('a')).to.deep.equal({ positions: { 0: 9, 3: 7 }, pages: 3 })
    submissions.forget('a')
    expect(submissions.of('a')).to.deep.equal({ positions: {}, pages: 0 })
    expect(submissions.of('b').pages).to.equal(1)
  })

  it('keeps a submission each minute, until it is forgotten', () => {
    mock.timers.enable({ apis: ['setInterval'] })
    try {
      const kept: string[] = []
      const submissions = makeSubmissions((batch) => kept.push(batch))
      submissions.begin('a')
      mock.timers.tick(180_000)
      submissions.forget('a')
      mock.timers.tick(180_000)
      expect(kept).to.deep.equal(['a', 'a', 'a'])
    } finally {
      mock.timers.reset()
    }
  })

  it('refuses further batches when there are too many, and not those that it has', () => {
    const submissions = makeSubmissions(() => undefined)
    for (let n = 0; n < 10_000; n++) submissions.added(`b${n}`, 0, 1, 1)
    expect(() => submissions.assertRoom('other')).to.throw('unavailable')
    submissions.assertRoom('b1')
  })
})
