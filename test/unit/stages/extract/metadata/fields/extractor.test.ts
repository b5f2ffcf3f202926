import { expect } from 'chai'
import { indexFacts } from '#stages/extract/facts/fact-index.ts'
import { extract, heading, jsonLd, meta, textsOf } from '#stages/extract/metadata/fields/extractor.ts'
import { factsOf, fetched } from '../../pages.ts'

const html = `<meta name=b content=2><meta name=a content=1><h2>x</h2><h1>y</h1>
  <script type="application/ld+json">[{"@type":"T","p":{"name":"N"}},{"@type":"T","p":7},{"@type":"T","p":"Q&amp;A&nbsp;&x"},{"@type":"U","p":"u"}]</script>`
const index = indexFacts(factsOf(html), fetched(html))

describe('sources of a field', () => {
  it('meta: the contents of its keys, in the order of the keys', () => {
    expect([...meta('a', 'c', 'b')(index)]).to.deep.equal(['1', '2'])
  })

  it('jsonLd: values of the types as text, of nodes their names, references decoded', () => {
    expect([...jsonLd(new Set(['T']), 'p')(index)]).to.deep.equal(['N', '7', 'Q&A\u00a0&x'])
  })

  it('heading: those of one level', () => {
    expect([...heading(1)(index)]).to.deep.equal(['y'])
  })
})

describe('extract', () => {
  const clean = (found: string) => (found === '1' ? null : `${found}!`)

  it('takes the first value that is usable, of the first source that has one', () => {
    expect(extract({ sources: [meta('a'), meta('c'), meta('b'), heading(1)], clean }, index)).to.equal('2!')
  })

  it('is null without one', () => {
    expect(extract({ sources: [meta('a'), meta('c')], clean }, index)).to.equal(null)
  })
})

describe('textsOf', () => {
  it('has all values that are usable, in the order of the sources', () => {
    const clean = (found: string) => (found === '1' ? null : found)
    expect([...textsOf({ sources: [meta('a', 'b'), heading(1)], clean }, index)]).to.deep.equal(['2', 'y'])
  })
})
