import { expect } from 'chai'
import { parsePagesQuery } from '#gateway/routes/batches/queries.ts'
import type { Failure } from '#shared/errors.ts'

const selectionOf = (query: string) => parsePagesQuery(query).selection
const all = {
  ...{ rule: null, statuses: [], indexable: null, minOverall: null, maxOverall: null },
  sort: { column: 'n', isDescending: false },
}

describe('choice of pages in a query', () => {
  it('is all of them by number, by default', () => expect(selectionOf('')).to.deep.equal(all))

  it('names a rule, statuses, bounds and a column', () => {
    const query =
      'rule=image-alt&status=200,4xx&indexable=false&min_overall=0&max_overall=49&sort=-link_score'
    expect(selectionOf(query)).to.deep.equal({
      ...{ rule: 'image-alt', statuses: ['200', '4xx'], indexable: false, minOverall: 0, maxOverall: 49 },
      sort: { column: 'link_score', isDescending: true },
    })
    expect(selectionOf('rule=site-broken-link&indexable=true&sort=title')).to.deep.equal({
      ...{ ...all, rule: 'site-broken-link', indexable: true },
      sort: { column: 'title', isDescending: false },
    })
  })

  for (const [query, parameter] of [
    ['rule=no-such-rule', 'rule'],
    ['rule=', 'rule'],
    ['rule=image-alt%20', 'rule'],
    ['rule=IMAGE-ALT', 'rule'],
    ['rule=site-no-such-rule', 'rule'],
    ['rule=image-alt&rule=label', 'rule'],
    ['rule=__proto__', 'rule'],
    ['status=', 'status'],
    ['status=20', 'status'],
    ['status=600', 'status'],
    ['status=2x0', 'status'],
    ['status=4XX', 'status'],
    ['status=200,', 'status'],
    ['status=ok', 'status'],
    ['indexable=yes', 'indexable'],
    ['indexable=', 'indexable'],
    ['min_overall=101', 'min_overall'],
    ['min_overall=-1', 'min_overall'],
    ['max_overall=1.5', 'max_overall'],
    ['max_overall=', 'max_overall'],
    ['sort=', 'sort'],
    ['sort=-', 'sort'],
    ['sort=--n', 'sort'],
    ['sort=found', 'sort'],
    ['sort=constructor', 'sort'],
    ['sort=url,title', 'sort'],
  ] as const)
    it(`refuses ?${query}`, () => {
      try {
        selectionOf(query)
      } catch (error) {
        const { code, details } = error as Failure
        return expect([code, (details as { parameter: string }).parameter]).to.deep.equal([
          'VALIDATION_ERROR',
          parameter,
        ])
      }
      expect.fail('it was accepted')
    })
})
