import { expect } from 'chai'
import { dataOf, item, judged } from '../page.ts'

const notices = (type: string | string[], properties: object = {}) =>
  judged(item(type, properties)).notices.map(({ rule, message }) => `${rule}: ${message}`)

describe('structured data: retired rich results', () => {
  // Days of the announcements.
  for (const [type, properties, since] of [
    ['HowTo', {}, '2023-09-13'],
    ['FAQPage', {}, '2026-05-07'],
    ['SpecialAnnouncement', {}, '2025-07-31'],
    ['ClaimReview', {}, '2025-06-12'],
    ['Car', { offers: { '@type': 'Offer', price: 1 } }, '2025-06-12'],
    ['WebSite', { potentialAction: { '@type': 'SearchAction' } }, '2024-11-21'],
  ] as const)
    it(`${type} since ${since}`, () => {
      const [notice] = notices(type, properties)
      expect(notice).to.match(new RegExp(`^sd-rich-result-retired: Google shows no .* since ${since}$`))
    })

  it('are no fault', () => {
    const { errors, warnings } = judged(item('HowTo', { name: 'x', step: [] }))
    expect([errors, warnings]).to.deep.equal([[], []])
  })

  for (const type of ['Recipe', 'Product', 'Article', 'WebSite', 'Car', 'Book'])
    it(`${type} is none`, () => expect(notices(type)).to.deep.equal([]))

  it('data-vocabulary.org', () => {
    const { notices: found, types } = dataOf(
      '<p itemscope itemtype="http://data-vocabulary.org/Breadcrumb"></p>',
    )
    expect(found.map(({ message }) => message)).to.deep.equal([
      'Google ignores data-vocabulary.org since 2021-01-29',
    ])
    expect(types).to.deep.equal([])
  })
})
