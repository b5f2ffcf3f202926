import { expect } from 'chai'
import { setDefaultHeaders } from '#gateway/server/default-headers.ts'
import { httpCall } from '../support/http-call.ts'
import { serveApp } from '../support/serve-app.ts'

describe('default headers', () => {
  it('are those of the contract, and a route may overwrite them', async () => {
    const app = await serveApp(setDefaultHeaders, (context) => {
      if (context.path === '/file') context.set('Cache-Control', 'public, max-age=60')
      context.body = 'text'
    })
    const [plain, file] = [await httpCall(app.url, '/'), await httpCall(app.url, '/file')]
    app.close()
    expect(plain.headers).to.include({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'",
    })
    expect(file.headers).to.include({
      'cache-control': 'public, max-age=60',
      'referrer-policy': 'no-referrer',
    })
  })
})
