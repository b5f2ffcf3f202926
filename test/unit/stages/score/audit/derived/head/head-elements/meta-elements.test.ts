import { expect } from 'chai'
import {
  collapsed,
  headMetas,
  metaNames,
  metasNamed,
} from '#stages/score/audit/derived/head/head-elements.ts'
import { auditFacts } from '#test/support/audit/audit-page.ts'

const documentOf = (html: string) => auditFacts({ html }).document

describe('metas', () => {
  const document = documentOf(
    '<meta NAME=" Description " content=" a \n b "><meta property="og:title" name="title" content="c"><meta http-equiv="Refresh" content="1"><p>Text<meta name="description" content="d">',
  )

  it('are found by name, property and http-equiv in any case', () => {
    expect(metasNamed(document, 'description').map(({ content }) => content)).to.deep.equal(['a b', 'd'])
    expect(metasNamed(document, 'og:title')).to.have.length(1)
    expect(metasNamed(document, 'title')).to.have.length(1)
    expect(metasNamed(document, 'refresh')).to.have.length(1)
    expect(metasNamed(document, 'robots')).to.have.length(0)
  })

  it('of the head are those that crawlers read', () => {
    expect(headMetas(document, 'description').map(({ content }) => content)).to.deep.equal(['a b'])
  })

  it('have names', () => {
    expect(metaNames(document)).to.deep.equal(['description', 'title', 'og:title', 'refresh'])
  })

  it('with white space collapsed', () => {
    expect(collapsed('\t a\u00a0b \n\n c ')).to.equal('a\u00a0b c')
  })
})
