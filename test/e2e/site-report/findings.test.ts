import { expect } from 'chai'
import { load } from 'cheerio'
import { eventually } from '#test/contract/eventually.ts'
import type { UsedService } from '#test/support/service/service-fixture.ts'
import { onBothShared } from '#test/support/service/shared-sides.ts'
import { openOwnSite, type Route, type TargetSite } from '#test/support/sites/target-site.ts'
import { type Finding, type Report, type ReportClient, reportClient } from './report-client.ts'

interface Row {
  readonly n: number
  readonly url: string
  readonly status: number | null
  readonly overall: number | null
  readonly title: string | null
  readonly found?: Readonly<Record<string, unknown>> | null
}

const html =
  (title: string, body: string, head = ''): Route =>
  (_, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
    response.end(
      `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title>${head}</head><body>` +
        `<main><h1>${title}</h1>${body}</main></body></html>`,
    )
  }

/** One page has two images without alternative text, another one has one; two pages share a title; one link is broken. */
const routes: Readonly<Record<string, Route>> = {
  '/': html(
    'The start',
    ['a', 'b', 'c', 'quiet'].map((name) => `<a href="/${name}">To ${name}</a>`).join(' ') +
      '<a href="/gone">A page that is gone</a>',
  ),
  '/a': html('The same title', '<a href="/">Start</a><img src="/1.png"><img src="/2.png">'),
  '/b': html('The same title', '<a href="/">Start</a><img id="only" src="/1.png">'),
  '/c': html('Another title', '<a href="/">Start</a><img src="/1.png" alt="A kettle">'),
  '/quiet': html('A quiet page', '<a href="/">Start</a>', '<meta name="robots" content="noindex">'),
  '/gone': (_, response) =>
    void response.writeHead(404, { 'content-type': 'text/html' }).end('<title>Gone</title>'),
  '/sitemap.xml': (_, response) => void response.writeHead(404).end(),
  '/1.png': (_, response) => void response.writeHead(404).end(),
  '/2.png': (_, response) => void response.writeHead(404).end(),
}

/** So many pages with an image without alternative text, on a site of its own. */
const FAULTY = 23
const faultyPaths = Array.from({ length: FAULTY }, (_, at) => `/faulty/${at}`)
const faultyRoutes: Readonly<Record<string, Route>> = {
  '/': html('The start', faultyPaths.map((path) => `<a href="${path}">To ${path}</a>`).join(' ')),
  ...Object.fromEntries(
    faultyPaths.map((path) => [path, html(`Page ${path}`, '<a href="/">Start</a><img src="/1.png">')]),
  ),
  '/sitemap.xml': (_, response) => void response.writeHead(404).end(),
  '/1.png': (_, response) => void response.writeHead(404).end(),
}

