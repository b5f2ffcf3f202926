import { expect } from 'chai'
import { makeAdmission } from '#stages/batch/crawl/admission.ts'
import { rules } from '../crawl-fixture.ts'

const site = 'https://shop.example'
const now = Date.parse('2026-06-15T12:00:00Z')
const admit = (address: string, more: object = {}) =>
  makeAdmission({ ...rules, ...more }, 'shop.example', now)(URL.parse(address))

describe('makeAdmission', () => {
  it('admits pages by their normal address', () => {
    expect(admit(`${site}/a?b=1#c`)).to.equal(`${site}/a?b=1`)
    // Without its tracking parameters it has no more than eight.
    const tracked = Array.from({ length: 9 }, (_, index) => `utm_x${index}=1`).join('&')
    expect(admit(`${site}/a?${tracked}&b=1`)).to.equal(`${site}/a?b=1`)
    expect(admit(`${site}/a?${tracked.replaceAll('utm_', '')}`)).to.equal(null)
  })

  it('admits no other site, no other scheme, no credentials, no download', () => {
    for (const address of [
      'https://other.example/',
      'ftp://shop.example/',
      'https://user@shop.example/',
      'https://:secret@shop.example/',
      `${site}/file.PDF`,
      'no address',
    ])
      expect(admit(address), address).to.equal(null)
    for (const address of [`${site}/a.pdf/`, `${site}/pdf`, `${site}/node.js`, `${site}/.zip/x`])
      expect(admit(address), address).to.equal(address)
  })

  it('judges a page by its URL, however it is spelled, and returns its spelling', () => {
    const more = { exclude: ['/café/*', '/%7euser*', '*b%2fc'] }
    const excluded = ['/caf%c3%a9/1', '/caf%C3%A9/1', '/~user/', '/%7Euser/', '/a/b%2Fc']
    for (const path of excluded) expect(admit(site + path, more), path).to.equal(null)
    for (const path of ['/caf%c3%a8/1', '/a/b/c', '/caf%C3%A8/1'])
      expect(admit(site + path, more)).to.equal(site + path)
    expect(admit(`${site}/report%2Epdf`)).to.equal(null)
    expect(admit(`${site}/p?%75tm_source=a`)).to.equal(`${site}/p`)
    expect(admit(`${site}/a/%61/a/%61/`)).to.equal(admit(`${site}/a/a/a/a/`))
  })

  it('admits what one pattern includes and no pattern excludes', () => {
    const more = { include: ['/a*', '/b*'], exclude: ['*zz*', '/bc'] }
    const paths = ['/a', '/b', '/bc', '/bcd', '/azz', '/c']
    expect(paths.filter((path) => admit(site + path, more) !== null)).to.deep.equal(['/a', '/b', '/bcd'])
  })
})
