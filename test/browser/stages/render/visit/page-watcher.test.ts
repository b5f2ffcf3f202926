import { expect } from 'chai'
import { userAgents } from '#shared/web/user-agents.ts'
import { page, silence } from '#test/site/hostile/pages.ts'
import type { Route } from '#test/support/sites/target-site.ts'
import { visiting } from './visiting.ts'

/** The site under its other address. */
const abroad = (body: (origin: string) => string): Route => {
  return (request, response) => {
    const origin = `http://${request.headers.host?.replace('127.0.0.2', '127.0.0.3')}`
    return page(body(origin))(request, response)
  }
}

describe('page watcher: frames with processes of their own', () => {
  const requested: (string | undefined)[] = []
  const { visit, failure, site } = visiting(
    {
      '/silence': silence,
      '/asks': page('<p>Inner<script>for (let i = 0; i < 3; i++) fetch("/silence?" + i)</script>'),
      '/agent': ({ headers }, response) => {
        requested.push(headers['user-agent'])
        response.writeHead(200).end()
      },
      '/mirror': page('<script>fetch("/agent?" + navigator.userAgent)</script>'),
      '/with-asking': abroad((origin) => `<iframe src="${origin}/asks"></iframe>`),
      '/with-hanging': abroad((origin) => `<iframe src="${origin}/silence"></iframe>`.repeat(3)),
      '/with-gone': abroad(
        (origin) =>
          `<iframe src="${origin}/asks"></iframe><script>setTimeout(() => document.body.replaceChildren(), 400)</script>`,
      ),
      '/with-mirror': abroad((origin) => `<iframe src="${origin}/mirror"></iframe>`),
      '/with-plain': abroad((origin) => `<iframe src="${origin}/plain"></iframe>`),
    },
    { hosts: 2 },
  )
  const waitUntil = 'networkidle2'
  const timeout = 1500

  for (const path of ['/with-asking', '/with-hanging']) {
    it(`count: ${path}`, async () => {
      const details = { url: site().url(path), timeout_ms: timeout }
      expect(await failure(path, { waitUntil, timeout })).to.deep.equal({ code: 'TIMEOUT', details })
    })
  }

  for (const path of ['/with-gone', '/with-plain']) {
    it(`end: ${path}`, async () => {
      expect((await visit(path, { waitUntil: 'networkidle0' })).status).to.equal(200)
    })
  }

  it('go by the same name', async () => {
    await visit('/with-mirror', { waitUntil: 'networkidle0', device: 'mobile' })
    expect(requested).to.deep.equal([userAgents.mobile])
    expect(site().hits('/agent')).to.equal(1)
  })
})
