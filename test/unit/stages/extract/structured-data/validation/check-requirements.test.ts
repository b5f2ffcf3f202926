import { expect } from 'chai'
import { dataOf, inShort, item, judged, script } from '../page.ts'

const org = {
  '@type': 'Organization',
  name: 'Acme',
  url: 'https://acme.example/',
  logo: 'https://acme.example/l.png',
}
const ann = { '@type': 'Person', name: 'Ann', url: 'https://acme.example/ann' }
const image = 'https://acme.example/i.jpg'
const address = { '@type': 'PostalAddress', streetAddress: 'A 1', addressCountry: 'DE' }
const offer = {
  '@type': 'Offer',
  price: 9.99,
  priceCurrency: 'EUR',
  availability: 'https://schema.org/InStock',
}
const rating = { '@type': 'AggregateRating', ratingValue: 4.4, ratingCount: 89 }
const review = { '@type': 'Review', author: ann, reviewRating: { '@type': 'Rating', ratingValue: 4 } }

/** For each rich result: an item with all required properties, and the errors without them. */
const required: Readonly<Record<string, readonly [properties: object, errors: readonly string[]]>> = {
  BreadcrumbList: [
    { itemListElement: [{ '@type': 'ListItem', position: 1, name: 'A', item: image }] },
    ['itemListElement is required'],
  ],
  Course: [{ name: 'CS', description: 'Basics' }, ['description is required', 'name is required']],
  Dataset: [{ name: 'Snow', description: 'Depths' }, ['description is required', 'name is required']],
  DiscussionForumPosting: [
    { author: ann, datePublished: '2026-01-02', text: 'Hi' },
    [
      'author is required',
      'datePublished is required',
      'text or image or video or url or sharedContent is required',
    ],
  ],
  Event: [
    { name: 'Fair', startDate: '2026-05-01', location: { '@type': 'Place', address } },
    ['location is required', 'name is required', 'startDate is required'],
  ],
  MusicEvent: [
    { name: 'Concert', startDate: '2026-05-01T20:00', location: 'Berlin' },
    ['location is required', 'name is required', 'startDate is required'],
  ],
  FAQPage: [
    { mainEntity: { '@type': 'Question', name: 'Why?', acceptedAnswer: { '@type': 'Answer', text: 'So.' } } },
    ['mainEntity is required'],
  ],
  JobPosting: [
    {
      title: 'Cook',
      description: 'Cooks',
      datePosted: '2026-01-02',
      hiringOrganization: org,
      jobLocation: { '@type': 'Place', address },
    },
    [
      'datePosted is required',
      'description is required',
      'hiringOrganization is required',
      'jobLocation or applicantLocationRequirements is required',
      'title is required',
    ],
  ],
  LocalBusiness: [{ name: 'Shop', address }, ['address is required', 'name is required']],
  Restaurant: [{ name: 'Inn', address: 'Berlin' }, ['address is required', 'name is required']],
  Movie: [{ name: 'Film', image }, ['image is required', 'name is required']],
  Product: [
    { name: 'Anvil', offers: offer },
    ['name is required', 'offers or review or aggregateRating is required'],
  ],
  ProductGroup: [{ name: 'Coats' }, ['name is required']],
  ProfilePage: [{ mainEntity: ann }, ['mainEntity is required']],
  QAPage: [
    {
      mainEntity: {
        '@type': 'Question',
        name: 'Why?',
        answerCount: 1,
        suggestedAnswer: { '@type': 'Answer', text: 'So.' },
      },
    },
    ['mainEntity is required'],
  ],
  Recipe: [{ name: 'Pie', image }, ['image is required', 'name is required']],
  Review: [
    { ...review, itemReviewed: { '@type': 'Book', name: 'B' } },
    ['author is required', 'reviewRating is required', 'itemReviewed is required'],
  ],
  AggregateRating: [
    { ...rating, itemReviewed: { '@type': 'Book', name: 'B' } },
    ['ratingValue is required', 'ratingCount or reviewCount is required', 'itemReviewed is required'],
  ],
  SoftwareApplication: [
    { name: 'App', offers: { '@type': 'Offer', price: 0 }, aggregateRating: rating },
    ['name is required', 'offers is required', 'aggregateRating or review is required'],
  ],
  VacationRental: [
    {
      name: 'Hut',
      identifier: 'h1',
      image,
      latitude: 42.12345,
      geo: { '@type': 'GeoCoordinates', longitude: 11.12345 },
      containsPlace: { '@type': 'Accommodation', occupancy: { '@type': 'QuantitativeValue', value: 2 } },
    },
    [
      'containsPlace is required',
      'identifier is required',
      'image is required',
      'latitude or geo.latitude is required',
      'longitude or geo.longitude is required',
      'name is required',
    ],
  ],
  VideoObject: [
    { name: 'Cat', thumbnailUrl: image, uploadDate: '2026-01-02T08:00:00+01:00' },
    ['name is required', 'thumbnailUrl is required', 'uploadDate is required'],
  ],
}

