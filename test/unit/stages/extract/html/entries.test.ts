import { expect } from 'chai'
import { Attributes } from '#stages/extract/html/attributes.ts'
import { Entries } from '#stages/extract/html/entries.ts'
import { sourceText } from '#stages/extract/html/source-text.ts'

describe('entries of tag names', () => {
  const source = sourceText('META meta x-y link')
  const byTag = { tags: ['meta'], open: () => {} }
  const byAttribute = { attributes: ['id'], sees: { foreign: true }, open: () => {} } as const
  const entries = new Entries(source, [byTag, byAttribute], new Attributes(source, ['id']))
  const shownAt = (start: number, end: number) => {
    const { traits, collectors, byAttribute: others } = entries.of(start, end)
    return [traits.name, collectors.map(({ collector }) => collector), others.length]
  }

  it('are the same in any case', () => {
    expect(shownAt(0, 4)).to.deep.equal(['meta', [byTag], 1])
    expect(entries.of(0, 4)).to.equal(entries.of(5, 9))
  })

  it('of unknown names have the collectors that ask for an attribute', () => {
    expect(shownAt(10, 13)).to.deep.equal(['x-y', [], 1])
    expect(entries.of(10, 13)).to.equal(entries.of(10, 13))
  })

  it('say what a collector sees', () => {
    const [shown] = entries.of(14, 18).byAttribute
    expect(shown).to.include({ seesForeign: true, seesNoscript: false })
  })
})
