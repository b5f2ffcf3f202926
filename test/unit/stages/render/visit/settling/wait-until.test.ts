import { expect } from 'chai'
import { connectionsAllowed, msUntilMilestone } from '#stages/render/visit/settling.ts'

describe('milestones of waitUntil', () => {
  it('allows two pending requests only with networkidle2', () => {
    expect(connectionsAllowed('networkidle2')).to.equal(2)
    expect(connectionsAllowed('networkidle0')).to.equal(0)
  })

  it('reaches domcontentloaded and load with their events', () => {
    const parsed = { parsedAt: 100, loadedAt: null }
    expect(msUntilMilestone('domcontentloaded', parsed, null, 200)).to.equal(0)
    expect(msUntilMilestone('load', parsed, 0, 200)).to.equal(null)
    expect(msUntilMilestone('load', { parsedAt: 100, loadedAt: 150 }, null, 200)).to.equal(0)
    expect(msUntilMilestone('domcontentloaded', { parsedAt: null, loadedAt: null }, 0, 200)).to.equal(null)
  })

  for (const waitUntil of ['networkidle0', 'networkidle2'] as const) {
    it(`${waitUntil} is half a second of quiet once the document is parsed`, () => {
      const parsed = { parsedAt: 100, loadedAt: null }
      expect(msUntilMilestone(waitUntil, parsed, null, 2000)).to.equal(null)
      expect(msUntilMilestone(waitUntil, { parsedAt: null, loadedAt: null }, 0, 2000)).to.equal(null)
      expect(msUntilMilestone(waitUntil, parsed, 0, 350)).to.equal(250)
      expect(msUntilMilestone(waitUntil, parsed, 300, 350)).to.equal(450)
      expect(msUntilMilestone(waitUntil, parsed, 300, 800)).to.equal(0)
    })
  }
})
