import { expect } from 'chai'
import { isIsoDate, isIsoDuration } from '#stages/extract/structured-data/validation/check-values.ts'
import { dataOf, inShort, item, judged } from '../page.ts'

const invalid = (type: string, properties: object) =>
  judged(item(type, properties))
    .warnings.filter(({ rule }) => rule === 'sd-invalid-value')
    .map(({ message }) => message)

describe('structured data: values', () => {
  // ISO 8601-1:2019, 5.2 to 5.4.
  for (const date of [
    '2026',
    '2026-02',
    '2026-02-28',
    '2024-02-29',
    '20260228',
    '2026-02-28T20:15',
    '2026-02-28T20:15:30Z',
    '2026-02-28T20:15:30.123+01:00',
    '2026-02-28T20:15:30+0100',
    '2026-02-28t20:15:30z',
  ])
    it(`${date} is a date`, () => expect(isIsoDate(date)).to.equal(true))

  for (const date of [
    '2026-02-29',
    '2026-13-01',
    '2026-1-2',
    '02/28/2026',
    '28. Februar 2026',
    '2026-02-28 20:15',
    '2026-02-28T25:00',
    '2026-02-28T20:15 UTC',
    '2026T20:15',
    '1767225600000',
    'today',
  ])
    it(`${date} is none`, () => expect(isIsoDate(date)).to.equal(false))

  // 5.5.2.
  for (const duration of ['PT30M', 'P1DT2H', 'PT1H30M5S', 'P3W', 'P1Y2M10D', 'PT0.5H', 'PT00H30M5S'])
    it(`${duration} is a duration`, () => expect(isIsoDuration(duration)).to.equal(true))
  for (const duration of ['P', 'PT', '30M', 'P30', '1:30', 'PT1M30', 'PY0M0D0TH0M2S20'])
    it(`${duration} is none`, () => expect(isIsoDuration(duration)).to.equal(false))

  const right: readonly (readonly [type: string, properties: object])[] = [
    ['Article', { datePublished: '2026-01-02', url: 'https://x.example/', image: 'https://x.example/i.png' }],
    ['Offer', { price: '12.50', priceCurrency: 'EUR', availability: 'https://schema.org/InStock' }],
    [
      'Offer',
      { price: 0, priceCurrency: 'HRK', availability: 'InStock', itemCondition: 'schema:NewCondition' },
    ],
    ['Offer', { availability: 'http://schema.org/InStock', itemCondition: 'http://purl.org/x#Used' }],
    ['Event', { eventStatus: 'EventScheduled', startDate: '2026-01-02T20:00' }],
    ['OpeningHoursSpecification', { dayOfWeek: ['Monday', 'https://schema.org/Sunday'], opens: '09:00' }],
    ['AggregateRating', { ratingValue: '4,4'.replace(',', '.'), ratingCount: '12' }],
    ['AggregateRating', { ratingValue: '88%' }],
    ['AggregateRating', { ratingValue: '6 / 10' }],
    ['AggregateRating', { ratingValue: 88, bestRating: 100 }],
    ['AggregateRating', { ratingValue: 0, ratingCount: 0 }],
    ['BroadcastEvent', { isLiveBroadcast: 'True' }],
    ['BroadcastEvent', { isLiveBroadcast: false }],
    ['Thing', { url: '', image: { '@type': 'ImageObject', contentUrl: 'https://x.example/i' } }],
    ['GeoCoordinates', { latitude: '-52.5', longitude: 13 }],
    ['Recipe', { totalTime: 'PT30M' }],
  ]
  for (const [type, properties] of right)
    it(`right: ${JSON.stringify(properties)}`, () => expect(invalid(type, properties)).to.deep.equal([]))

  const wrong: readonly (readonly [type: string, properties: object, message: string])[] = [
    ['Article', { datePublished: '1.2.2026' }, 'datePublished is "1.2.2026", not a date of ISO 8601'],
    ['Article', { url: '/a' }, 'url is "/a", not an absolute URL'],
    ['Article', { image: '//x.example/i' }, 'image is "//x.example/i", not an absolute URL'],
    ['Offer', { price: '€10' }, 'price is "€10", not a number'],
    ['Offer', { price: '1.234,50' }, 'price is "1.234,50", not a number'],
    ['Offer', { priceCurrency: '€' }, 'priceCurrency is "€", not a currency code of ISO 4217'],
    ['Offer', { priceCurrency: 'eur' }, 'priceCurrency is "eur", not a currency code of ISO 4217'],
    ['Offer', { availability: 'in stock' }, 'availability is "in stock", not one of the enumeration'],
    [
      'Offer',
      { availability: 'https://schema.org/Instock' },
      'availability is "https://schema.org/Instock", not one of the enumeration',
    ],
    ['AggregateRating', { ratingCount: 'many' }, 'ratingCount is "many", not a number'],
    [
      'AggregateRating',
      { ratingValue: '4,4' },
      'ratingValue is "4,4", not a number, a percentage or a fraction',
    ],
    ['AggregateRating', { ratingValue: 7 }, 'the rating 7 is not between 0 and 5'],
    [
      'AggregateRating',
      { ratingValue: 2, worstRating: 3, bestRating: 10 },
      'the rating 2 is not between 3 and 10',
    ],
    ['Recipe', { totalTime: '30 min' }, 'totalTime is "30 min", not a duration of ISO 8601'],
    ['BroadcastEvent', { isLiveBroadcast: 'yes' }, 'isLiveBroadcast is "yes", not true or false'],
    ['OpeningHoursSpecification', { dayOfWeek: 'Mo-Fr' }, 'dayOfWeek is "Mo-Fr", not one of the enumeration'],
  ]
  for (const [type, properties, message] of wrong)
    it(`wrong: ${message}`, () => expect(invalid(type, properties)).to.deep.equal([message]))

  it('long values are quoted in part', () => {
    const [message] = invalid('Article', { datePublished: 'x'.repeat(1_000) })
    expect(message).to.have.length.below(120)
  })

  it('addresses of markup are absolute once read', () => {
    const html =
      '<p itemscope itemtype="https://schema.org/Thing"><img itemprop=image src=/i.png><a itemprop=url href=x></a></p>'
    expect(inShort(dataOf(html).warnings)).to.deep.equal([])
  })
})
