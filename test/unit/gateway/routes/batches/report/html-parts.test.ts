import { expect } from 'chai'
import { facts, folded, linkTo, list, table } from '#gateway/routes/batches/report/html-parts.ts'

describe('parts of the report as HTML', () => {
  it('link to web pages alone', () => {
    expect(linkTo('https://a.test/?x=1&y="<>')).to.equal(
      '<a href="https://a.test/?x=1&#38;y=%22%3C%3E" rel="noreferrer nofollow">https://a.test/?x=1&amp;y=&quot;&lt;&gt;</a>',
    )
    for (const url of ['javascript:alert(1)', 'data:text/html,x', '//a.test', 'x"onmouseover="y', 'http://'])
      expect(linkTo(url)).to.not.include('<a')
  })

  it('are lists and tables of what is HTML already', () => {
    expect(list(['<b>a</b>'])).to.equal('<ul><li><b>a</b></li></ul>\n')
    expect(list([])).to.equal('')
    expect(table([{ title: 'A' }, { title: 'B', isNumber: true }], [['x', '1']])).to.equal(
      '<div class="wide"><table><thead><tr><th scope="col">A</th><th scope="col" class="number">B</th></tr></thead>' +
        '<tbody><tr><td>x</td><td class="number">1</td></tr></tbody></table></div>\n',
    )
  })

  it('fold what there is, and escape figures and titles', () => {
    expect(folded('<more>', '<p>x</p>')).to.equal(
      '<details><summary>&lt;more&gt;</summary><p>x</p></details>\n',
    )
    expect(folded('more', '')).to.equal('')
    expect(facts([['Score', '<1>']])).to.include('<dt>Score</dt><dd>&lt;1&gt;</dd>')
  })
})
