import { join } from 'node:path'
import { deflateRawSync } from 'node:zlib'
import { expect } from 'chai'
import { sitePageRow, siteReport } from '#shared/operations/results/site-report.ts'
import { rowsAfter, SiteReader } from '#stages/batch/adapters/sqlite/site/site-reader.ts'
import { batchNamed, crawlRules, openStoreFixture, page, result } from '../../../../store-fixture.ts'
import { auditFacts, failedRule, pageFacts } from '../page-facts.ts'

const URL_OF_PAGE = 'http://x.example/1'
const packed = (value: unknown) => deflateRawSync(JSON.stringify(value)).toString('base64')
const link = (url: string, text = '') => ({ url, text, isNofollow: false })
const own = pageFacts(URL_OF_PAGE)
const { MAX_SAFE_INTEGER } = Number

/** The report and the first row of a crawl of one page whose outcome has this header. */
async function reportWith(siteFacts: string) {
  const store = await openStoreFixture()
  try {
    await store.frontier.create(batchNamed('a', { crawl: crawlRules }))
    await store.frontier.add('a', [page(URL_OF_PAGE, { depth: 0 })])
    await store.frontier.start('a', false)
    await store.frontier.complete([{ id: 'a.1', outcome: { ...result(URL_OF_PAGE), siteFacts } }])
    const reader = new SiteReader(join(store.folder, 'frontier.db'))
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
  for (const [what, header] of Object.entries({
    garbage: '\u0000\u202e%%%',
    'a deflate bomb': deflateRawSync(Buffer.alloc(60_000_000, '[')).toString('base64'),
    'deep nesting': deflateRawSync('[['.repeat(200_000)).toString('base64'),
    'a list that is too long': packed({
      page: { ...own, links: Array(100_000).fill(link(URL_OF_PAGE)) },
      audit: null,
    }),
    'numbers that are texts': packed({ page: { ...own, words: '1' }, audit: null }),
    'a fraction': packed({ page: { ...own, bytes: 1.5 }, audit: null }),
    'a list in place of the page': packed({ page: [own], audit: null }),
    'a link that is none': packed({ page: { ...own, links: [link('javascript:alert(1)')] }, audit: null }),
    'markup as a severity': packed({
      page: own,
      audit: {
        ...auditFacts(5, []),
        rules: [{ ...failedRule('r'), severity: '<img src=x onerror=alert(1)>' }],
      },
    }),
    'script as an authority': packed({
      page: own,
      audit: auditFacts(5, [failedRule('r', { docsUrl: 'javascript:alert(1)' })]),
    }),
    'one rule several times': packed({
      page: own,
      audit: auditFacts(5, [failedRule('r'), failedRule('r')]),
    }),
    'a score above 100': packed({ page: own, audit: auditFacts(101, []) }),
  })) {
    it(`are left out: ${what}`, async () => {
      const { report, row } = await reportWith(header)
      expect(siteReport.safeParse(report).error).to.equal(undefined)
      expect([report?.pages.total, report?.pages.unknown, report?.rules]).to.deep.equal([1, 1, []])
      expect(row).to.include({ url: URL_OF_PAGE, final_url: null, title: null, overall: null })
    })
  }

  for (const [what, facts] of Object.entries({
    'URLs that cannot be parsed': {
      page: pageFacts('http://[bad', {
        canonical: 'http://',
        links: ['https://\u0000', 'http://a b/', 'https:///x', 'http://[', 'http://:99999/'].map((url) =>
          link(url),
        ),
        alternates: [{ hreflang: '\ud800', url: 'https://' }],
      }),
      audit: null,
    },
    'redirects in a circle': {
      page: pageFacts(URL_OF_PAGE, {
        redirects: [1, 2, 1, 1].map((at) => ({ url: `http://x.example/${at}`, status: 301 })),
      }),
      audit: null,
    },
    'the largest numbers': {
      page: pageFacts(URL_OF_PAGE, { words: MAX_SAFE_INTEGER, bytes: MAX_SAFE_INTEGER }),
      audit: auditFacts(100, [failedRule('r', { elements: MAX_SAFE_INTEGER })]),
    },
    'names of object properties': {
      page: pageFacts(URL_OF_PAGE, { title: '__proto__' }),
      audit: {
        ...auditFacts(5, [failedRule('__proto__'), failedRule('constructor')]),
        byCategory: { constructor: 3, toString: 4 },
      },
    },
  })) {
    it(`make a valid report: ${what}`, async () => {
      const { report, row } = await reportWith(packed(facts))
      expect(siteReport.safeParse(report).error).to.equal(undefined)
      expect(sitePageRow.safeParse(row).error).to.equal(undefined)
      expect([report?.pages.total, row?.status]).to.deep.equal([1, 200])
    })
  }

  it('keep null bytes, and replace halves of characters', async () => {
    const title = 'a\u0000b \u202e'
    const { row, linkText } = await reportWith(
      packed({ page: { ...own, title, links: [link(URL_OF_PAGE, '\ud83d!')] }, audit: null }),
    )
    expect(row?.title).to.equal(title)
    expect(linkText).to.equal('\ufffd!')
  })
})
