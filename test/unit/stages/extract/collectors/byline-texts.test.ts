import { expect } from 'chai'
import { factsOf } from '../pages.ts'

/** Bylines in the text of a page with this body. */
const found = (body: string) =>
  factsOf(`<body>${body}`)
    .bylines.filter(({ kind }) => kind === 'text')
    .map(({ text }) => text)

const filler = (tags: number) => '<b></b>'.repeat(tags)

describe('bylines in the text of a page', () => {
  const cases: readonly (readonly [why: string, body: string, texts: readonly string[]])[] = [
    ['English', '<div>By Ann Doe</div>', ['By Ann Doe']],
    ['German', '<div>Von Max Muster</div>', ['Von Max Muster']],
    ['French', '<div>Rédigé par Éloïse Roux</div>', ['Rédigé par Éloïse Roux']],
    ['Russian', '<div>Автор: Иван Петров</div>', ['Автор: Иван Петров']],
    ['Ukrainian', '<div>Від Олена Коваль</div>', ['Від Олена Коваль']],
    ['Greek', '<div>Συντάκτης: Νίκος Παππάς</div>', ['Συντάκτης: Νίκος Παππάς']],
    ['Turkish', '<div>Yazar: Ömer Şahin</div>', ['Yazar: Ömer Şahin']],
    ['Chinese', '<div>作者：王小明</div>', ['作者：王小明']],
    ['Japanese', '<div>文／山田太郎</div>', ['文／山田太郎']],
    ['Korean', '<div>작성자 김철수</div>', ['작성자 김철수']],
    ['Arabic', '<div dir=rtl>بقلم: محمد علي</div>', ['بقلم: محمد علي']],
    ['Hebrew', '<div dir=rtl>מאת דנה לוי</div>', ['מאת דנה לוי']],
    ['Thai', '<div>ผู้เขียน สมชาย ใจดี</div>', ['ผู้เขียน สมชาย ใจดี']],
    ['Hindi', '<div>लेखक राम शर्मा</div>', ['लेखक राम शर्मा']],
    ['capitals', '<div>BY ANN DOE</div>', ['BY ANN DOE']],
    ['signs before the label', '<div>| – By Ann Doe</div>', ['By Ann Doe']],
    ['many entities before the label', `<div>${'&nbsp;'.repeat(12)}By Ann Doe</div>`, ['By Ann Doe']],
    ['an entity before the label', '<div>&nbsp;&mdash; By Ann Doe</div>', ['By Ann Doe']],
    ['white space as written', '<div>\n  By\n  Ann   Doe\n</div>', ['By Ann Doe']],
    ['a date before the label', '<div>3. Mai 2024 von Max Muster</div>', ['3. Mai 2024 von Max Muster']],
    ['the name in the next run', '<p>By <a href=/a>Ann Doe</a>', ['By\nAnn Doe']],
    ['the name in the next block', '<div>Autor:</div><div>Ann Doe</div>', ['Autor:\n\nAnn Doe']],
    [
      'one block more is no name',
      '<div>Autor:</div><div>Ann Doe</div><div>Home</div>',
      ['Autor:\n\nAnn Doe'],
    ],
    ['what stands in the same block', '<p>By <a>Ann</a>, <a>Ben</a><i>3 May</i>', ['By\nAnn\n,\nBen\n3 May']],
    ['a name ends with its block', '<div>By Ann Doe</div><div>Ben Roe</div>', ['By Ann Doe']],
    ['two bylines', '<p>By Ann Doe<p>By Ben Roe', ['By Ann Doe', 'By Ben Roe']],
    ['a bare label behind a date', '<p><i>3 May 2024</i> by <a>Ann Doe</a>', ['by\nAnn Doe']],
    ['a bare label behind a separator', '<p><i>News |</i> by <a>Ann Doe</a>', ['by\nAnn Doe']],
    ['a bare label within a sentence', '<p>It is <i>Faust</i> by <a>Goethe</a>', []],
    ['a bare label behind brackets', '<p><i>Faust (1808)</i> by <a>Goethe</a>', []],
    ['a certain label within a block', '<p><i>News</i> Author: <a>Ann Doe</a>', ['Author:\nAnn Doe']],
    ['a sentence', '<p>By the time it ended, all had left', []],
    ['a word that begins like a label', '<p>Bypass Ann Doe<p>Vonovia AG<p>Textile Art', []],
    ['a label without a colon', '<p>Text Ann Doe', []],
    ['no name behind the label', '<p>Author: —', []],
    ['scripts and styles', '<script>By Ann Doe</script><style>By Ann Doe</style>', []],
    ['hidden text', '<template><p>By Ann Doe</template>', []],
    ['navigation', '<nav>By Ann Doe</nav>', []],
    ['footer', '<footer><p>Posted by Ann Doe</footer>', []],
    ['aside', '<aside><div><p>Posted by Ann Doe</div></aside>', []],
    ['an empty page', '', []],
  ]
  for (const [why, body, texts] of cases) it(why, () => expect(found(body)).to.deep.equal(texts))

  it('have the number of their start tag', () => {
    const { bylines } = factsOf('<body><p>x<p>By <a>Ann Doe</a>')
    const [tag, next] = [bylines[0]?.order ?? 0, factsOf('<body><p>x<p><i></i>By Ann Doe').bylines[0]?.order]
    expect(next).to.equal(tag + 1)
  })

  it('end eight start tags after their last run', () => {
    expect(found(`<p>By ${filler(7)}<a>Ann Doe</a>`)).to.deep.equal(['By\nAnn Doe'])
    expect(found(`<p>By ${filler(8)}<a>Ann Doe</a>`)).to.deep.equal(['By'])
  })

  it('have six runs at most', () => {
    const runs = (count: number) => Array.from({ length: count }, (_, at) => `<i>N${at}</i>`).join('')
    expect(found(`<p>By ${runs(9)}`)).to.deep.equal(['By\nN0\nN1\nN2\nN3\nN4'])
  })

  it('are twenty at most: more are a list', () => {
    expect(found('<p>By Ann Doe'.repeat(20))).to.have.length(20)
    expect(found('<p>By Ann Doe'.repeat(30))).to.have.length(20)
  })

  it('are read up to a length, whatever is written', () => {
    const [text = ''] = found(`<p>Posted by Ann ${'Doe '.repeat(300_000)}`)
    expect(text.length).to.be.within(100, 160)
  })
})
