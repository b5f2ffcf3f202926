import { expect } from 'chai'
import { makeProxyAuth } from '#stages/render/adapters/egress-proxy/proxy-auth.ts'

const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`

describe('makeProxyAuth', () => {
  it('opens to its own credential in the form of RFC 7617 and to no other', () => {
    const { credential, isAuthorized } = makeProxyAuth()
    const { username, password } = credential
    expect(isAuthorized(basic(`${username}:${password}`))).to.equal(true)
    for (const field of [
      undefined,
      '',
      'Basic ',
      basic(`${username}:`),
      basic(`:${password}`),
      basic(`${username}:${password}x`),
      basic(`${username}:${makeProxyAuth().credential.password}`),
      `Bearer ${password}`,
    ]) {
      expect(isAuthorized(field), String(field)).to.equal(false)
    }
  })

  it('is another one each time, with secrets too long to guess', () => {
    const auths = Array.from({ length: 50 }, makeProxyAuth)
    const secrets = auths.flatMap(({ credential, authProbeUrl }) => [credential.password, authProbeUrl])
    expect(new Set(secrets).size).to.equal(100)
    // 128 bits in base64url are 22 characters.
    for (const secret of secrets)
      expect(new URL(secret, 'http://x/').pathname.slice(1)).to.match(/^[\w-]{22,}$/)
  })

  it('has an admission URL that no DNS may answer (RFC 6761, section 6.4)', () => {
    expect(new URL(makeProxyAuth().authProbeUrl).hostname).to.match(/\.invalid$/)
  })
})
