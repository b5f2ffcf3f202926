import { expect } from 'chai'
import {
  bytesBefore,
  charsetMetas,
  transportCharset,
} from '#stages/score/audit/derived/head/charset-declarations.ts'
import { auditFacts } from '#test/support/audit/audit-page.ts'

const namesIn = (html: string) => charsetMetas(auditFacts({ html }).document).map(({ name }) => name)
const sent = (type: string) => transportCharset(auditFacts({ headers: { 'content-type': type } }).http)

describe('declarations of the character encoding', () => {
  it('are charset and http-equiv, by the names of the Encoding Standard', () => {
    expect(namesIn('<meta charset=" latin1 ">')).to.deep.equal(['windows-1252'])
    expect(namesIn(`<meta http-equiv="CONTENT-TYPE" content="text/html; charset='utf8'">`)).to.deep.equal([
      'UTF-8',
    ])
    expect(
      namesIn('<meta charset="nonsense"><meta http-equiv="refresh" content="charset=utf-8">'),
    ).to.deep.equal([null])
  })

  it('are parameters of the Content-Type', () => {
    expect(sent('text/html; charset="windows-1251"')).to.equal('windows-1251')
    expect(sent('text/html')).to.equal(null)
  })

  it('stand behind so many bytes', () => {
    const { document } = auditFacts({ html: 'aé東<p>' })
    expect(bytesBefore(document, 'UTF-8', 3)).to.equal(6)
    expect(bytesBefore(document, 'windows-1252', 3)).to.equal(3)
  })
})
