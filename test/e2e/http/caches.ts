import { expect } from 'chai'
import { eventually } from '#test/contract/eventually.ts'
import type { ContractFixture, Parameters } from './contract-fixture.ts'

/** The cache of metadata (infra/docs/clients.md#caches). */
export function cachesContract(fixture: ContractFixture): void {
  describe('cache of metadata', () => {
    let pages = 0
    /** A page that no call has requested yet. */
    function newPage(): { path: string; url: string } {
      pages += 1
      const path = `/cached-${pages}`
      return { path, url: fixture.site.url(path) }
    }
    async function ask(url: string, more: Parameters = {}, headers = {}, key?: string) {
      const answer = await fixture.metadata({ url, ...more }, { headers, ...(key && { key }) })
      return { status: answer.status, cache: answer.headers['x-cache'], json: answer.json() }
    }

    it('caches an answer: MISS, then HIT with the same content, and the page is requested once', async () => {
      const { path, url } = newPage()
      const first = await ask(url)
      const second = await ask(url)
      expect([first.cache, second.cache]).to.deep.equal(['MISS', 'HIT'])
      expect(second.json).to.deep.equal(first.json)
      expect(fixture.site.hits(path)).to.equal(1)
    })

    it('serves every key', async () => {
      const { url } = newPage()
      await ask(url)
      expect((await ask(url, {}, {}, await fixture.makeKey())).cache).to.equal('HIT')
    })

    it('shares an entry for equivalent parameters: defaults, order of fields, duplicates', async () => {
      const { url } = newPage()
      await ask(url)
      const same = [
        { fields: 'all', device: 'desktop', max_images: 25, max_links: 100 },
        { fields: 'basic,all' },
        { fields: 'all,all' },
      ]
      for (const parameters of same) expect((await ask(url, parameters)).cache).to.equal('HIT')
      await ask(url, { fields: 'og,basic' })
      for (const fields of ['basic,og', 'og,basic,og']) {
        expect((await ask(url, { fields })).cache, fields).to.equal('HIT')
      }
    })

    it('has a separate entry for each fields, device, max_images, max_links', async () => {
      const { url } = newPage()
      await ask(url)
      const others = [{ fields: 'basic' }, { device: 'mobile' }, { max_images: 24 }, { max_links: 99 }]
      for (const parameters of others) {
        expect((await ask(url, parameters)).cache, JSON.stringify(parameters)).to.equal('MISS')
        expect((await ask(url, parameters)).cache, JSON.stringify(parameters)).to.equal('HIT')
      }
    })

    it("answers in the caller's spelling of the URL, with the fragment", async () => {
      const { path, url } = newPage()
      expect((await ask(`${url}#of-the-first`)).json.final_url).to.equal(url)
      const { host } = new URL(url)
      for (const spelling of [
        `${url}#top`,
        `HTTP://${host}${path}`,
        `http://${host}/x/..${path}`,
        ` ${url}`.trim(),
      ]) {
        const { cache, json } = await ask(spelling)
        expect([cache, json.url, json.final_url]).to.deep.equal(['HIT', spelling, url])
      }
    })

    it('distinguishes query, slash, capitals of the path, and host name', async () => {
      const { path, url } = newPage()
      await ask(url)
      const named = url.replace(new URL(url).hostname, fixture.names.site)
      for (const other of [
        `${url}?`,
        `${url}?a=1`,
        `${url}/`,
        url.replace(path, path.toUpperCase()),
        named,
      ]) {
        expect((await ask(other)).cache, other).to.equal('MISS')
      }
    })

    it('is bypassed with Cache-Control: no-cache, but written', async () => {
      const { path, url } = newPage()
      const first = await ask(url)
      await eventually(() => Date.now() > Date.parse(first.json.fetched_at))
      const fresh = await ask(url, {}, { 'Cache-Control': 'no-cache' })
      const third = await ask(url)
      expect([fresh.cache, third.cache]).to.deep.equal(['MISS', 'HIT'])
      expect(third.json.fetched_at).to.equal(fresh.json.fetched_at).and.not.equal(first.json.fetched_at)
      expect(fixture.site.hits(path)).to.equal(2)
    })

    it('is read up to the age that the key accepts; other keys still get the entry', async () => {
      const { url } = newPage()
      const patient = await fixture.makeKey({ metadata_ttl_seconds: 60 })
      const hasty = await fixture.makeKey({ metadata_ttl_seconds: 1 })
      await ask(url)
      const ofPatient = new Set<unknown>()
      await eventually(async () => {
        ofPatient.add((await ask(url, {}, {}, patient)).cache)
        return (await ask(url, {}, {}, hasty)).cache === 'MISS'
      })
      expect([...ofPatient]).to.deep.equal(['HIT'])
    })

    it('stores only successes', async () => {
      for (const path of ['/pdf', '/reset', '/to-inside', '/kept-out']) {
        const first = await ask(fixture.site.url(path))
        const second = await ask(fixture.site.url(path))
        expect([first.status >= 400, first.status, first.cache]).to.deep.equal([
          true,
          second.status,
          undefined,
        ])
        expect(second.cache).to.equal(undefined)
      }
      expect(fixture.site.hits('/pdf')).to.be.at.least(2)
    })
  })
}
