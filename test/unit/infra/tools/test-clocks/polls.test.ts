import { expect } from 'chai'
import { readModule } from '#infra/tools/test-clocks/module.ts'
import { isLoop, isPoll } from '#infra/tools/test-clocks/polls.ts'

const polls = (source: string) => readModule(source).nodes.filter(isLoop).map(isPoll)

describe('a loop', () => {
  it('polls when its head reads a condition, alone or beside a time limit', () => {
    for (const head of [
      '!done()',
      'count < 2',
      'await busy()',
      '!done() && Date.now() < end',
      'Date.now() < end && !done()',
    ])
      expect(polls(`while (${head}) await wait()`), head).to.deep.equal([true])
    expect(polls('do { await wait() } while (!done())')).to.deep.equal([true])
    expect(polls('for (; !done(); last = read()) await wait()')).to.deep.equal([true])
  })

  it('polls when something in it ends it', () => {
    for (const body of ['if (done()) break', 'if (done()) return', `if (late()) throw new Error('late')`])
      expect(polls(`async () => { for (;;) { await wait(); ${body} } }`), body).to.deep.equal([true])
  })

  it('does not poll when it counts, runs through a list, until a time, or for ever', () => {
    for (const head of [
      'while (true)',
      'for (;;)',
      'while (performance.now() < end)',
      'while (Date.now() - began < 50)',
    ])
      expect(polls(`${head} await wait()`), head).to.deep.equal([false])
    for (const head of [
      'for (let n = 0; n < 10; n++)',
      'for (let n = 0; n < 10; n += 2)',
      'for (const one of many)',
    ])
      expect(polls(`${head} await wait()`), head).to.deep.equal([false])
  })

  it('does not poll by what a function in it returns', () => {
    expect(
      polls('for (const one of many) await Promise.all(more.map(() => { return wait() }))'),
    ).to.deep.equal([false])
  })
})
