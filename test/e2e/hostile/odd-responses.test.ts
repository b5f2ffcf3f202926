import { expect } from 'chai'
import { requireBrowser } from '#test/support/browser/test-tab.ts'
import { getPath, postSnapshot } from '#test/support/service/api-client.ts'
import type { UsedService } from '#test/support/service/service-fixture.ts'
import { onShared } from '#test/support/service/shared-sides.ts'
import {
  oddPage,
  oddRedirects,
  oddResponses,
  unreadableResponses,
} from '#test/support/sites/odd-responses.ts'
import { openRawSite, type RawSite } from '#test/support/sites/raw-site.ts'
import { auditOf, failedRules } from '../audit/audit-calls.ts'

/** One of each kind, for the operations that take a browser. */
const kinds = [
  'a control character in a value',
  'a name with a space',
  'a space before the colon',
  'a folded value',
  'lines ended by LF alone',
  'a length beside chunks',
  'equal lengths',
  'chunks ended by LF alone',
]

const page = `HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: ${oddPage.length}\r\n\r\n${oddPage}`
const pathOf = (name: string) => `/${name.replaceAll(' ', '-')}`
const responses: Record<string, string> = { '/there': page }
for (const [name, { bytes }] of Object.entries(oddResponses)) responses[pathOf(name)] = bytes
for (const [name, bytes] of Object.entries(unreadableResponses))
  responses[`/unreadable${pathOf(name)}`] = bytes
for (const [name, bytes] of Object.entries(oddRedirects)) responses[`/redirect${pathOf(name)}`] = bytes

const sitemap = `HTTP/1.1 200
Content-Type : text/xml

<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>{{origin}}/there</loc></url></urlset>`

onShared(['embedded'], 'responses that browsers read and the grammar of HTTP does not allow', (open) => {
  let site: RawSite
  let fixture: UsedService
  before(async () => {
    site = await openRawSite({
      ...responses,
      '/robots.txt':
        'HTTP/1.1 200 OK\nContent-Type : text/plain\n\nUser-agent: *\nDisallow: /a-folded-value\nSitemap: {{origin}}/map\n',
      '/map': sitemap,
    })
    fixture = await open()
  })
  after(async () => {
    await fixture?.close()
    await site?.close()
  })

  const call = (operation: string, path: string) =>
    getPath(fixture, `/${operation}?url=${encodeURIComponent(site.url(path))}`)

  for (const name of Object.keys(oddResponses)) {
    it(`metadata reads ${name}`, async () => {
      const { status, json, text } = await call('metadata', pathOf(name))
      expect([status, json?.title, json?.description], text).to.deep.equal([
        200,
        'Odd but readable',
        'A page.',
      ])
    })
  }
  for (const name of Object.keys(oddRedirects)) {
    it(`metadata follows a redirect with ${name}`, async () => {
      const { status, json, text } = await call('metadata', `/redirect${pathOf(name)}`)
      expect([status, json?.title], text).to.deep.equal([200, 'Odd but readable'])
    })
  }
  for (const name of Object.keys(unreadableResponses)) {
    it(`metadata refuses ${name}`, async () => {
      expect((await call('metadata', `/unreadable${pathOf(name)}`)).status).to.equal(500)
    })
  }

  for (const name of kinds) {
    it(`an audit reads ${name}`, async () => {
      const audit = await auditOf(fixture, site.url(pathOf(name)))
      expect(failedRules(audit)).to.include('charset-missing').and.not.include('title-missing')
    })

    it(`a snapshot reads ${name}`, async function () {
      requireBrowser(this)
      const { status, text } = await postSnapshot(fixture, { url: site.url(pathOf(name)) })
      expect(status, text.slice(0, 1000)).to.equal(200)
    })
  }

  it('a measurement reads one', async function () {
    requireBrowser(this)
    expect((await call('performance', pathOf('a folded value'))).status).to.equal(200)
  })

  it('robots.txt and a sitemap are read', async () => {
    const blocked = failedRules(await auditOf(fixture, site.url(pathOf('a folded value'))))
    expect(blocked).to.include.members(['robots-txt-blocks-page', 'sitemap-page-absent'])
    const listed = failedRules(await auditOf(fixture, site.url('/there')))
    expect(listed.filter((rule) => /robots|sitemap/.test(rule))).to.deep.equal([])
  })
})
