import { expect } from 'chai'
import { measuring } from '../measuring.ts'

describe('touching a page', function () {
  this.timeout(30_000)
  const { measure, site } = measuring()

  it('leads nowhere, by script neither', async () => {
    const { vitals } = await measure('/leading')
    expect(vitals.inp.value).to.be.a('number')
    expect(site().hits('/touched')).to.equal(3)
    expect(site().hits('/elsewhere')).to.equal(0)
  })

  it('leaves alone what could lead on or do something', async () => {
    const { vitals } = await measure('/dangers')
    expect(vitals.inp).to.include({ value: null, reason: 'no_interactive_element' })
    expect(site().hits('/elsewhere')).to.equal(0)
  })

  it('sends nothing, downloads nothing and is not stopped by dialogs, but may ask', async () => {
    const { vitals, requests } = await measure('/forward')
    expect(vitals.inp.value).to.be.a('number')
    const hits = ['/elsewhere', '/archive', '/collect', '/suggestions'].map((path) => site().hits(path))
    expect(hits).to.deep.equal([0, 0, 0, 1])
    expect(requests.map(({ url }) => new URL(url).pathname)).to.deep.equal(['/forward'])
  })

  it('is given up where the page never answers', async () => {
    const began = performance.now()
    const { vitals } = await measure('/endless-handler')
    expect(vitals.inp).to.include({ value: null, reason: 'interaction_unfinished' })
    expect(vitals.lcp.value).to.be.above(0)
    expect(performance.now() - began).to.be.below(9_000)
  })
})
