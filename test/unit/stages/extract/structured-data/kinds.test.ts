import { expect } from 'chai'
import * as kinds from '#stages/extract/structured-data/kinds.ts'
import { vocabulary } from '#stages/extract/structured-data/vocabulary.ts'

describe('structured data: kinds', () => {
  for (const [name, types] of Object.entries(kinds))
    it(`${name} are types of schema.org`, () => {
      expect([...types].filter((type) => !vocabulary().hasType(type))).to.deep.equal([])
    })

  it('organizations are organizations, articles are articles', () => {
    for (const type of kinds.organizations) expect(vocabulary().isA(type, 'Organization')).to.equal(true)
    for (const type of kinds.articles) expect(vocabulary().isA(type, 'Article')).to.equal(true)
  })
})
