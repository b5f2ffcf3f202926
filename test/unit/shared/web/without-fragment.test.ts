import { expect } from 'chai'
import { withoutFragment } from '#shared/web/without-fragment.ts'

/** RFC 3986, section 3.5: a fragment begins at the first "#" and ends with the URI. */
describe('URL without its fragment', () => {
  for (const [href, expected] of [
    ['https://a.example/x?q=1#part', 'https://a.example/x?q=1'],
    ['https://a.example/x#', 'https://a.example/x'],
    ['https://a.example/#a#b?c', 'https://a.example/'],
    ['https://a.example/x?q=%23', 'https://a.example/x?q=%23'],
    ['', ''],
  ] as const)
    it(`of ${JSON.stringify(href)}`, () => expect(withoutFragment(href)).to.equal(expected))
})
