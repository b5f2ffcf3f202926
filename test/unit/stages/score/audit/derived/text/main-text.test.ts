import { expect } from 'chai'
import { mainElement, mainText, mainWordCount } from '#stages/score/audit/derived/text/main-text.ts'
import { auditFacts } from '#test/support/audit/audit-page.ts'

const read = (html: string) => auditFacts({ html }).document
const texts = (html: string) => mainText(read(html)).blocks.map(({ text }) => text)
const mainOf = (html: string) => mainElement(read(html))?.attribs.id ?? mainElement(read(html))?.name

describe('the main text', () => {
  it('is that of the first main that is shown, of the only article, or of the body', () => {
    expect(mainOf('<main id="a" hidden></main><main id="b"></main>')).to.equal('b')
    expect(mainOf('<div role="main" id="c"></div>')).to.equal('c')
    expect(mainOf('<article id="d"></article>')).to.equal('d')
    expect(mainOf('<article></article><article></article>')).to.equal('body')
  })

  it('comes in blocks, inline elements within', () => {
    expect(
      texts('<main><h1>A</h1><p>One <b>two</b>three<br>four</p>five<ul><li>six</ul></main>'),
    ).to.deep.equal(['A', 'One twothree four', 'five', 'six'])
  })

  it('parts what stands before and after an inner block', () => {
    expect(texts('<div>One<p>two</p>three</div>')).to.deep.equal(['One', 'two', 'three'])
  })

  it('leaves out navigation, asides, footers, the banner, hidden parts, controls and scripts', () => {
    const left =
      '<nav>a</nav><aside>b</aside><footer>c</footer><p hidden>d</p><button>e</button><script>f</script>'
    expect(
      texts(`<header>g</header>${left}<article><header>Title</header>Text</article><article>Other</article>`),
    ).to.deep.equal(['Title', 'Text', 'Other'])
  })

  it('knows program text', () => {
    const { blocks } = mainText(read('<p>Use <code>a</code></p><p>Text</p><pre>b</pre>'))
    expect(blocks.map(({ hasCode }) => hasCode)).to.deep.equal([true, false, true])
  })

  it('is counted in words', () => {
    expect(mainWordCount(read('<p>One two</p><p>three'))).to.equal(3)
  })

  it('ends after its bound, and says so', () => {
    expect(mainText(read(`<p>${'word '.repeat(100)}`)).isCut).to.equal(false)
    expect(mainText(read(`${'<p>word word</p>'.repeat(30_000)}`)).isCut).to.equal(true)
  })

  it('is read through deep nesting', () => {
    expect(texts(`${'<span>'.repeat(5_000)}deep`).length).to.be.at.most(1)
  })
})
