import { expect } from 'chai'
import type { Element } from 'domhandler'
import { parseDocument } from '#stages/score/audit/document/page-document.ts'
import { defaultBudgets } from '#stages/score/audit/document/parse-tree.ts'

function parsed(html: string, scripting = true, url = 'https://www.example.com/a/page') {
  return parseDocument(html, { url, charset: 'UTF-8', scripting, budgets: defaultBudgets })
}

function only(elements: readonly Element[]): Element {
  expect(elements).to.have.length(1)
  return elements[0] as Element
}

describe('parseDocument', () => {
  it('creates the elements of the HTML Standard, with and without optional tags', () => {
    const page = parsed('<title>T</title><p>one<p>two')
    expect(page.all.map(({ name }) => name)).to.deep.equal(['html', 'head', 'title', 'body', 'p', 'p'])
    expect(page.quirks).to.equal('quirks')
    expect(parsed('<!doctype html><p>x').quirks).to.equal('no-quirks')
  })

  it('takes the title of the head, not that of a drawing', () => {
    const page = parsed('<!doctype html><body><svg><title>Drawing</title></svg>')
    expect(page.title).to.equal(null)
    expect(parsed('<title> A \n title </title><svg><title>D</title></svg>').title).to.equal('A title')
  })

  it('separates elements of svg, and leaves out the contents of templates', () => {
    const page = parsed('<svg><a href="x"></a></svg><template><img src=t></template><img src=i>')
    expect(page.foreign.map(({ name }) => name)).to.deep.equal(['svg', 'a'])
    expect(only(page.byTag('img')).attribs.src).to.equal('i')
    expect(page.byTag('a')).to.be.empty
  })

  it('reads noscript as text with scripting, as markup without', () => {
    const html = '<body><noscript><img src=n></noscript>'
    expect(parsed(html).byTag('img')).to.be.empty
    expect(parsed(html, false).byTag('img')).to.have.length(1)
  })

  it('ends the head at the first element that does not belong there', () => {
    const page = parsed('<head><iframe></iframe><link rel=canonical href=/c></head>')
    expect(only(page.byTag('link')).parent).to.equal(page.body)
  })

  it('returns text as readers see it', () => {
    const page = parsed(
      '<div><p>one</p><p>t<b>w</b>o</p><script>no</script><style>no</style>three<br>four</div>',
    )
    expect(page.text(only(page.byTag('div')))).to.equal('one two three four')
  })

  it('lists several kinds in document order', () => {
    const page = parsed('<h2>a</h2><h1>b</h1><h2>c</h2>')
    expect(page.byTag('h1', 'h2').map((element) => page.text(element))).to.deep.equal(['a', 'b', 'c'])
    const marked = parsed('<p id=a lang=en><p id=b xml:lang=de><p id=c><p id=d lang=fr xml:lang=fr>')
    const ids = (elements: readonly Element[]) => elements.map(({ attribs }) => attribs.id)
    expect(ids(marked.withAttribute('xml:lang', 'lang'))).to.deep.equal(['a', 'b', 'd'])
    expect(ids(marked.inOrder([...marked.byTag('p').toReversed(), ...marked.byTag('p')]))).to.deep.equal([
      'a',
      'b',
      'c',
      'd',
    ])
  })

  it('resolves addresses by the base element, only a web one (HTML Standard 2.4.3)', () => {
    expect(parsed('<base href="/x/">').resolve(' y ')).to.equal('https://www.example.com/x/y')
    expect(parsed('<base href="data:text/plain,x">').resolve('y')).to.equal('https://www.example.com/a/y')
    expect(parsed('').resolve('http://[')).to.equal(null)
  })
})

describe('visibility by markup', () => {
  const cases: [name: string, html: string, isHidden: boolean, isExposed: boolean][] = [
    ['plain', '<i id=x>', false, true],
    ['the hidden attribute', '<i id=x hidden>', true, false],
    ['inside a hidden one', '<div hidden><p><i id=x>', true, false],
    ['inline display none', '<i id=x style="color: red; display : none">', true, false],
    ['inline visibility hidden', '<div style="visibility:hidden"><i id=x></div>', true, false],
    ['a property that only ends like it', '<i id=x style="--no-display:none">', false, true],
    ['aria-hidden', '<div aria-hidden="true"><i id=x></div>', false, false],
    ['aria-hidden false', '<div aria-hidden="false"><i id=x></div>', false, true],
    ['a hidden input', '<input type=HIDDEN id=x>', true, false],
    ['closed details', '<details><summary>s</summary><i id=x></i></details>', true, false],
    ['open details', '<details open><summary>s</summary><i id=x></i></details>', false, true],
    ['the summary of closed details', '<details><summary><i id=x></i></summary></details>', false, true],
    ['a closed dialog', '<dialog><i id=x></i></dialog>', true, false],
    ['a drawing in a hidden part', '<div hidden><svg><g id=x></g></svg></div>', true, false],
  ]
  for (const [name, html, isHidden, isExposed] of cases) {
    it(name, () => {
      const page = parsed(`<!doctype html><body>${html}`)
      const element = only(page.byId('x'))
      expect([page.isHidden(element), page.isExposed(element)]).to.deep.equal([isHidden, isExposed])
    })
  }
})

describe('source locations', () => {
  it('report offset, line and column of a start tag', () => {
    const html = '<!doctype html>\n<body>\n  <img src=a>'
    const page = parsed(html)
    const image = only(page.byTag('img'))
    expect(page.sourceLocation(image)).to.deep.equal({
      start: html.indexOf('<img'),
      end: html.length,
      line: 3,
      column: 3,
    })
    expect(page.snippetOf(image)).to.equal('<img src=a>')
  })

  it('are null for nodes that the parser added', () => {
    const page = parsed('<p>x')
    expect(page.sourceLocation(page.head as Element)).to.equal(null)
    expect(page.snippetOf(page.head as Element)).to.equal('')
  })

  it('come with a cut snippet for a long tag', () => {
    const page = parsed(`<p class="${'x'.repeat(500)}">`)
    expect(page.snippetOf(only(page.byTag('p')))).to.have.length(201)
  })

  it('come with a selector that matches the element only', () => {
    const page = parsed(
      `<div id=a><p>1<p>2</div><div id=a><p>3<svg><g/><g/></svg></div><ul id=one><li>4<li>5</ul><x:y>6</x:y>`,
    )
    for (const element of [...page.all, ...page.foreign]) {
      expect(only(page.select(page.selectorOf(element))), page.selectorOf(element)).to.equal(element)
    }
    expect(page.selectorOf(page.byTag('li')[1] as Element)).to.equal('#one > li:nth-of-type(2)')
  })

  it('are the same for cheerio and selectors', () => {
    const page = parsed('<p class=a>x<b>y</b></p>')
    expect(page.$('p.a b').text()).to.equal('y')
    expect(only(page.select('p > b'))).to.equal(page.byTag('b')[0])
  })
})
