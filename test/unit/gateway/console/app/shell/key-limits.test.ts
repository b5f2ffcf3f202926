import { expect } from 'chai'
import { keyLimits } from '#gateway/console/app/shell/key-limits.ts'

const RESET = '2026-03-02T00:00:00.000Z'
const spent = { limit: 5, used: 5, remaining: 0, resets_at: RESET }
const free = { limit: null, used: 0, remaining: null, resets_at: RESET }
const usage = (scopes: readonly string[], operations: Record<string, typeof spent | typeof free>) => ({
  plan: 'free',
  owner: 'a',
  scopes,
  operations,
})

describe('limits of a key', () => {
  it('are the scopes that it lacks for the checks of a page', () => {
    const { missing, spent } = keyLimits(usage(['metadata', 'seo-audit'], {}), 'inspect')
    expect(missing).to.deep.equal(['Snapshot', 'Performance'])
    expect(spent).to.deep.equal([])
  })

  it('are the daily limits that are spent, of what it has the scope of', () => {
    const operations = { metadata: spent, snapshot: spent, performance: free }
    expect(keyLimits(usage(['metadata', 'performance', 'seo-audit'], operations), 'inspect')).to.deep.equal({
      missing: ['Snapshot'],
      spent: [{ name: 'Metadata', resetsAt: RESET }],
    })
  })

  it('are those of batches for crawls and lists', () => {
    for (const area of ['sites', 'batches']) {
      expect(keyLimits(usage(['snapshot'], {}), area).missing).to.deep.equal(['Crawls and lists'])
      expect(keyLimits(usage(['batch'], { batch: spent }), area).spent).to.have.lengthOf(1)
    }
  })

  it('are none where a view needs none', () => {
    expect(keyLimits(usage([], {}), 'health')).to.deep.equal({ missing: [], spent: [] })
  })
})
