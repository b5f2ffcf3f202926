import { expect } from 'chai'
import {
  collapsed,
  headMetas,
  metaNames,
  metasNamed,
  pragmaKey,
} from '#stages/score/audit/derived/head/head-elements.ts'
import { auditFacts } from '#test/support/audit/audit-page.ts'

const documentOf = (html: string) => auditFacts({ html }).document

describe('metas', () => {
  const document = documentOf(
    '<meta NAME=" Description " content=" a \n b "><meta property="og:title" name="title" content="c"><meta http-equiv="Refresh" content="1"><p>Text<meta name="description" content="d">',
  )

  it('are found by name, token of property and pragma in any case', () => {
    expect(metasNamed(document, 'description').map(({ content }) => content)).to.deep.equal(['a b', 'd'])
    expect(metasNamed(document, 'og:title')).to.have.length(1)
    expect(metasNamed(document, 'title')).to.have.length(1)
    expect(metasNamed(document, pragmaKey('refresh'))).to.have.length(1)
    expect(metasNamed(document, 'refresh'), 'a pragma is no name (HTML Standard, 4.2.5)').to.have.length(0)
    expect(metasNamed(document, 'robots')).to.have.length(0)
  })

  it('of the head are those that crawlers read', () => {
    expect(headMetas(document, 'description').map(({ content }) => content)).to.deep.equal(['a b'])
  })

  it('have names', () => {
    expect(metaNames(document)).to.deep.equal(['description', 'og:title', 'title', 'http-equiv:refresh'])
  })

  it('with white space collapsed', () => {
    expect(collapsed('\t a\u00a0b \n\n c ')).to.equal('a\u00a0b c')
  })
})
