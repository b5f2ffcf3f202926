import { expect } from 'chai'
import { ThrottledError } from '#shared/async/throttled-error.ts'
import type { FetchedFile } from '#shared/ports/lookups.ts'
import { loadTarget } from '#stages/extract/audit/load-files.ts'
import { type Scripted, scripted } from '../scripted-lookups.ts'

const URL_REQUESTED = 'https://www.example.com/c'
const redirects = [{ url: URL_REQUESTED, status: 301, location: 'https://www.example.com/d' }]
const read = (file: Partial<FetchedFile> & { text?: string }, script: Scripted = {}) =>
  loadTarget(scripted({ files: { [URL_REQUESTED]: file }, ...script }).asking, URL_REQUESTED)
const html = '<link rel="canonical" href="/e"><meta name="robots" content="noindex">'

describe('loadTarget', () => {
  it('fetches and reads the page', async () => {
    const { target, answer } = await read({
      text: html,
      robotsHeaders: ['nofollow'],
      contentType: 'text/html',
    })
    expect(target).to.deep.equal({
      url: URL_REQUESTED,
      finalUrl: URL_REQUESTED,
      status: 200,
      error: null,
      redirects: [],
      contentType: 'text/html',
      robotsAllowed: true,
      robotsHeaders: ['nofollow'],
      canonical: 'https://www.example.com/e',
      robotsMetas: [{ name: 'robots', content: 'noindex' }],
      alternates: [],
    })
    expect(answer).to.deep.equal({
      url: URL_REQUESTED,
      status: 200,
      location: null,
      contentType: 'text/html',
      error: null,
      headers: { 'x-robots-tag': 'nofollow' },
      httpVersion: null,
    })
  })

  it('reports a redirect as the answer of the probe', async () => {
    const { target, answer } = await read({ text: html, redirects, finalUrl: 'https://www.example.com/d' })
    expect(target).to.deep.include({ status: 200, redirects, canonical: 'https://www.example.com/e' })
    expect(answer).to.include({ status: 301, location: 'https://www.example.com/d', contentType: null })
  })

  const unread: readonly [what: string, file: Partial<FetchedFile>][] = [
    ['are gone', { status: 404 }],
    ['are no HTML', { contentType: 'application/pdf' }],
    ['do not answer', { status: null, error: 'dns_failure' }],
  ]
  for (const [what, file] of unread) {
    it(`does not read a page that ${what}`, async () => {
      const { target } = await read({ text: html, ...file })
      expect(target).to.deep.include({ canonical: null, robotsMetas: [], ...file })
    })
  }

  const verdicts = [
    ['found', false, false],
    ['found', true, true],
    ['unreachable', false, null],
  ] as const
  for (const [state, allowed, robotsAllowed] of verdicts) {
    it(`reports whether robots.txt allows Googlebot: ${robotsAllowed}`, async () => {
      const none = { rule: null, line: null, group: null, crawlDelay: null, sitemaps: [] }
      const robots = async () => ({ robotsUrl: '', state, allowed, ...none })
      expect((await read({}, { lookups: { robots } })).target).to.include({ robotsAllowed })
    })
  }

  it('may be asked for by Googlebot is unknown while its robots.txt has to wait for its turn', async () => {
    const robots = () => Promise.reject(new ThrottledError(500))
    expect((await read({}, { lookups: { robots } })).target).to.include({ robotsAllowed: null, status: 200 })
  })
})
