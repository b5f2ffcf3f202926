import { expect } from 'chai'
import { eventType, hostKey, isNewerVersion } from '#shared/messages/topics.ts'

describe('topics', () => {
  it('give events their type: without lane, with the major version', () => {
    expect(eventType('inspection.requested.batch')).to.equal('inspection.requested.v1')
    expect(eventType('page.fetched.interactive')).to.equal('page.fetched.v2')
    expect(eventType('result.seo-audit')).to.equal('result.seo-audit.v1')
  })

  for (const [url, key] of [
    ['http://Shop.EXAMPLE:8080/x', 'shop.example'],
    ['https://user:secret@shop.example/', 'shop.example'],
    ['http://[2001:DB8::1]:81/', '[2001:db8::1]'],
    ['http://bücher.example/', 'xn--bcher-kva.example'],
    ['http://127.1/', '127.0.0.1'],
    ['nowhere', ''],
    ['', ''],
    [undefined, ''],
    [5, ''],
    [{ toString: () => 'http://x/' }, ''],
    [`http://${'a'.repeat(256)}/`, ''],
  ] as const) {
    it(`give the host of the target as the key: ${JSON.stringify(url)?.slice(0, 40)}`, () => {
      expect(hostKey(url)).to.equal(key)
    })
  }

  it('know the versions of events that are newer than this program', () => {
    expect(isNewerVersion('page.fetched.v3', 'page.fetched')).to.equal(true)
    expect(isNewerVersion('inspection.requested.v2', 'inspection.requested')).to.equal(true)
    for (const type of ['page.fetched.v2', 'page.fetched.v1', 'page.rendered.v3', 'page.fetched.vx', ''])
      expect(isNewerVersion(type, 'page.fetched'), type).to.equal(false)
  })
})
