import { expect } from 'chai'
import { registrableDomain } from '#shared/web/registrable-domain.ts'

describe('registrableDomain', () => {
  const cases: [host: string, site: string][] = [
    ['www.example.com', 'example.com'],
    ['blog.shop.example.co.uk', 'example.co.uk'],
    // publicsuffix.org, private section: each user is a site.
    ['a.github.io', 'a.github.io'],
    ['127.0.0.1', '127.0.0.1'],
    ['localhost', 'localhost'],
  ]
  for (const [host, site] of cases) it(host, () => expect(registrableDomain(host)).to.equal(site))
})
