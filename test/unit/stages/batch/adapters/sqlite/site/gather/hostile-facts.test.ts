import { join } from 'node:path'
import { deflateRawSync } from 'node:zlib'
import { expect } from 'chai'
import { sitePageRow, siteReport } from '#shared/operations/results/site-report.ts'
import { openSiteReader } from '#stages/batch/adapters/sqlite/site/site-file.ts'
import { batchNamed, crawlRules, page, result } from '#test/contract/frontier/batch-scene.ts'
import { rowsAfter } from '#test/support/site/rows-after.ts'
import { openStoreFixture } from '../../../../store-fixture.ts'
import { auditFacts, failedRule, pageFacts } from '../page-facts.ts'

const URL_OF_PAGE = 'http://x.example/1'
const deflated = (value: unknown) => deflateRawSync(JSON.stringify(value)).toString('base64')
/** Facts as text, a line about the page and one about the audit; links are written as lists. */
const header = (page: unknown, audit?: unknown) =>
  audit === undefined ? deflated(page) : `${deflated(page)}\n${deflated(audit)}`
const linksTo = (urls: readonly string[], text = '') => ({ urls, texts: urls.map(() => text), nofollow: [] })
const own = { ...pageFacts(URL_OF_PAGE), links: linksTo([]) }
const { MAX_SAFE_INTEGER } = Number

/** The report and the first row of a crawl of one page whose facts are this text. */
async function reportWith(siteFacts: string) {
  const store = await openStoreFixture()
  try {
    await store.frontier.create(batchNamed('a', { crawl: crawlRules }))
    await store.frontier.add('a', [page(URL_OF_PAGE, { depth: 0 })])
    await store.frontier.start('a', false)
    await store.frontier.complete([{ id: 'a.1', outcome: result(URL_OF_PAGE), siteFacts }])
    const reader = openSiteReader(join(store.folder, 'frontier.db'))
    const [report, snapshot] = [reader.report('a', null), reader.snapshot('a', null)]
    const row = snapshot && rowsAfter(snapshot.rows, 0, 1)[0]
    const hasLink = (snapshot?.site.pages.links.values.length ?? 0) > 0
    const linkText = hasLink ? snapshot?.site.linkText(0, 0) : null
    reader.close()
    return { report, row, linkText }
  } finally {
    await store.end()
  }
}

describe('facts of a site that anybody may have written', () => {
  for (const [what, text] of Object.entries({
    garbage: '\u0000\u202e%%%',
    'a deflate bomb': deflateRawSync(Buffer.alloc(60_000_000, '[')).toString('base64'),
    'deep nesting': deflateRawSync('[['.repeat(200_000)).toString('base64'),
    'deep nesting, plain': `{"a":${'['.repeat(200_000)}`,
    'a list that is too long': header({ ...own, links: linksTo(Array(100_000).fill(URL_OF_PAGE)) }),
    'numbers that are texts': header({ ...own, words: '1' }),
    'a fraction': header({ ...own, bytes: 1.5 }),
    'a list in place of the page': header([own]),
    'a link that is none': header({ ...own, links: linksTo(['javascript:alert(1)']) }),
  })) {
    it(`are left out: ${what}`, async () => {
      const { report, row } = await reportWith(text)
      expect(siteReport.safeParse(report).error).to.equal(undefined)
      expect([report?.pages.total, report?.pages.unknown, report?.rules]).to.deep.equal([1, 1, []])
      expect(row).to.include({ url: URL_OF_PAGE, final_url: null, title: null, overall: null })
    })
  }

  for (const [what, audit] of Object.entries({
    'markup as a severity': {
      ...auditFacts(5, []),
      rules: [{ ...failedRule('r'), severity: '<img src=x onerror=alert(1)>' }],
    },
    'script as an authority': auditFacts(5, [failedRule('r', { docsUrl: 'javascript:alert(1)' })]),
    'one rule several times': auditFacts(5, [failedRule('r'), failedRule('r')]),
    'a score above 100': auditFacts(101, []),
    'a list': [auditFacts(5, [])],
  })) {
    it(`are left out, but not those of the page: ${what}`, async () => {
      const { report, row } = await reportWith(header(own, audit))
      expect(siteReport.safeParse(report).error).to.equal(undefined)
      expect([report?.pages.total, report?.pages.unknown, report?.rules]).to.deep.equal([1, 0, []])
      expect(row).to.include({ url: URL_OF_PAGE, final_url: URL_OF_PAGE, overall: null })
    })
  }

  const strange = ['https://\u0000', 'http://a b/', 'https:///x', 'http://[', 'http://:99999/']
  for (const [what, text] of Object.entries({
    'URLs that cannot be parsed': header({
      ...own,
      ...{ finalUrl: 'http://[bad', canonical: 'http://', links: linksTo(strange) },
      alternates: [{ hreflang: '\ud800', url: 'https://' }],
    }),
    'redirects in a circle': header({
      ...own,
      redirects: [1, 2, 1, 1].map((at) => ({ url: `http://x.example/${at}`, status: 301 })),
    }),
    'links that are not to be followed, but do not exist': header({
      ...own,
      links: { ...linksTo([URL_OF_PAGE]), nofollow: [-1, 0, 0, 7, 1e15] },
    }),
    'the largest numbers': header(
      { ...own, words: MAX_SAFE_INTEGER, bytes: MAX_SAFE_INTEGER },
      auditFacts(100, [failedRule('r', { elements: MAX_SAFE_INTEGER })]),
    ),
    'names of object properties': header(
      { ...own, title: '__proto__' },
      {
        ...auditFacts(5, [failedRule('__proto__'), failedRule('constructor')]),
        byCategory: { constructor: 3, toString: 4 },
      },
    ),
  })) {
    it(`make a valid report: ${what}`, async () => {
      const { report, row } = await reportWith(text)
      expect(siteReport.safeParse(report).error).to.equal(undefined)
      expect(sitePageRow.safeParse(row).error).to.equal(undefined)
      expect([report?.pages.total, row?.status]).to.deep.equal([1, 200])
    })
  }

  it('keep null bytes, and replace halves of characters', async () => {
    const title = 'a\u0000b \u202e'
    const { row, linkText } = await reportWith(
      header({ ...own, title, links: linksTo([URL_OF_PAGE], '\ud83d!') }),
    )
    expect(row?.title).to.equal(title)
    expect(linkText).to.equal('\ufffd!')
  })
})
