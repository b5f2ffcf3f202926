import { expect } from 'chai'
import { genericLanguages } from '#stages/score/audit/rules/content/links/generic-link-texts.ts'

describe('generic texts of links', () => {
  it('are those of Lighthouse', () => {
    expect([...(genericLanguages('click here') ?? [])]).to.deep.equal(['en'])
    expect([...(genericLanguages('続きを読む') ?? [])]).to.deep.equal(['ja'])
    expect([...(genericLanguages('hier') ?? [])]).to.include('de')
  })

  it('are no other texts', () => {
    expect(genericLanguages('our cups')).to.equal(null)
    expect(genericLanguages('')).to.equal(null)
  })
})
