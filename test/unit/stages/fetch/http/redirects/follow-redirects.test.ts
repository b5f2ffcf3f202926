import { expect } from 'chai'
import type { HttpClient } from '#stages/fetch/http/client.ts'
import { failureOf, loopbackClient, type Site, serve, serveRaw, userAgent } from '../loopback.ts'

describe('followRedirects', () => {
  let site: Site
  let client: HttpClient
  const fetchPath = (path: string) => client.fetchPage({ url: `${site.origin}${path}`, userAgent })

  before(async () => {
    const redirects: Record<string, [number, string]> = {
      '/301': [301, '/302'],
      '/302': [302, '303'],
      '/303': [303, '?307'],
      '/303?307': [307, '/308'],
      '/308': [308, '/end'],
      '/loop-a': [302, '/loop-b'],
      '/loop-b': [302, '/loop-a'],
      '/ftp': [302, 'ftp://127.0.0.1/x'],
      '/file': [302, 'file:///etc/passwd'],
      '/data': [302, 'data:text/html,x'],
      '/metadata': [302, 'http://169.254.169.254/latest/meta-data/'],
      '/decimal': [302, 'http://2852039166/'],
      '/credentials': [302, 'http://user:secret@127.0.0.1/'],
      '/unparsable': [302, 'http://['],
      '/unknown-host': [302, 'http://unknown.shop.com/'],
      '/300': [300, '/end'],
    }
    for (let left = 11; left > 0; left -= 1) redirects[`/down/${left}`] = [302, `/down/${left - 1}`]
    site = await serve(({ url = '', headers }, response) => {
      const [status, location] = redirects[url] ?? []
      if (status && location) return response.writeHead(status, { location }).end('moved')
      if (url === '/no-location') return response.writeHead(302).end('nowhere')
      if (url === '/cookie' && !headers.cookie) {
        return response.writeHead(302, { location: '/cookie', 'set-cookie': 'seen=1; Path=/' }).end()
      }
      return response.end(`cookie=${headers.cookie} referer=${headers.referer} path=${url}`)
    })
    client = loopbackClient({ hosts: 'a.shop.example=127.0.0.1,b.shop.example=127.0.0.1' })
  })
  after(async () => {
    await client.close()
    await site.close()
  })

  it('follows every kind of redirect and reports each with its status and absolute location', async () => {
    const { finalUrl, status, redirects, body } = await fetchPath('/301')
    const at = (path: string) => `${site.origin}${path}`
    expect(redirects).to.deep.equal([
      { url: at('/301'), status: 301, location: at('/302') },
      { url: at('/302'), status: 302, location: at('/303') },
      { url: at('/303'), status: 303, location: at('/303?307') },
      { url: at('/303?307'), status: 307, location: at('/308') },
      { url: at('/308'), status: 308, location: at('/end') },
    ])
    expect(finalUrl).to.equal(at('/end'))
    expect(status).to.equal(200)
    expect(body.toString()).to.equal('cookie=undefined referer=undefined path=/end')
  })

  it('treats a redirect without Location, and a 300, as the page', async () => {
    expect(await fetchPath('/no-location')).to.include({ status: 302 })
    expect(await fetchPath('/300')).to.include({ status: 300 })
  })

  it('follows as many redirects as configured and no more', async () => {
    expect((await fetchPath('/down/10')).redirects).to.have.length(10)
    const { code, details } = await failureOf(fetchPath('/down/11'))
    expect(code).to.equal('URL_UNREACHABLE')
    expect(details).to.deep.equal({
      url: `${site.origin}/down/11`,
      reason: 'too_many_redirects',
      status_code: null,
    })
  })

  it('stops at a loop', async () => {
    const { details } = await failureOf(fetchPath('/loop-a'))
    expect(details).to.include({ reason: 'too_many_redirects' })
  })

  it('sends cookies of the chain back, so that a page that redirects to itself is reached', async () => {
    const { redirects, body, setCookies } = await fetchPath('/cookie')
    expect(redirects.map(({ status, location }) => [status, location])).to.deep.equal([
      [302, `${site.origin}/cookie`],
    ])
    expect(body.toString()).to.include('cookie=seen=1 ')
    expect(setCookies).to.deep.equal(['seen=1; Path=/'])
  })

  it('keeps no cookie for the next chain', async () => {
    await fetchPath('/cookie')
    const { redirects } = await fetchPath('/cookie')
    expect(redirects).to.have.length(1)
  })

  it('shares a domain cookie between the hosts of a site within a chain', async () => {
    const shop = await serve(({ headers }, response) => {
      if (headers.host?.startsWith('b.')) return response.end(headers.cookie)
      response.appendHeader('set-cookie', 'wide=1; Domain=shop.example; Path=/')
      response.appendHeader('set-cookie', 'narrow=2; Path=/')
      response.writeHead(302, { location: `http://b.shop.example:${shop.port}/` }).end()
    })
    const url = `http://a.shop.example:${shop.port}/`
    const { body } = await client.fetchPage({ url, userAgent })
    expect(body.toString()).to.equal('wide=1')
    await shop.close()
  })

  for (const [path, reason] of [
    ['/ftp', 'scheme_not_allowed'],
    ['/file', 'scheme_not_allowed'],
    ['/data', 'scheme_not_allowed'],
    ['/metadata', 'address_not_allowed'],
    ['/decimal', 'address_not_allowed'],
    ['/credentials', 'credentials_not_allowed'],
  ] as const) {
    it(`rejects a redirect to a target like ${path}, with the URL of the caller`, async () => {
      const { code, details, message } = await failureOf(fetchPath(path))
      expect(code).to.equal('INVALID_URL')
      expect(details).to.deep.equal({ url: `${site.origin}${path}`, reason })
      expect(message).not.to.match(/169\.254|secret|passwd/)
    })
  }

  it('sends no request to a refused target', async () => {
    const canary = await serve((_request, response) => response.end('secret'))
    const gate = await serve((_request, response) =>
      response.writeHead(302, { location: `${canary.origin}/` }).end(),
    )
    const guarded = loopbackClient({ allow: `127.0.0.1:${gate.port}` })
    const { code } = await failureOf(guarded.fetchPage({ url: gate.origin, userAgent }))
    expect(code).to.equal('INVALID_URL')
    expect(gate.requested).to.have.length(1)
    expect(canary.requested).to.deep.equal([])
    await Promise.all([guarded.close(), gate.close(), canary.close()])
  })

  it('distinguishes an invalid Location from a refused target', async () => {
    const { code, details } = await failureOf(fetchPath('/unparsable'))
    expect(code).to.equal('URL_UNREACHABLE')
    expect(details).to.include({ reason: 'invalid_response' })
  })

  it('reports an unknown host of a redirect', async () => {
    const { details } = await failureOf(fetchPath('/unknown-host'))
    expect(details).to.include({ reason: 'dns_failure', url: `${site.origin}/unknown-host` })
  })

  it('checks the first target like any other', async () => {
    const { code, details } = await failureOf(client.fetchPage({ url: 'http://10.0.0.1/', userAgent }))
    expect(code).to.equal('INVALID_URL')
    expect(details).to.deep.equal({ url: 'http://10.0.0.1/', reason: 'address_not_allowed' })
  })

  it('percent-encodes the bytes of a Location outside ASCII', async () => {
    const utf8 = Buffer.from('/größe').toString('latin1')
    const raw = await serveRaw((socket) => {
      const [first, rest] =
        raw.requested.length === 1 ? ['302 Found', `Location: ${utf8}?\xe4\r\n`] : ['200 OK', '']
      socket.write(`HTTP/1.1 ${first}\r\n${rest}Content-Length: 0\r\n\r\n`, 'latin1')
    })
    const { finalUrl } = await client.fetchPage({ url: raw.origin, userAgent })
    expect(finalUrl).to.equal(`${raw.origin}/gr%C3%B6%C3%9Fe?%E4`)
    expect(raw.requested).to.deep.equal(['/', '/gr%C3%B6%C3%9Fe?%E4'])
    await raw.close()
  })

  it('never sends or reports a fragment: it belongs to the caller', async () => {
    const { finalUrl, redirects } = await fetchPath('/302#part')
    expect(finalUrl).to.equal(`${site.origin}/end`)
    expect(redirects[0]?.location).to.equal(`${site.origin}/303`)
    expect(site.requested.filter((target) => target.includes('#'))).to.deep.equal([])
  })
})
