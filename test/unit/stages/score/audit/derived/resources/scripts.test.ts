import { expect } from 'chai'
import { heavyScripts, scriptsOf } from '#stages/score/audit/derived/resources/scripts.ts'
import { auditFacts } from '#test/support/audit/audit-page.ts'

const documentOf = (html: string) => auditFacts({ html }).document

describe('scripts of a page (HTML Standard, 4.12.1)', () => {
  for (const [type, kind] of [
    ['', 'classic'],
    ['type=""', 'classic'],
    ['type="Text/JavaScript"', 'classic'],
    ['type="application/x-ecmascript"', 'classic'],
    ['type="text/javascript1.5"', 'classic'],
    ['type=" module "', 'module'],
    ['type="application/ld+json"', 'data'],
    ['type=importmap', 'data'],
    ['type="text/javascript1.6"', 'data'],
  ] as const) {
    it(`with ${type || 'no type'} are ${kind}`, () => {
      expect(scriptsOf(documentOf(`<script ${type}>1</script>`))[0]?.kind).to.equal(kind)
    })
  }

  it('have a text, or a source that replaces it', () => {
    expect(
      scriptsOf(documentOf('<script>a&amp;b</script><script src=/x>c</script>')).map(({ src, text }) => [
        src,
        text,
      ]),
    ).to.deep.equal([
      [null, 'a&amp;b'],
      ['/x', ''],
    ])
  })
})

describe('heavy scripts', () => {
  const judged = (html: string) =>
    heavyScripts(documentOf(html), { message: 'heavy', maxKb: 2, isMeant: ({ kind }) => kind === 'data' })
  const data = (bytes: number) => `<script type=x>${'a'.repeat(bytes)}</script>`

  it('are not applicable without texts of the kind', () => {
    expect(judged(`<script>${'a'.repeat(9000)}</script>`)).to.deep.equal({ kind: 'not_applicable' })
  })
  it('pass at the maximum of all together', () =>
    expect(judged(data(1000) + data(1000)).kind).to.equal('pass'))
  it('fail above it, with the heaviest first', () => {
    const verdict = judged(data(1000) + data(2000))
    expect(verdict).to.deep.include({ kind: 'fail', message: 'heavy', values: { kilobytes: 3, max: 2 } })
    expect(verdict.kind === 'fail' && verdict.evidence.map(({ value }) => value)).to.deep.equal([
      '2000 bytes',
      '1000 bytes',
    ])
  })
})
