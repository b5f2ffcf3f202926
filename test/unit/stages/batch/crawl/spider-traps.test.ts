import { expect } from 'chai'
import { familyOf, isTrap } from '#stages/batch/crawl/spider-traps.ts'

const now = Date.parse('2026-06-15T12:00:00Z')
const site = 'https://www.example.com'
const judge = (path: string) => isTrap(new URL(site + path), now)

const followed: Readonly<Record<string, readonly string[]>> = {
  'usual pages': ['/', '/a/b/c?d=e', '/products/42', '/wiki/Node.js', '/en/docs/en/api'],
  'articles and archives by date': [
    '/2019/03/14/pi-day/',
    '/1996/05/an-old-story.html',
    '/blog/2009/05/',
    '/archive/2001-11-02',
    '/news/2026/06',
    '/1851/09/18/first-issue',
  ],
  'a calendar near the day of the crawl': [
    '/calendar/2026/07',
    '/events/2025-08-01/',
    '/events/?tribe-bar-date=2027-01-01',
    '/calendar?year=2026&month=7',
    '/calendar/view.php?view=month&time=1782000000',
    '/kalender/20260701',
  ],
  'numbers that are no dates': [
    '/item?id=20991231',
    '/p/2099/99',
    '/sku/3000-44',
    '/wine?year=1850',
    '/room/2088',
    '/calendar/room/2088',
    '/api/v2050/13/x',
  ],
  'a segment that comes again': ['/a/b/a/b', '/x/x/', '/de/shop/de/shop/', '/1/2/1/3/1/4'],
  'a query of some facets': ['/shop?color=red&size=m&brand=a&price=1-2&page=2'],
}

const traps: Readonly<Record<string, readonly string[]>> = {
  'calendars that have left the crawl behind': [
    '/calendar/2031/05',
    '/calendar/2031/05/17/',
    '/events/2030-01-01',
    '/events/month/2024-01/',
    '/kalender/20310501',
    '/events/?tribe-bar-date=2031-01-01',
    '/termine?datum=1999-12',
    '/booking?month=2031-05',
    '/booking?checkin_date=20310517',
    '/calendar?year=2031&month=5',
    '/index.php?option=com_jevents&task=month.calendar&year=2012&month=02',
    '/calendar/view.php?view=month&time=1924905600',
    '/rooms?from=2031%2F05%2F01',
  ],
  'lists by date without end': ['/2031/05/', '/archive/2028-01', '/posts/1950/01/', '/archive/1700-01-01'],
  'relative links that miss their base': [
    '/a/b/a/b/a/b/',
    '/x/x/x/',
    '/de/about/about/about/team',
    '/shop/cart/shop/cart/shop/cart/checkout',
    '/a/1/a/2/a/3/a/4',
  ],
  'paths that go down and down': [`/${Array.from({ length: 17 }, (_, level) => `s${level}`).join('/')}`],
  'addresses of excessive length': [`/${'x'.repeat(2048)}`, `/search?q=${'x'.repeat(2048)}`],
  'combinations of facets': ['/shop?a=1&b=2&c=3&d=4&e=5&f=6&g=7&h=8&i=9'],
}

describe('isTrap', () => {
  for (const [what, paths] of Object.entries(followed)) {
    describe(`not: ${what}`, () => {
      for (const path of paths) it(path, () => expect(judge(path)).to.equal(false))
    })
  }
  for (const [what, paths] of Object.entries(traps)) {
    describe(what, () => {
      for (const path of paths) it(path.slice(0, 80), () => expect(judge(path)).to.equal(true))
    })
  }

  it('decides quickly for any URL', () => {
    const paths = ['/a'.repeat(1000), `/calendar${'/2026'.repeat(400)}`, `/?${'2026-'.repeat(400)}`]
    const began = process.cpuUsage()
    for (const path of paths) judge(path)
    expect(process.cpuUsage(began).user / 1000).to.be.below(500)
  })
})

describe('familyOf', () => {
  it('is null without a query', () => expect(familyOf(`${site}/a`)).to.equal(null))

  it('groups the pages of a list, and allows many', () => {
    const family = familyOf(`${site}/list?page=2`)
    expect(familyOf(`${site}/list?page=77`)).to.deep.equal(family)
    expect(familyOf(`${site}/l%69st?p%61ge=77`)).to.deep.equal(family)
    expect(familyOf(`${site}/list?tag=77`)?.name).to.not.equal(family?.name)
    expect(family?.maxMembers).to.equal(10_000)
  })

  it('groups combinations of facets, and allows some', () => {
    const family = familyOf(`${site}/list?color=red&size=m`)
    expect(familyOf(`${site}/list?size=l&brand=x`)).to.deep.equal(family)
    expect(familyOf(`${site}/other?color=red&size=m`)?.name).to.not.equal(family?.name)
    expect(family?.maxMembers).to.equal(500)
  })
})
