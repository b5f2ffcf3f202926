import { expect } from 'chai'
import { measuring } from '../measuring.ts'

describe('interact', () => {
  const { measure, site } = measuring()

  it('does not navigate, not even by script', async () => {
    const { vitals } = await measure('/leading')
    expect(vitals.inp.value).to.be.a('number')
    expect(site().hits('/touched')).to.equal(3)
    expect(site().hits('/elsewhere')).to.equal(0)
  })

  it('skips elements that could navigate or change data', async () => {
    const { vitals } = await measure('/dangers')
    expect(vitals.inp).to.include({ value: null, reason: 'no_safe_control' })
    const reasons = new Set(vitals.inp.refused?.map(({ why }) => why))
    expect([...reasons].sort()).to.deep.equal(['navigates', 'submits', 'wording'])
    expect(site().hits('/elsewhere')).to.equal(0)
  })

  it('blocks mutations and downloads, dismisses dialogs, and allows GET requests', async () => {
    const { vitals, requests } = await measure('/forward')
    expect(vitals.inp.value).to.be.a('number')
    const hits = ['/elsewhere', '/archive', '/collect', '/suggestions'].map((path) => site().hits(path))
    expect(hits).to.deep.equal([0, 0, 0, 1])
    expect(requests.map(({ url }) => new URL(url).pathname)).to.deep.equal(['/forward'])
  })

  it('gives up when the page never answers', async () => {
    const { vitals } = await measure('/endless-handler')
    expect(vitals.inp).to.include({ value: null, reason: 'interaction_unfinished' })
    expect(vitals.lcp.value).to.be.above(0)
  })
})
