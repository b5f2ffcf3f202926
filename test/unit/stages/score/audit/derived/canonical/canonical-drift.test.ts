import { expect } from 'chai'
import { driftOf } from '#stages/score/audit/derived/canonical/canonical-drift.ts'

const drift = (page: string, canonical: string) => driftOf(new URL(page), new URL(canonical))
const none = { scheme: false, www: false, slash: false, letterCase: false }

describe('drift of a canonical', () => {
  it('is null for the same address and for another page', () => {
    expect(drift('https://a.example/x', 'https://A.example:443/x#y')).to.equal(null)
    expect(drift('https://a.example/x', 'https://a.example/y')).to.equal(null)
    expect(drift('https://a.example/x?y=1', 'https://a.example/x')).to.equal(null)
    expect(drift('https://a.example/x', 'https://b.example/x')).to.equal(null)
  })

  it('tells what differs', () => {
    expect(drift('https://a.example/x', 'http://a.example/x')).to.deep.equal({ ...none, scheme: true })
    expect(drift('https://a.example/x', 'https://www.a.example/x')).to.deep.equal({ ...none, www: true })
    expect(drift('https://a.example/x/', 'https://a.example/x')).to.deep.equal({ ...none, slash: true })
    expect(drift('https://a.example/X', 'https://a.example/x')).to.deep.equal({ ...none, letterCase: true })
  })

  it('tells several at once', () => {
    expect(drift('https://a.example/X/', 'http://www.a.example/x')).to.deep.equal({
      scheme: true,
      www: true,
      slash: true,
      letterCase: true,
    })
  })
})
