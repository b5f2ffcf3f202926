import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import * as cheerio from 'cheerio'
import { consoleStyle, framed } from '#gateway/server/pages/frame.ts'
import { root } from '#test/support/sandbox.ts'

const page = cheerio.load(
  framed({ title: 'A title', home: '../../', head: '<meta name="x">', main: '<h1>Heading</h1>' }),
)

describe('frame of a page', () => {
  it('has the top of the console, with ways from where the page is', () => {
    const console = cheerio.load(readFileSync(join(root, 'gateway/console/app/index.html'), 'utf8'))
    const linksOf = (document: cheerio.CheerioAPI) =>
      document('header a')
        .toArray()
        .map((link) => [document(link).text(), document(link).attr('href')])
    expect(linksOf(page)).to.deep.equal(linksOf(console).map(([text, href]) => [text, `../../${href}`]))
    expect(page('link[rel=icon]').attr('href')).to.equal(console('link[rel=icon]').attr('href'))
  })

  it('has one main with what it is given, and a title', () => {
    expect(page('main').length).to.equal(1)
    expect(page('main h1').text()).to.equal('Heading')
    expect(page('title').text()).to.equal('A title · PageProbe')
    expect(page('head meta[name=x]').length).to.equal(1)
  })

  it('has the style of the console', () => {
    expect(consoleStyle(['tokens', 'layout']))
      .to.match(/--ground: light-dark\(/)
      .and.include('.top {')
  })
})
