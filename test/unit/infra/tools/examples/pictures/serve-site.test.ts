import { expect } from 'chai'
import { type SiteFile, serveSite } from '#infra/tools/examples/pictures/serve-site.ts'

const file = (body: string): SiteFile => ({ status: 200, type: 'text/plain', body })

describe('serve-site', () => {
  it('serves what it has, redirects, and responds with 404 to everything else, until other files replace them', async () => {
    const moved = { status: 302, type: 'text/plain', body: '', location: '/a' }
    const site = await serveSite(
      '127.0.0.1',
      new Map([
        ['/a', file('one')],
        ['/b', moved],
      ]),
    )
    const get = async (path: string) => {
      const response = await fetch(`http://127.0.0.1:${site.port}${path}`)
      return [response.status, await response.text()]
    }
    try {
      expect(await get('/a?x=1')).to.deep.equal([200, 'one'])
      expect(await get('/b')).to.deep.equal([200, 'one'])
      expect(await get('/c')).to.deep.equal([404, 'Not found'])
      site.serve(new Map([['/a', file('two')]]))
      expect(await get('/a')).to.deep.equal([200, 'two'])
      expect((await get('/b'))[0]).to.equal(404)
    } finally {
      await site.close()
    }
  })
})
