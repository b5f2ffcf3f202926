import { expect } from 'chai'
import { unavailable } from '#shared/errors.ts'
import type { FetchedFile } from '#shared/ports/lookups.ts'
import { loadLlmsTxt, loadRobotsTxt, skippedLlmsTxt } from '#stages/extract/audit/load-files.ts'
import { rejectionOf } from '#test/contract/eventually.ts'
import { type Scripted, scripted } from '../scripted-lookups.ts'

const PAGE = 'https://www.example.com/a/page?x'
const ROBOTS = 'https://www.example.com/robots.txt'
const robots = (file: NonNullable<Scripted['files']>[string]) =>
  loadRobotsTxt(scripted({ files: { [ROBOTS]: file } }).asking, PAGE)
const hop = (url: string) => ({ url, status: 301, location: ROBOTS })

describe('text files of a site', () => {
  it('reports robots.txt as received', async () => {
    const text = '\ufeffUser-agent: *\r\nDisallow: /größe\r\n'
    const redirects = [hop('http://www.example.com/robots.txt')]
    expect(await robots({ text, redirects, contentType: 'text/plain' })).to.deep.equal({
      url: ROBOTS,
      finalUrl: ROBOTS,
      status: 200,
      error: null,
      contentType: 'text/plain',
      redirects,
      bytes: Buffer.byteLength(text),
      text,
      isCut: false,
      state: 'found',
    })
  })

  /** RFC 9309, sections 2.3.1.2 to 2.3.1.4; 429 as Google treats it. */
  const states: readonly [what: string, file: Partial<FetchedFile>, state: string][] = [
    ['404', { status: 404 }, 'absent'],
    ['403', { status: 403 }, 'absent'],
    ['503', { status: 503 }, 'unreachable'],
    ['429', { status: 429 }, 'unreachable'],
    ['no answer', { status: null, error: 'timeout' }, 'unreachable'],
    ['a redirect too many', { status: 302, redirects: Array(10).fill(hop(ROBOTS)) }, 'absent'],
    ['the fifth redirect', { redirects: Array(5).fill(hop(ROBOTS)) }, 'found'],
    ['the sixth redirect', { redirects: Array(6).fill(hop(ROBOTS)) }, 'absent'],
  ]
  for (const [what, file, state] of states) {
    it(`reports a robots.txt after ${what} as ${state}`, async () => {
      expect(await robots(file)).to.include({ state })
    })
  }

  it('keeps what octets of robots.txt mean that are no UTF-8', async () => {
    const body = Buffer.from('\xEF\xBBUser-agent: *\nDisallow: /gr\xF6\xDFe', 'latin1')
    expect((await robots({ body })).text).to.equal('User-agent: *\nDisallow: /gr%F6%DFe')
  })

  it('hides the body of an error response', async () => {
    expect(await robots({ status: 404, text: '<html>' })).to.include({ text: '', bytes: 6, isCut: false })
  })

  it('cuts robots.txt where parsers may stop (RFC 9309, 2.5), and reports its length', async () => {
    const { text, bytes, isCut } = await robots({ text: 'x'.repeat(512_001) })
    expect([text.length, bytes, isCut]).to.deep.equal([512_000, 512_001, true])
  })

  it('rejects when no fetch stage serves look-ups', async () => {
    const { asking: context } = scripted({
      lookups: { fetchFile: () => Promise.reject(unavailable('look-ups')) },
    })
    expect(await rejectionOf(loadRobotsTxt(context, PAGE))).to.include({ code: 'SERVICE_UNAVAILABLE' })
  })

  it('reports llms.txt of the same site, read or not', async () => {
    const url = 'https://www.example.com/llms.txt'
    const { asking: context } = scripted({ files: { [url]: { text: '# Shop' } } })
    expect(await loadLlmsTxt(context, PAGE)).to.include({ url, status: 200, text: '# Shop' })
    expect(skippedLlmsTxt(PAGE)).to.include({ url, status: null, error: 'timeout', text: '' })
  })
})
