import { expect } from 'chai'
import { factsOf, metadataFor } from '../../pages.ts'

const scripted = (text: string): string => `<script type="application/ld+json">${text}</script>`

/** Without limits, each would take minutes, overflow the stack or fill the memory of a parser. */
const pages: Readonly<Record<string, () => string>> = {
  'div x 200,000': () => '<div>'.repeat(200_000),
  'tables x 80,000': () => '<table><tr><td>'.repeat(80_000),
  'a and b x 80,000': () => '<a href=x><b>'.repeat(80_000),
  '80,000 attributes': () => `<a ${Array.from({ length: 80_000 }, (_, i) => `a${i}=b`).join(' ')}>x`,
  'one attribute of 6 MB': () => `<a href="${'x'.repeat(6_000_000)}">x`,
  'one text of 6 MB': () => `<p>${'word '.repeat(1_200_000)}`,
  'paragraphs shielded by a button': () => `<p><button>${'<b>'.repeat(500)}${'<hr>'.repeat(100_000)}`,
  'invented names': () => Array.from({ length: 100_000 }, (_, i) => `<x${i}>`).join(''),
  'bylines within bylines': () => '<div class="author byline" rel=author itemprop=author>By '.repeat(20_000),
  'arrays within arrays': () => scripted('['.repeat(500_000)),
  'comments that never end': () => scripted('/*'.repeat(200_000)),
  'strings that never end': () => scripted(`{"a":"${'\\"'.repeat(200_000)}`),
  'bytes of a PDF': () => `%PDF-1.7\n${'\u0000\u0001<<>>stream\ufffd'.repeat(50_000)}`,
  'less-than signs': () => '<'.repeat(500_000),
  'carriage returns': () => '\r'.repeat(1_000_000),
}

describe('hostile pages', () => {
  for (const [name, make] of Object.entries(pages))
    it(`${name}: stays within its limits, and yields facts that can be cloned`, function () {
      this.timeout(180_000)
      const html = make()
      const result = metadataFor(html)
      expect(JSON.stringify(result).length).to.be.lessThan(1_000_000)
      expect(structuredClone(factsOf(html)).title).to.equal(null)
    })

  it('continues behind elements that are too deep', () => {
    const html = `${'<div>'.repeat(1_000)}<a href=/in>x</a>${'</div>'.repeat(1_000)}<h1>After</h1><a href=/out>x</a>`
    const facts = factsOf(html)
    expect(facts.anchors.items.map(({ href }) => href)).to.deep.equal(['/in', '/out'])
    expect(facts.headings).to.deep.equal([{ level: 1, text: 'After' }])
  })

  it('hides script text at any depth', () => {
    const html = `${'<div>'.repeat(1_000)}<script>not words</script>word`
    expect(metadataFor(html).content?.word_count).to.equal(1)
  })

  it('cuts lists, but not their totals', () => {
    const howMany = 10_005
    const { anchors } = factsOf('<a href=/x>x</a>'.repeat(howMany))
    expect(anchors.items).to.have.length(10_000)
    expect(anchors.total).to.equal(howMany)
  })

  it('cuts long values', () => {
    const [meta] = factsOf(`<meta name=description content="${'x'.repeat(100_000)}">`).metas
    expect(meta?.content).to.have.length(16_384)
  })

  it('drops an unfinished tag at the end', () => {
    expect(factsOf('<a href=/1>x</a><a href="/2').anchors.total).to.equal(1)
  })
})
