import {
  inBody,
  MANY,
  manyInBody,
  manyParts,
  PAGE_CHARS,
  type Places,
  page,
  plain,
  quoted,
  type Run,
} from '../hostile-page.ts'

const block = (json: string): string => `<script type="application/ld+json">${json}</script>`
const written = (value: unknown): string => block(JSON.stringify(value).replaceAll('</', '<\\/'))
const article = { '@context': 'https://schema.org', '@type': 'Article' } as const
const members = 'headline author datePublished image @id @type inLanguage publisher name url'.split(' ')

const articles: Places = Object.fromEntries(
  members.map((name) => [`JSON-LD ${name}`, (run) => page(written({ ...article, [name]: run(PAGE_CHARS) }))]),
)

/** Objects of a list of JSON-LD, each with a short value. */
const listed = (run: Run, count: number, make: (value: string, at: number) => object): object[] => {
  const value = run(PAGE_CHARS / 2 / count)
  return Array.from({ length: count }, (_, at) => make(value, at))
}

/** Levels of JSON-LD that is read. */
const DEPTH = 50

/** Places of the structured data of a page. */
export const structuredPlaces: Places = {
  ...articles,
  'JSON-LD, raw': (run) => page(block(run(PAGE_CHARS))),
  'JSON-LD, nested': (run) => {
    const deep = PAGE_CHARS / 40
    const open = `{"@type":"Person","name":${JSON.stringify(run(10))},"author":`
    return page(block(`${open.repeat(deep)}{}${'}'.repeat(deep)}`))
  },
  'JSON-LD, arrays': (run) => {
    const deep = PAGE_CHARS / 3
    return page(
      block(`{"@type":"Article","author":${'['.repeat(deep)}${JSON.stringify(run(10))}${']'.repeat(deep)}}`),
    )
  },
  'JSON-LD, a graph of references': (run) =>
    page(
      written({
        ...{ '@context': 'https://schema.org' },
        '@graph': listed(run, 1500, (value, at) => ({
          ...{ '@id': `${value}${at}`, '@type': 'Person', name: value },
          ...{ author: { '@id': `${value}${at + 1}` }, knows: { '@id': `${value}${at - 1}` } },
        })),
      }),
    ),
  'JSON-LD, many references to one item': (run) => {
    const priceSpecification = { '@id': '#one' }
    const offers = listed(run, 2 * MANY, (name) => ({ '@type': 'Offer', name, priceSpecification }))
    const price = Array.from({ length: PAGE_CHARS / 8 }, () => '')
    const one = { '@id': '#one', '@type': 'PriceSpecification', price }
    return page(written([{ ...article, '@type': 'Product', offers }, one]))
  },
  'JSON-LD, contexts': (run) => {
    const terms = Object.fromEntries(
      listed(run, MANY, () => ({})).map((_, at) => [`${run(20)}${at}`, 'https://a/']),
    )
    const inner = listed(run, 3000, (value, at) => ({
      '@context': { a: 'b' },
      '@type': value,
      [`a${at}`]: at,
    }))
    return page(written({ '@context': terms, '@type': 'Article', author: inner }))
  },
  'JSON-LD, nested contexts': (run) => {
    const open = `{"@context":{${JSON.stringify(run(100))}:"https://a/"},"@type":"Article","author":`
    const inner = JSON.stringify(listed(run, 2000, (value) => ({ '@type': value, [value]: 1 })))
    return page(block(`${open.repeat(DEPTH)}${inner}${'}'.repeat(DEPTH)}`))
  },
  'JSON-LD, blocks': (run) =>
    page(manyParts(run, (value, at) => written({ ...article, '@id': `${at}`, name: value }))),
  'JSON-LD, keys': (run) =>
    page(
      written({
        ...article,
        ...Object.assign({}, ...listed(run, MANY, (value, at) => ({ [`${at}${value}`]: at }))),
      }),
    ),
  'JSON-LD, authors': (run) =>
    page(
      written({
        ...article,
        author: listed(run, 4 * MANY, (value, at) => ({ '@type': 'Person', name: `${value}${at}` })),
      }),
    ),
  'JSON-LD, breadcrumbs': (run) =>
    page(
      written({
        ...article,
        '@type': 'BreadcrumbList',
        itemListElement: listed(run, 2 * MANY, (name, position) => ({ '@type': 'ListItem', position, name })),
      }),
    ),
  microdata: inBody(
    (value) => `<div itemscope itemtype="${quoted(value)}"><b itemprop="${quoted(value)}">a</b></div>`,
  ),
  'microdata, nested': (run) => {
    const open = '<div itemprop="author" itemscope itemtype="https://schema.org/Person">'
    return page('', `${open}<b itemprop="name">${plain(run(20))}</b>`.repeat(1000))
  },
  'microdata, references': manyInBody(
    (value, at) =>
      `<div itemscope itemref="${value} i${at + 1}" id="i${at}"><b itemprop="name" id="n${at}">a</b></div>`,
  ),
  RDFa: manyInBody(
    (value) => `<div vocab="${value}" typeof="${value}" property="${value}" resource="${value}">`,
  ),
  'RDFa prefixes': manyInBody((value, at) => `<div prefix="a${at}: ${value}" typeof="a${at}:b">`),
}