onBothShared('all pages of a finding', (open) => {
  let fixture: UsedService
  let site: TargetSite
  let client: ReportClient
  let id: string
  let report: Report

  const read = async (query: string, of = id) => {
    const text = await client.text(of, `pages?${query}`, 'application/x-ndjson')
    return text
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line) as Row)
  }
  const pathsOf = (rows: readonly Row[]) => rows.map(({ url }) => new URL(url).pathname)
  const foundAt = (rows: readonly Row[], path: string) =>
    rows.find(({ url }) => url === site.url(path))?.found as Record<string, unknown>

  before(async () => {
    site = await openOwnSite({ routes })
    fixture = await open()
    client = reportClient(fixture.url, fixture.key)
    id = await client.submit({
      ...{ operation: 'seo-audit', parameters: { vitals: 'none' } },
      crawl: { seeds: [site.url('/')] },
    })
    report = await client.complete(id)
  })
  after(async () => {
    await fixture?.close()
    await site?.close()
  })

  it('stand in the report as HTML, where the JSON has ten', async () => {
    const faulty = await openOwnSite({ routes: faultyRoutes })
    try {
      const crawl = { seeds: [faulty.url('/')] }
      const of = await client.submit({ operation: 'seo-audit', parameters: { vitals: 'none' }, crawl })
      const { rules } = (await client.complete(of)) as unknown as {
        readonly rules: readonly { readonly rule_id: string; readonly title: string; readonly examples: [] }[]
      }
      const rule = rules.find(({ rule_id }) => rule_id === 'image-alt')
      expect(rule?.examples).to.have.length(10)
      const document = load(await client.text(of, 'report', 'text/html'))
      const chapter = document('section.issue').filter((_, one) =>
        document(one).find('h3').text().endsWith(`. ${rule?.title}`),
      )
      const own = document(chapter.find('a[href^="#annex-"]').attr('href') ?? '')
      // Rules about images found the same pages: those stand in the annex once.
      const annex = document(own.find('.same a').attr('href') ?? own)
      const links = [...chapter.find('ul a'), ...annex.find('ul a')].map((one) => document(one).attr('href'))
      expect(new Set(links)).to.deep.equal(new Set(faultyPaths.map((path) => faulty.url(path))))
    } finally {
      await faulty.close()
    }
  })

  it('are those that fail a rule about pages, with the elements', async () => {
    const rows = await read('rule=image-alt&sort=url')
    expect(pathsOf(rows)).to.deep.equal(['/a', '/b'])
    const [both, one] = [foundAt(rows, '/a'), foundAt(rows, '/b')]
    expect(both).to.include({ elements: 2, snippet: '<img src="/1.png">' })
    expect(both?.evidence).to.have.length(2)
    expect(one).to.include({ elements: 1, snippet: '<img id="only" src="/1.png">' })
    expect(one?.selector).to.include('#only')
    expect(one?.message).to.be.a('string').and.not.equal('')
  })

  it('are those of a group that a rule about the site found', async () => {
    const rows = await read('rule=site-duplicate-title&sort=url')
    expect(pathsOf(rows)).to.deep.equal(['/a', '/b'])
    const urls = [site.url('/a'), site.url('/b')]
    for (const { found } of rows) expect(found).to.deep.equal({ value: 'The same title', urls })
  })

  it('are broken ones with where the links are', async () => {
    const rows = await read('rule=site-broken-link')
    expect(pathsOf(rows)).to.deep.equal(['/gone'])
    expect(rows[0]?.found).to.deep.equal({
      ...{ url: site.url('/gone'), status: 404 },
      sources: [{ url: site.url('/'), text: 'A page that is gone' }],
    })
  })

  it('are where the report of each finding leads, as many as it says', async () => {
    expect(report.rules.length).to.be.above(5)
    for (const { rule_id, pages, pages_url } of report.rules) {
      expect(pages_url).to.equal(`/batches/${id}/pages?rule=${rule_id}`)
      expect(await read(`rule=${rule_id}`), rule_id).to.have.length(pages)
    }
    for (const { id: rule, affected, pages_url } of report.site_issues) {
      expect(pages_url).to.equal(`/batches/${id}/pages?rule=${rule}`)
      expect(await read(`rule=${rule}`), rule).to.have.length(affected)
    }
    const document = load(await client.text(id, 'report', 'text/html'))
    const links = document('a')
      .toArray()
      .map(({ attribs }) => attribs.href)
    const markdown = await client.text(id, 'report', 'text/markdown')
    for (const { pages_url } of [...report.rules, ...report.site_issues]) {
      expect(links).to.include(`${fixture.url}/#${pages_url}`)
      expect(markdown).to.include(`](${fixture.url}/#${pages_url})`)
    }
  })

  it('are none of a rule that no page fails, and have nothing found without a rule', async () => {
    expect(await read('rule=title-missing&status=2xx')).to.deep.equal([])
    expect((await read('limit=1'))[0]).to.not.have.property('found')
  })

  it('are chosen by status, by whether they can be indexed and by score', async () => {
    expect(pathsOf(await read('status=404'))).to.deep.equal(['/gone'])
    expect(pathsOf(await read('status=4xx,5xx'))).to.deep.equal(['/gone'])
    expect(pathsOf(await read('status=200&sort=url'))).to.deep.equal(['/', '/a', '/b', '/c', '/quiet'])
    expect(pathsOf(await read('indexable=true&sort=url'))).to.deep.equal(['/', '/a', '/b', '/c'])
    expect(pathsOf(await read('indexable=false&sort=-url'))).to.deep.equal(['/quiet', '/gone'])
    const all = await read('')
    const scores = all.map(({ overall }) => overall as number).sort((a, b) => a - b)
    const middle = scores[3] as number
    const atLeast = await read(`min_overall=${middle}`)
    expect(atLeast).to.have.length(scores.filter((score) => score >= middle).length)
    const between = await read(`min_overall=${scores[1]}&max_overall=${middle}`)
    for (const { overall } of between) expect(overall).to.be.within(scores[1] as number, middle)
    expect(
      pathsOf(await read('rule=image-alt&status=200&indexable=true&sort=-title&limit=1')),
    ).to.have.length(1)
    expect(await read('rule=image-alt&status=404')).to.deep.equal([])
  })

  it('come in the order of any column, in parts that go on behind each other', async () => {
    const columns = Object.keys((await read('limit=1'))[0] as Row)
    for (const sort of columns.flatMap((name) => [name, `-${name}`])) {
      const whole = (await read(`sort=${sort}`)).map(({ n }) => n)
      expect(
        whole.toSorted((a, b) => a - b),
        sort,
      ).to.deep.equal([1, 2, 3, 4, 5, 6])
      const parts: number[] = []
      for (let after = 0; parts.length < 6; after = parts.at(-1) ?? 0)
        parts.push(...(await read(`sort=${sort}&limit=4&after=${after}`)).map(({ n }) => n))
      expect(parts, sort).to.deep.equal(whole)
    }
    const titles = (await read('sort=title')).map(({ title }) => title)
    expect(titles).to.deep.equal([
      ...['A quiet page', 'Another title', 'Gone', 'The same title', 'The same title', 'The start'],
    ])
  })

  it('are CSV with what was found', async () => {
    const csv = await client.text(id, 'pages?rule=image-alt', 'text/csv')
    const [header = '', ...lines] = csv.trimEnd().split('\r\n')
    expect(header).to.match(/^n,url,.*,found$/)
    expect(lines).to.have.length(2)
    expect(csv).to.include('#only')
    expect((await client.text(id, 'pages', 'text/csv')).split('\r\n')[0]).to.not.include('found')
  })

  it('are refused for what is unknown or wrong, and for another owner', async () => {
    for (const query of [
      'rule=nothing',
      'status=20',
      'indexable=1',
      'min_overall=x',
      'sort=found',
      'after=-1',
    ]) {
      const answer = await client.ask(id, `pages?${query}`, 'application/json')
      const { error } = (await answer.json()) as { error: { code: string; details: { parameter: string } } }
      expect([answer.status, error.code, error.details.parameter]).to.deep.equal([
        ...[400, 'VALIDATION_ERROR'],
        query.split('=')[0],
      ])
    }
    const stranger = reportClient(fixture.url, await fixture.makeKey())
    expect((await stranger.ask(id, 'pages?rule=image-alt', 'text/csv')).status).to.equal(404)
    expect((await stranger.ask(id, 'report?severity=error', 'text/html')).status).to.equal(404)
  })

  it('belong to findings in order of severity, points and pages', () => {
    const ranks = ['error', 'warning', 'info']
    const keyOf = ({ severity, points }: Finding, count: number) => [ranks.indexOf(severity), -points, -count]
    const inOrder = (keys: number[][]) =>
      keys.toSorted((a, b) => a.map((part, at) => part - (b[at] as number)).find((part) => part !== 0) ?? 0)
    const rules = report.rules.map((one) => keyOf(one, one.pages))
    const issues = report.site_issues.map((one) => keyOf(one, one.affected))
    expect(rules).to.deep.equal(inOrder(rules))
    expect(issues).to.deep.equal(inOrder(issues))
    expect(report.rules.some(({ points }) => points > 0)).to.equal(true)
  })

  it('belong to findings of some severities in every form of the report', async () => {
    const { rules, site_issues: issues, score } = await client.report(id, '?severity=error')
    const severities = new Set([...rules, ...issues].map(({ severity }) => severity))
    expect([...severities]).to.deep.equal(['error'])
    expect(score).to.deep.equal(report.score)
    const headings = {
      'text/html': /<h3>\d+\. (.*)<\/h3>$/gm,
      'text/markdown': /^### (.*) \(/gm,
    }
    for (const [type, heading] of Object.entries(headings)) {
      const issuesIn = async (query: string) =>
        [...(await client.text(id, `report${query}`, type)).matchAll(heading)].map(([, title]) => title)
      expect(await issuesIn('?severity=error')).to.have.members(
        [...rules, ...issues].map(({ title }) => title),
      )
      expect(await issuesIn('?severity=error,warning')).to.include('Duplicate page titles')
      expect((await issuesIn('')).length).to.be.above((await issuesIn('?severity=error,warning')).length)
    }
    expect((await client.ask(id, 'report?severity=fatal', 'text/html')).status).to.equal(400)
  })

  it('are there while the crawl runs', async () => {
    const slow = Promise.withResolvers<void>()
    const running = await openOwnSite({
      routes: {
        ...routes,
        '/c': async (request, response) => {
          await slow.promise
          await routes['/a']?.(request, response)
        },
      },
    })
    try {
      const other = await client.submit({
        ...{ operation: 'seo-audit', parameters: { vitals: 'none' } },
        crawl: { seeds: [running.url('/')] },
      })
      await eventually(async () => (await read('rule=image-alt', other)).length === 2)
      const { complete } = await client.report(other)
      expect(complete).to.equal(false)
      expect(await client.text(other, 'report', 'text/markdown')).to.match(
        /\*\*Preliminary: \d pages so far\.\*\*/,
      )
      slow.resolve()
      await client.complete(other)
      expect(pathsOf(await read('rule=image-alt&sort=url', other))).to.deep.equal(['/a', '/b', '/c'])
    } finally {
      slow.resolve()
      await running.close()
    }
  })
})