const messages = (type: string, properties: object) =>
  judged(item(type, properties)).errors.map(({ message }) => message)

describe('structured data: what Google requires', () => {
  for (const [type, [properties, errors]] of Object.entries(required)) {
    it(`${type}: has all`, () => expect(messages(type, properties)).to.deep.equal([]))
    it(`${type}: misses all`, () => expect(messages(type, {})).to.deep.equal(errors))
  }

  // "There are no required properties; instead, add the properties that apply" (Article; Organization likewise).
  for (const type of [
    'Article',
    'NewsArticle',
    'BlogPosting',
    'Organization',
    'WebSite',
    'WebPage',
    'Person',
    'Book',
  ])
    it(`${type}: nothing`, () => expect(messages(type, {})).to.deep.equal([]))

  // Types below another one in the vocabulary that do not have its rich result.
  for (const type of [
    'Car',
    'CourseInstance',
    'BroadcastEvent',
    'VideoGame',
    'ClaimReview',
    'DataFeed',
    'ImageObject',
  ])
    it(`${type}: nothing of the type above`, () => expect(messages(type, {})).to.deep.equal([]))

  it('Product: any of offers, review, aggregateRating is enough', () => {
    for (const one of [{ offers: offer }, { review }, { aggregateRating: rating }])
      expect(messages('Product', { name: 'x', ...one })).to.deep.equal([])
  })

  it('Product: an empty text is no value', () => {
    expect(messages('Product', { name: ' ', offers: offer })).to.deep.equal(['name is required'])
  })

  it('several types: each counts', () => {
    expect(judged(item(['Product', 'Car'], { name: 'x' })).errors).to.have.length(1)
  })

  it('RDFa and microdata are judged alike', () => {
    const product = '<b itemprop=name property=name>x</b>'
    for (const html of [
      `<div itemscope itemtype="https://schema.org/Product">${product}</div>`,
      `<div vocab="https://schema.org/" typeof=Product>${product}</div>`,
    ])
      expect(inShort(dataOf(html).errors)).to.deep.equal([
        'Product offers: offers or review or aggregateRating is required',
      ])
  })
})

