import { expect } from 'chai'
import { auditFacts } from '#test/support/audit/audit-page.ts'

describe('facts of an audit', () => {
  it('have the page with and without scripting: noscript holds text, or elements', () => {
    const { document, scriptless } = auditFacts({ html: '<noscript><p>no script</p></noscript>' })
    expect([document.byTag('p').length, scriptless.byTag('p').length]).to.deep.equal([0, 1])
  })

  it('have one document where scripting changes nothing', () => {
    const { document, scriptless } = auditFacts({ html: '<p>text' })
    expect(scriptless).to.equal(document)
  })

  it('have every value of a header, none where it was not sent', () => {
    const { http } = auditFacts({ headers: { link: ['</a>', '</b>'] } })
    expect(http.header('link')).to.deep.equal(['</a>', '</b>'])
    expect(http.header('refresh')).to.deep.equal([])
  })

  it('count the bytes of the body as sent, and name what decoded it', () => {
    // é is one byte in windows-1252.
    const html = Uint8Array.from([...'<p>caf'].map((letter) => letter.charCodeAt(0)).concat(0xe9))
    const { http, document } = auditFacts({ html, headers: { 'content-type': 'text/html; charset=latin1' } })
    expect(http).to.include({ bodyBytes: 7, charset: 'windows-1252', charsetSource: 'transport' })
    expect(document.text(document.body as NonNullable<typeof document.body>)).to.equal('café')
  })

  it('tell the time of the fetch in milliseconds', () => {
    expect(auditFacts({ fetchedAt: '1970-01-02T00:00:00.000Z' }).request.at).to.equal(86_400_000)
  })

  it('know an answer by its URL, whatever the fragment', () => {
    const { probes } = auditFacts({ probes: { 'https://www.example.com/a': 404 } })
    expect(probes.of('https://www.example.com/a#part')?.status).to.equal(404)
    expect(probes.of('https://www.example.com/b')).to.equal(undefined)
  })
})
