import { expect } from 'chai'
import {
  allPages,
  bar,
  facts,
  folded,
  linkTo,
  list,
  table,
} from '#gateway/routes/batches/report/html/parts.ts'

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

  it('write a URL without the origin of the site, and no other one', () => {
    const textOf = (url: string) => /">(.*)<\/a>/.exec(linkTo(url, 'https://a.test'))?.[1]
    expect(textOf('https://a.test/x?y')).to.equal('/x?y')
    expect(textOf('https://a.test.evil.test/x')).to.equal('https://a.test.evil.test/x')
    expect(textOf('https://b.test/x')).to.equal('https://b.test/x')
  })

  it('have bars whose width is the share of a value', () => {
    expect(bar(1, 4)).to.include('class="share" width="25"').and.include('aria-hidden="true"')
    expect(bar(0, 0)).to.include('class="share" width="0"')
    expect(bar(5, 4)).to.include('class="share" width="100"')
  })

  it('lead to the list of all pages of a finding', () =>
    expect(allPages('<all>', { pages_url: '/batches/b/pages?rule=x&y' }, 'https://probe.test')).to.equal(
      '<a href="https://probe.test/#/batches/b/pages?rule=x&amp;y">&lt;all&gt;</a>',
    ))
})
