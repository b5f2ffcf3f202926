import { expect } from 'chai'
import { factsOf } from '../pages.ts'

const bylines = (html: string) => factsOf(`<body>${html}`).bylines.map(({ kind, text }) => [kind, text])

describe('byline collector', () => {
  it('tells how each name is marked up', () => {
    const html = `<span itemprop=author><b itemprop=name>Ann</b></span><a rel="nofollow author">Ben</a>
      <i class="post-author-name">Cleo</i><a href="/autor/dora">Dora</a><p>By Eve</p>`
    expect(bylines(html)).to.have.deep.members([
      ['itemprop', 'Ann'],
      ['itemprop-name', 'Ann'],
      ['rel', 'Ben'],
      ['class-name', 'Cleo'],
      ['link', 'Dora'],
      ['text', 'By Eve'],
    ])
  })

  it('divides runs of text, as markup divides a name from what stands behind it', () => {
    expect(bylines('<p class=byline>By <a>Ann Doe</a><time>3 May</time></p>')).to.deep.include([
      'class',
      'By\nAnn Doe\n3 May',
    ])
  })

  it('finds labels in the text of any element, alone or with the name', () => {
    const texts = (html: string) => bylines(html).map(([, text]) => text)
    expect(texts('<td><b>Autor:</b> <i>Ann Doe</i></td>')).to.deep.equal(['Autor:\nAnn Doe'])
    expect(texts('<div><span>| By</span> Ann Doe</div>')).to.deep.equal(['By\nAnn Doe'])
    expect(texts('<div>Words by Ann Doe</div>')).to.deep.equal(['Words by Ann Doe'])
    expect(texts('<div>Bypass Ann Doe</div>')).to.deep.equal([])
  })

  it('takes no bare label inside a sentence', () => {
    expect(bylines('<p>Nothing is like <i>Faust</i> by <a>Goethe</a>.</p>')).to.deep.equal([])
  })

  it('takes the content of an item property instead of its text', () => {
    expect(bylines('<meta itemprop=author content="Ann">')).to.deep.equal([['itemprop', 'Ann']])
  })

  it('leaves out commenters, and class names and links of navigation, footer and aside', () => {
    const marked = '<i class=author>Ann</i><a href="/author/ann">Ann</a>'
    for (const name of ['nav', 'footer', 'aside'])
      expect(bylines(`<${name}>${marked}</${name}>`)).to.deep.equal([])
    expect(bylines('<i class="comment-author">Ann</i>')).to.deep.equal([])
    expect(bylines('<ol class="comment-list"><li><a rel=author>Ann</a><p>By Ann Doe</ol>')).to.deep.equal([])
  })

  it('ends 400 start tags after the last byline', () => {
    const found = (tags: number) =>
      bylines(`<i rel=author>Ann</i>${'<b></b>'.repeat(tags)}<i rel=author>Ben</i>`)
    expect(found(399)).to.have.length(2)
    expect(found(400)).to.have.length(1)
  })
})
