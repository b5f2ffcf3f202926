import { expect } from 'chai'
import { linkTypes } from '#shared/page/link-type.ts'

const typeOf = linkTypes(new URL('https://www.example.co.uk/page?x=1#here'))

describe('type of a link (infra/docs/clients.md#metadata)', () => {
  for (const [href, type] of [
    ['https://www.example.co.uk/page?x=1#', 'anchor'],
    ['https://www.example.co.uk/page?x=1#there', 'anchor'],
    ['https://www.example.co.uk/page?x=1', 'internal'],
    ['https://www.example.co.uk/page#there', 'internal'],
    ['http://shop.example.co.uk:8080/', 'internal'],
    ['https://user:secret@www.example.co.uk/', 'internal'],
    ['https://other.co.uk/', 'external'],
    ['https://www.example.co.uk.evil.example/', 'external'],
    ['https://[2001:db8::1]/', 'external'],
    ['mailto:a@example.co.uk', 'mailto'],
    ['tel:+123', 'tel'],
    ['javascript:void(0)', 'other'],
    ['data:text/html,x', 'other'],
  ] as const)
    it(`${href}: ${type}`, () => expect(typeOf(href)).to.equal(type))

  it('compares registrable domains: private suffixes of the Public Suffix List count', () => {
    expect(linkTypes(new URL('https://one.github.io/'))('https://two.github.io/')).to.equal('external')
  })
})
