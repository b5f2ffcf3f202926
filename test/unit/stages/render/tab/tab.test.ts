import { expect } from 'chai'
import { DeadlineExceeded, TabLost } from '#stages/render/tab/tab.ts'

describe('errors of a tab', () => {
  it('are told apart by their class, and in the log by their name', () => {
    const cause = new Error('segmentation fault')
    const lost = new TabLost('The page crashed', { cause })
    const late = new DeadlineExceeded('The time is over')
    expect([lost instanceof DeadlineExceeded, late instanceof TabLost]).to.deep.equal([false, false])
    expect([String(lost), lost.cause]).to.deep.equal(['TabLost: The page crashed', cause])
    expect(String(late)).to.equal('DeadlineExceeded: The time is over')
  })
})