// Parts of other items in Google's tables: the item, and the errors with their paths.
const nested: readonly (readonly [
  why: string,
  type: string,
  properties: object,
  errors: readonly string[],
])[] = [
  ['an offer has a price', 'Product', { name: 'x', offers: { '@type': 'Offer' } }, ['Offer offers.price']],
  [
    'a price may stand in its specification',
    'Product',
    {
      name: 'x',
      offers: { '@type': 'Offer', priceSpecification: { '@type': 'PriceSpecification', price: 1 } },
    },
    [],
  ],
  [
    'each of several offers',
    'Product',
    { name: 'x', offers: [offer, { '@type': 'Offer' }] },
    ['Offer offers[1].price'],
  ],
  [
    'aggregate offers',
    'Product',
    { name: 'x', offers: { '@type': 'AggregateOffer', highPrice: 2 } },
    ['AggregateOffer offers.lowPrice', 'AggregateOffer offers.priceCurrency'],
  ],
  [
    'ratings of anything',
    'Book',
    { name: 'x', aggregateRating: { '@type': 'AggregateRating', ratingValue: 4 } },
    ['AggregateRating aggregateRating.ratingCount'],
  ],
  [
    'reviews of anything',
    'LocalBusiness',
    { name: 'x', address, review: [{ '@type': 'Review', reviewRating: { '@type': 'Rating' } }] },
    ['Review review.author', 'Rating review.reviewRating.ratingValue'],
  ],
  [
    'a review names what it reviews',
    'Review',
    { ...review, itemReviewed: { '@type': 'Product' } },
    ['Product itemReviewed.name'],
  ],
  [
    'a place of an event has an address',
    'Event',
    { name: 'x', startDate: '2026-01-01', location: { '@type': 'Place' } },
    ['Place location.address'],
  ],
  [
    'an event may be online',
    'Event',
    { name: 'x', startDate: '2026-01-01', location: { '@type': 'VirtualLocation' } },
    [],
  ],
  [
    'questions and answers',
    'FAQPage',
    {
      mainEntity: [
        { '@type': 'Question', name: 'a' },
        { '@type': 'Question', acceptedAnswer: { '@type': 'Answer' } },
      ],
    },
    [
      'Question mainEntity[0].acceptedAnswer',
      'Question mainEntity[1].name',
      'Answer mainEntity[1].acceptedAnswer.text',
    ],
  ],
  ['no answer yet', 'QAPage', { mainEntity: { '@type': 'Question', name: 'a', answerCount: 0 } }, []],
  [
    'a job is in a country',
    'JobPosting',
    { ...required.JobPosting?.[0], jobLocation: { '@type': 'Place', address: { '@type': 'PostalAddress' } } },
    ['PostalAddress jobLocation.address.addressCountry'],
  ],
  [
    'a job at home',
    'JobPosting',
    {
      ...required.JobPosting?.[0],
      jobLocation: undefined,
      jobLocationType: 'TELECOMMUTE',
      applicantLocationRequirements: { '@type': 'Country', name: 'DE' },
    },
    [],
  ],
  ['a profile has a name', 'ProfilePage', { mainEntity: { '@type': 'Person' } }, ['Person mainEntity.name']],
  ['… of either kind', 'ProfilePage', { mainEntity: { '@type': 'Person', alternateName: 'ann' } }, []],
  [
    'steps of a recipe',
    'Recipe',
    {
      name: 'x',
      image,
      recipeInstructions: [{ '@type': 'HowToStep' }, { '@type': 'HowToSection', name: 'a' }, 'Stir.'],
    },
    ['HowToStep recipeInstructions[0].text', 'HowToSection recipeInstructions[1].itemListElement'],
  ],
  [
    'parts of a video',
    'VideoObject',
    {
      ...required.VideoObject?.[0],
      hasPart: { '@type': 'Clip' },
      publication: { '@type': 'BroadcastEvent', startDate: '2026-01-01' },
    },
    [
      'Clip hasPart.name',
      'Clip hasPart.startOffset',
      'Clip hasPart.url',
      'BroadcastEvent publication.endDate',
      'BroadcastEvent publication.isLiveBroadcast',
    ],
  ],
  [
    'a video within an article',
    'Article',
    { video: { '@type': 'VideoObject' } },
    ['VideoObject video.name', 'VideoObject video.thumbnailUrl', 'VideoObject video.uploadDate'],
  ],
  [
    'a product in a list',
    'ItemList',
    { itemListElement: [{ '@type': 'ListItem', position: 1, item: { '@type': 'Product', name: 'x' } }] },
    ['Product itemListElement.item.offers'],
  ],
  [
    'a related product is not the page’s',
    'Product',
    { name: 'x', offers: offer, isRelatedTo: { '@type': 'Product', name: 'y' } },
    [],
  ],
  [
    'a step of a trail has a name',
    'BreadcrumbList',
    {
      itemListElement: [
        { '@type': 'ListItem', position: 1, item: { '@id': '/a', name: 'A' } },
        { '@type': 'ListItem' },
      ],
    },
    ['ListItem itemListElement[1].position', 'ListItem itemListElement[1].name'],
  ],
  [
    'speakable text is somewhere',
    'Article',
    { speakable: { '@type': 'SpeakableSpecification' } },
    ['SpeakableSpecification speakable.cssSelector'],
  ],
  ['an image with a licence has an address', 'ImageObject', { license: image }, ['ImageObject contentUrl']],
]

