import { expect } from 'chai'
import * as cheerio from 'cheerio'
import { copyBox, section, table } from '#gateway/documents/page/parts.ts'

describe('parts of the documentation', () => {
  it('have a heading that names them', () => {
    const page = cheerio.load(section('a', 'Some <title>', '<p>Content</p>'))
    const id = page('section#a').attr('aria-labelledby')
    expect(page(`#${id}`).text()).to.equal('Some <title>')
  })

  it('have texts to copy, where the URL of the service is marked', () => {
    const page = cheerio.load(
      copyBox('curl', 'curl https://a.example/x "<b>" https://a.example/y', 'https://a.example'),
    )
    expect(page('pre').text()).to.equal('curl https://a.example/x "<b>" https://a.example/y')
    expect(page('[data-base]').length).to.equal(2)
    expect(page('button').attr('hidden')).not.to.equal(undefined)
  })

  it('have tables whose cells name their column, for screens where it has no heading', () => {
    const page = cheerio.load(table('Topics', ['Topic', 'For'], [['a', '<b>b</b>']]))
    expect(page('th[scope=row]').text()).to.equal('a')
    expect(page('td').attr('data-column')).to.equal('For')
    expect(page('td b').text()).to.equal('b')
    expect(page('caption').text()).to.equal('Topics')
  })
})
