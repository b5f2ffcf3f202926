import { expect } from 'chai'
import { addressFamilies } from '#stages/batch/crawl/families/address-families.ts'

const site = 'https://www.example.com'
const familyOf = (path: string) => addressFamilies(site + path).family
const sectionOf = (path: string) => addressFamilies(site + path).section

const variants: Readonly<Record<string, readonly string[]>> = {
  'values of a parameter of any name': ['/page?visit=1f', '/page?visit=zz'],
  'spellings (RFC 3986, section 6.2.2)': ['/%73hop/list?%73ort=1', '/shop/list?sort=1'],
  'parameters in another order, or again': ['/p?a=1&b=2', '/p?b=3&a=4', '/p?b=3&a=4&a=5'],
  'names of parameters with digits': ['/p?k1f=1', '/p?k2e=1'],
  'values without a name': ['/p?abc', '/p?xyz'],
  'segments with digits': ['/s/9f3a/page', '/s/b71c/page'],
  'long runs of letters': ['/s/qwertzuiopasdfghjklyxcv', '/s/yxcvbnmasdfghjklqwertzu'],
  'values of the parameters of a segment (RFC 3986, section 3.3)': ['/p;v=a/x', '/p;v=b/x'],
  months: ['/calendar/2026/11', '/calendar/2027/01'],
}

const different: Readonly<Record<string, readonly [string, string]>> = {
  'other words': ['/about/team', '/about/jobs'],
  'other names of parameters': ['/p?a=1', '/p?b=1'],
  'with and without a query': ['/p', '/p?a=1'],
  'another kind of file': ['/a/1.html', '/a/1.php'],
}

describe('addressFamilies', () => {
  for (const [what, paths] of Object.entries(variants))
    it(`has one family for ${what}`, () => expect(new Set(paths.map(familyOf)).size).to.equal(1))

  for (const [what, [one, two]] of Object.entries(different))
    it(`tells apart ${what}`, () => expect(familyOf(one)).to.not.equal(familyOf(two)))

  it('has one section for all combinations of parameters of a page', () => {
    expect(sectionOf('/list?sort=a')).to.equal(sectionOf('/list?dir=b&view=c'))
  })

  it('has one section for addresses with a word of any shape in them', () => {
    expect(sectionOf('/s/abc/page')).to.equal(sectionOf('/s/xyz/page'))
  })

  it('tells hosts apart', () => {
    expect(addressFamilies('https://a.example/p')).to.not.deep.equal(addressFamilies('https://b.example/p'))
  })
})