describe('structured data: what Google requires of parts', () => {
  for (const [why, type, properties, errors] of nested)
    it(why, () => {
      const found = judged(item(type, properties)).errors
      expect(found.map((one) => `${one.type} ${one.path}`)).to.deep.equal(errors)
      expect(found.every(({ rule }) => rule === 'sd-required-missing')).to.equal(true)
    })
})

describe('structured data: what Google recommends', () => {
  const recommended = (type: string, properties: object) =>
    judged(item(type, properties))
      .warnings.filter(({ rule }) => rule === 'sd-recommended-missing')
      .map(({ path }) => path)

  it('of an article, and of its authors', () => {
    expect(recommended('NewsArticle', { author: [{ '@type': 'Person', name: 'Ann' }, 'Bob'] })).to.deep.equal(
      ['datePublished', 'dateModified', 'headline', 'image', 'author[0].url'],
    )
  })

  it('nothing where all is there', () => {
    const article = {
      headline: 'x',
      image,
      datePublished: '2026-01-02',
      dateModified: '2026-01-03',
      author: ann,
    }
    expect(recommended('Article', article)).to.deep.equal([])
  })

  it('not what is required and missing: once is enough', () => {
    expect(recommended('Product', { name: 'x' })).to.deep.equal(['brand', 'description', 'image'])
  })

  it('of the lowest type only', () => {
    expect(recommended('Restaurant', { name: 'x', address }))
      .to.include('servesCuisine')
      .and.not.to.include('logo')
  })

  it('of what the page is about, not of every item within', () => {
    expect(recommended('WebPage', { publisher: { '@type': 'Organization' } })).to.deep.equal([])
  })

  it('two descriptions of one item make it whole', () => {
    const half = (properties: object) => item('Organization', { '@id': '#o', ...properties })
    const { warnings } = dataOf(script(half({ name: 'x', url: image }), half({ logo: image })))
    expect(warnings).to.deep.equal([])
  })
})

describe('requirements of an item that many refer to', () => {
  it('are found in it for each, and its values are looked at once for each path', () => {
    const MANY = 3000
    const offers = Array.from({ length: 100 }, () => ({
      '@type': 'Offer',
      priceSpecification: { '@id': '#one' },
    }))
    const one = { '@id': '#one', '@type': 'PriceSpecification', price: Array(MANY).fill('') }
    let looks = 0
    const { trim } = String.prototype
    // An empty text is no value: it is trimmed to see that.
    String.prototype.trim = function (this: string) {
      looks += 1
      return trim.call(this)
    }
    try {
      const { errors } = judged(item('Product', { name: 'A', offers }), {
        '@context': 'https://schema.org',
        ...one,
      })
      expect(errors.filter(({ message }) => message.startsWith('price or'))).to.have.lengthOf(offers.length)
    } finally {
      String.prototype.trim = trim
    }
    expect(looks).to.be.below(20 * MANY)
  })
})
