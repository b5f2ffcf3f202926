import { expect } from 'chai'
import { assetsOf, sentBytes } from '#stages/score/audit/derived/resources/assets.ts'
import { auditFacts } from '#test/support/audit/audit-page.ts'

const site = 'https://www.example.com'

describe('files that a page loads', () => {
  const html = `<script src=/a.js></script><script src=/a.js#x></script><script>1</script>
    <link rel=stylesheet href=//cdn.example.com/a.css><link rel="alternate stylesheet" href=/b.css><link rel=icon href=/i>
    <img src="https://other.test/a.png" loading=Lazy><img src="data:image/png;base64,AA"><img src="">`
  const assets = assetsOf(auditFacts({ html }).document)

  it('are scripts, style sheets and images, each once, without data URLs', () => {
    expect(assets.map(({ kind, url }) => [kind, url])).to.deep.equal([
      ['script', `${site}/a.js`],
      ['style', 'https://cdn.example.com/a.css'],
      ['image', 'https://other.test/a.png'],
    ])
  })
  it('belong to the site when they share its registrable domain', () => {
    expect(assets.map(({ isOwn }) => isOwn)).to.deep.equal([true, true, false])
  })
  it('may be lazy images', () =>
    expect(assets.map(({ isLazy }) => isLazy)).to.deep.equal([false, false, true]))
})

describe('bytes of a file as sent', () => {
  const bytes = (length: string | undefined) => {
    const headers = length === undefined ? {} : { 'content-length': length }
    return sentBytes(auditFacts({ probes: { [`${site}/a`]: { headers } } }).probes.of(`${site}/a`))
  }
  it('are those of Content-Length', () => expect([bytes('0'), bytes('1234')]).to.deep.equal([0, 1234]))
  it('are unknown otherwise', () => {
    expect([
      bytes(undefined),
      bytes('-1'),
      bytes('1,2'),
      bytes('9'.repeat(16)),
      sentBytes(undefined),
    ]).to.deep.equal([null, null, null, null, null])
  })
})
