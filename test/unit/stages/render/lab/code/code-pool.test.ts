import { expect } from 'chai'
import { BudgetExceeded } from '#shared/async/budget-exceeded.ts'
import type { CodePool } from '#stages/render/lab/code/code.worker.ts'
import { startCodePool } from '#stages/render/lab/code/code-pool.ts'
import { rejectionOf } from '#test/contract/eventually.ts'

describe('the thread that reads scripts', () => {
  let pool: CodePool
  before(() => {
    pool = startCodePool()
  })
  after(() => pool.stop())

  const read = (texts: readonly string[], budgetMs: number) => {
    const scripts = texts.map((text, at) => ({
      scriptId: `${at}`,
      url: `https://a.example/${at}.js`,
      text,
      inlineMap: null,
      hash: `${at}`,
      characters: text.length,
    }))
    const { signal } = new AbortController()
    return pool.run(
      'analyse',
      { scripts, sheets: [], coverage: { scripts: new Map(), sheets: new Map() }, budgetMs },
      { tenant: 'a', isUrgent: true, signal, moved: new Uint8Array() },
    )
  }

  it('ends with scripts that take too long, and the next page is read', async () => {
    const costly = `Object.defineProperty(Array.prototype, "at", ${'(/['.repeat(13_000)}`
    expect(await rejectionOf(read(Array(1000).fill(costly), 3_600_000))).to.be.instanceOf(BudgetExceeded)
    expect(await read(['let a = 1'], 1000)).to.deep.equal({
      coverage: [],
      duplicatedCode: [],
      legacyCode: [],
    })
  })
})
