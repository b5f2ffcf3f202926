import { expect } from 'chai'
import { load } from 'cheerio'
import type { UsedService } from '#test/support/service/service-fixture.ts'
import { workerService } from '#test/support/service/worker-service.ts'
import { openOwnSite, type Route, type TargetSite } from '#test/support/sites/target-site.ts'
import { type ReportClient, reportClient } from './report-client.ts'

const FORMULA = `=cmd|' /C calc'!A0`
const SCRIPT = '</style></script><script>alert(1)</script><img src=x onerror=alert(2)>'
const BIDI = 'abc\u202Efdp.exe\u2066\u200B'
const LONG = 'x'.repeat(10_000)
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

const hostile =
  (title: string, body: string): Route =>
  (_, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
    response.end(`<!doctype html><title>${escaped(title)}</title><h1>${escaped(title)}</h1>${body}`)
  }
const gone = (text: string) => `<a href="/gone?q=&quot;&gt;%3Cscript%3E">${escaped(text)}</a>`

const routes: Readonly<Record<string, Route>> = {
  '/': hostile(
    'home',
    ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name) => `<a href="/${name}">x</a>`).join(''),
  ),
  '/a': hostile(FORMULA, gone(SCRIPT)),
  '/b': hostile(FORMULA, gone('[click](javascript:alert(1)) | `code`\n# heading')),
  '/c': hostile(SCRIPT, gone(BIDI)),
  '/d': hostile(SCRIPT, '<a href="javascript:alert(1)">x</a>'),
  '/e': hostile(LONG, gone(LONG)),
  '/f': hostile(LONG, ''),
  '/g': hostile(` \t${FORMULA}`, ''),
  '/gone': (_, response) => void response.writeHead(404, { 'content-type': 'text/html' }).end('gone'),
}

describe('the report on a site with hostile texts', function () {
  this.timeout(120_000)
  let fixture: UsedService
  let site: TargetSite
  let client: ReportClient
  let id: string

  before(async () => {
    site = await openOwnSite({ routes })
    fixture = await workerService()
    client = reportClient(fixture.url, fixture.key)
    id = await client.submit({ operation: 'metadata', crawl: { seeds: [site.url('/')] } })
    await client.complete(id)
  })
  after(async () => {
    await fixture?.close()
    await site?.close()
  })

  it('has no formulas in its CSV', async () => {
    const csv = await client.text(id, 'pages', 'text/csv')
    expect(csv).to.include(`'${FORMULA}`)
    // No cell begins with a sign that a spreadsheet calculates with, whatever spaces come before.
    expect(csv).to.not.match(/(^|,|\r\n)"?\s*[=+@]/)
    expect(csv.trimEnd().split('\r\n')).to.have.length(10)
  })

  it('has no element, attribute or address of the pages in its HTML', async () => {
    const html = await client.text(id, 'report', 'text/html')
    const document = load(html)
    expect(document('script, img, iframe, object, link, form, base').length).to.equal(0)
    // The charts are of the report itself.
    const drawn = new Set(
      document('svg *')
        .toArray()
        .map(({ tagName }) => tagName),
    )
    expect(
      [...drawn].filter((name) => !/^(?:line|text|polyline|circle|rect|title|g)$/.test(name)),
    ).to.deep.equal([])
    const attributes = document('*')
      .toArray()
      .flatMap((element) => ('attribs' in element ? Object.keys(element.attribs) : []))
    expect(attributes.filter((name) => /^on|^style$|^src/.test(name))).to.deep.equal([])
    const addresses = document('a')
      .toArray()
      .map(({ attribs }) => attribs.href)
    expect(addresses.filter((href) => !/^(?:https?:\/\/|#[\w-]+$)/.test(href ?? ''))).to.deep.equal([])
    expect(document('body').text())
      .to.include(SCRIPT)
      .and.to.not.match(/[\u202a-\u202e\u2066-\u2069\u200b]/)
    expect(html).to.not.include('x'.repeat(1000))
  })

  it('has no link, table cell or heading of the pages in its Markdown', async () => {
    const markdown = await client.text(id, 'report', 'text/markdown')
    expect(markdown).to.not.match(/(?<!\\)\]\(javascript/)
    expect(markdown).to.not.match(/(?<!\\)<(script|img)/)
    expect(markdown.split('\n').filter((line) => line.startsWith('# '))).to.have.length(1)
    expect(markdown).to.not.match(/[\u202a-\u202e\u2066-\u2069\u200b]/)
    expect(markdown).to.not.include('x'.repeat(1000))
  })

  it('says the same in its JSON as the pages do, in a length that is bounded', async () => {
    const { site_issues: issues } = await client.report(id)
    const titles = issues.find((issue) => issue.id === 'site-duplicate-title')?.items ?? []
    const values = titles.map(({ value }) => value as string)
    expect(values).to.include.members([FORMULA, SCRIPT])
    expect(Math.max(...values.map(({ length }) => length))).to.be.below(1100)
  })
})
