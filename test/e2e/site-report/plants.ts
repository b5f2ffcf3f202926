import { type PlantedLink, type PlantedPage, proseOf } from './planted-page.ts'

/** The hosts of the planted site: its own, with www, and another site. Ports are filled in later. */
export const SITE = 'http://planted.test:SITE_PORT'
export const WWW = 'http://www.planted.test:SITE_PORT'
export const OTHER = 'http://other.test:SITE_PORT'
/** No server listens there. */
export const CLOSED = 'http://other.test:CLOSED_PORT'

/** A fault of the site, or something that only looks like one. */
export interface Plant {
  readonly pages?: readonly PlantedPage[]
  /** Other answers by path, or by URL on another host. */
  readonly answers?: Readonly<Record<string, Answer>>
  /** Paths that the two hubs of the site link to; default: all `pages`. */
  readonly linked?: readonly string[]
  /** Entries of the sitemap; default: all `pages`. */
  readonly listed?: readonly string[]
  /** Items that rules of the site must find, besides those of the other plants. */
  readonly finds?: Readonly<Record<string, readonly FoundItem[]>>
}

export interface Answer {
  readonly status: number
  readonly location?: string
}

/** What an item must say; a list of pages, or one. Sources of links are compared by URL and text. */
export type FoundItem = Readonly<Record<string, unknown>>

const HOME: PlantedLink = { to: `${SITE}/`, text: 'home' }
const hubSources = (text: string) => [
  { url: '/hub/a', text },
  { url: '/hub/b', text },
]

/** A page that links home, so that it is no dead end. */
export function page(path: string, more: Omit<PlantedPage, 'path'> = {}): PlantedPage {
  return { path, ...more, links: [HOME, ...(more.links ?? [])] }
}

const canonical = (to: string) => `<link rel="canonical" href="${to}">`
const noindex = '<meta name="robots" content="noindex">'
const alternates = (of: Readonly<Record<string, string>>) =>
  Object.entries(of)
    .map(([language, to]) => `<link rel="alternate" hreflang="${language}" href="${SITE}${to}">`)
    .join('')
const node = (id: string, name: string) =>
  `<script type="application/ld+json">${JSON.stringify({ '@context': 'https://schema.org', '@id': id, '@type': 'Product', name })}</script>`

const titles: Plant = {
  pages: [
    page('/title/1', { title: 'Shoes for all' }),
    page('/title/2', { title: 'Shoes for all' }),
    // One that differs, one that is not indexed, one whose canonical is another page.
    page('/title/3', { title: 'Shoes for all.' }),
    page('/title/4', { title: 'Shoes for all', head: noindex }),
    page('/title/5', { title: 'Shoes for all', head: canonical('/title/1') }),
    // Language versions of each other may have the same title.
    page('/title/en', { title: 'Brand', head: alternates({ en: '/title/en', de: '/title/de' }) }),
    page('/title/de', { title: 'Brand', head: alternates({ en: '/title/en', de: '/title/de' }) }),
  ],
  listed: ['/title/1', '/title/2', '/title/3', '/title/en', '/title/de'],
  finds: {
    'site-duplicate-title': [{ value: 'Shoes for all', urls: ['/title/1', '/title/2'] }],
    'site-noindex-linked': [{ url: '/title/4', sources: hubSources('/title/4') }],
  },
}

const descriptions: Plant = {
  pages: [
    page('/description/1', { description: 'Buy it here' }),
    page('/description/2', { description: 'Buy it here' }),
    page('/description/3', { description: 'Buy it there' }),
    page('/description/4', { description: 'Buy it here', head: canonical('/description/2') }),
    // No description is not the same one.
    page('/description/5', { description: '' }),
    page('/description/6', { description: '' }),
  ],
  listed: ['/description/1', '/description/2', '/description/3', '/description/5', '/description/6'],
  finds: {
    'site-duplicate-description': [{ value: 'Buy it here', urls: ['/description/1', '/description/2'] }],
  },
}

const headings: Plant = {
  pages: [
    page('/h1/1', { h1: 'Welcome' }),
    page('/h1/2', { h1: 'Welcome' }),
    page('/h1/3', { h1: 'Welcome back' }),
  ],
  finds: { 'site-duplicate-h1': [{ value: 'Welcome', urls: ['/h1/1', '/h1/2'] }] },
}

const LONG = proseOf('a long text', 400)
const half = `${LONG.slice(0, LONG.length / 2)} ${proseOf('another text', 200)}`

const contents: Plant = {
  pages: [
    page('/content/1', { text: LONG }),
    // One word of 400 is another.
    page('/content/2', { text: LONG.replace(/ (\w+) /, ' changed ') }),
    page('/content/3', { text: half }),
    page('/content/4', { text: LONG, head: canonical('/content/1') }),
    // Texts of less than 25 words are not compared.
    page('/content/5', { text: 'Nothing here yet.' }),
    page('/content/6', { text: 'Nothing here yet.' }),
  ],
  listed: ['/content/1', '/content/2', '/content/3', '/content/5', '/content/6'],
  finds: { 'site-duplicate-content': [{ urls: ['/content/1', '/content/2'] }] },
}

const links: Plant = {
  pages: [
    page('/links/broken', { links: [{ to: '/missing', text: 'where is it?' }] }),
    page('/links/failing', { links: [{ to: '/failing', text: 'oops' }] }),
    page('/links/outside', {
      links: [
        { to: `${OTHER}/missing`, text: 'gone' },
        { to: `${OTHER}/there`, text: 'there' },
        // Sites refuse programs with these: a browser may be answered otherwise.
        { to: `${OTHER}/refused`, text: 'refused' },
        { to: `${OTHER}/moved`, text: 'moved' },
        { to: `${CLOSED}/`, text: 'nobody there' },
        { to: `${OTHER}/not-vouched-for`, text: 'an advertisement', rel: 'sponsored' },
      ],
    }),
    page('/links/nofollow', { links: [{ to: '/hub/a', text: 'not vouched for', rel: 'nofollow' }] }),
  ],
  answers: {
    '/missing': { status: 404 },
    '/failing': { status: 500 },
    [`${OTHER}/missing`]: { status: 404 },
    [`${OTHER}/there`]: { status: 200 },
    [`${OTHER}/refused`]: { status: 403 },
    [`${OTHER}/moved`]: { status: 301, location: '/there' },
    [`${OTHER}/not-vouched-for`]: { status: 200 },
  },
  finds: {
    'site-broken-link': [
      { url: '/failing', status: 500, sources: [{ url: '/links/failing', text: 'oops' }] },
      { url: '/missing', status: 404, sources: [{ url: '/links/broken', text: 'where is it?' }] },
    ],
    'site-broken-external-link': [
      { url: `${OTHER}/missing`, status: 404, sources: [{ url: '/links/outside', text: 'gone' }] },
      {
        url: `${CLOSED}/`,
        status: null,
        reason: 'connection_failed',
        sources: [{ url: '/links/outside', text: 'nobody there' }],
      },
    ],
    'site-nofollow-inside': [
      { url: '/hub/a', sources: [{ url: '/links/nofollow', text: 'not vouched for' }] },
    ],
  },
}

const redirects: Plant = {
  pages: [
    page('/redirects/end'),
    page('/redirects/once', { links: [{ to: '/old', text: 'an old address' }] }),
    page('/redirects/twice', { links: [{ to: '/older', text: 'an older one' }] }),
    page('/redirects/loop', { links: [{ to: '/round', text: 'round and round' }] }),
  ],
  answers: {
    '/old': { status: 301, location: '/redirects/end' },
    '/older': { status: 302, location: '/old' },
    '/round': { status: 302, location: '/and-round' },
    '/and-round': { status: 302, location: '/round' },
  },
  finds: {
    'site-link-to-redirect': [
      {
        url: '/old',
        status: 301,
        target: '/redirects/end',
        sources: [{ url: '/redirects/once', text: 'an old address' }],
      },
      {
        url: '/older',
        status: 302,
        target: '/redirects/end',
        sources: [{ url: '/redirects/twice', text: 'an older one' }],
      },
    ],
    'site-redirect-chain': [{ url: '/older', target: '/redirects/end', hops: ['/old', '/redirects/end'] }],
    'site-redirect-loop': [{ url: '/round' }],
  },
}

const sitemap: Plant = {
  pages: [
    page('/sitemap/orphan'),
    page('/sitemap/unlisted'),
    page('/sitemap/noindex', { head: noindex }),
    page('/sitemap/other', { head: canonical('/sitemap/listed') }),
    page('/sitemap/listed'),
  ],
  answers: {
    '/sitemap/gone': { status: 410 },
    '/sitemap/moved': { status: 308, location: '/sitemap/listed' },
  },
  linked: ['/sitemap/unlisted', '/sitemap/other', '/sitemap/listed'],
  listed: [
    '/sitemap/orphan',
    '/sitemap/noindex',
    '/sitemap/other',
    '/sitemap/listed',
    '/sitemap/gone',
    '/sitemap/moved',
    '/blocked/listed',
  ],
  finds: {
    'site-orphan-page': [{ url: '/sitemap/orphan' }, { url: '/sitemap/noindex' }],
    'site-not-in-sitemap': [{ url: '/sitemap/unlisted' }],
    'site-sitemap-not-indexable': [
      { url: '/blocked/listed', reason: 'blocked' },
      { url: '/sitemap/other', reason: 'canonical' },
      { url: '/sitemap/gone', reason: 'error' },
      { url: '/sitemap/moved', reason: 'redirect' },
    ],
  },
}

/** The home page has depth 0, the hub 1: `/deep/4` has depth 5. */
const depths: Plant = {
  pages: [1, 2, 3, 4].map((step) =>
    page(`/deep/${step}`, { links: step < 4 ? [{ to: `/deep/${step + 1}`, text: 'deeper' }] : [] }),
  ),
  linked: ['/deep/1'],
  finds: {
    'site-deep-page': [{ url: '/deep/4', depth: 5 }],
    'site-single-inlink': [{ url: '/deep/2' }, { url: '/deep/3' }, { url: '/deep/4' }],
  },
}

const ends: Plant = {
  pages: [
    { path: '/end/dead' },
    // A link to another site leads on; so does one to a page that is not indexed.
    { path: '/end/outside', links: [{ to: `${OTHER}/there`, text: 'on' }] },
    // Links to itself lead nowhere.
    {
      path: '/end/itself',
      links: [
        { to: '/end/itself', text: 'again' },
        { to: '#top', text: 'up' },
      ],
    },
  ],
  finds: { 'site-dead-end': [{ url: '/end/dead' }, { url: '/end/itself' }] },
}

const canonicals: Plant = {
  pages: [
    page('/canonical/1', { head: canonical('/canonical/2') }),
    page('/canonical/2', { head: canonical('/canonical/3') }),
    page('/canonical/3', { head: canonical('/canonical/3') }),
    page('/canonical/hidden', { head: noindex }),
    page('/canonical/to-hidden', { head: canonical('/canonical/hidden') }),
    page('/canonical/to-gone', { head: canonical('/canonical/gone') }),
    page('/canonical/to-moved', { head: canonical('/canonical/moved') }),
  ],
  answers: {
    '/canonical/gone': { status: 404 },
    '/canonical/moved': { status: 301, location: '/canonical/3' },
  },
  listed: ['/canonical/3'],
  finds: {
    'site-canonical-chain': [{ url: '/canonical/1', canonical: '/canonical/2', target: '/canonical/3' }],
    'site-canonical-to-not-indexable': [
      { url: '/canonical/to-gone', canonical: '/canonical/gone', reason: 'error' },
      { url: '/canonical/to-hidden', canonical: '/canonical/hidden', reason: 'noindex' },
      { url: '/canonical/to-moved', canonical: '/canonical/moved', reason: 'redirect' },
    ],
    'site-noindex-linked': [{ url: '/canonical/hidden', sources: hubSources('/canonical/hidden') }],
  },
}

const languages: Plant = {
  pages: [
    page('/lang/en', { head: alternates({ en: '/lang/en', fr: '/lang/fr', it: '/lang/it' }) }),
    page('/lang/fr', { head: alternates({ en: '/lang/en', fr: '/lang/fr', it: '/lang/it' }) }),
    // Names only itself.
    page('/lang/it', { head: alternates({ it: '/lang/it' }) }),
    page('/lang/es', { head: alternates({ es: '/lang/es', pt: '/lang/pt' }) }),
    page('/lang/pt', { head: noindex + alternates({ es: '/lang/es', pt: '/lang/pt' }) }),
  ],
  listed: ['/lang/en', '/lang/fr', '/lang/it', '/lang/es'],
  finds: {
    'site-hreflang-no-return': [
      { url: '/lang/en', target: '/lang/it', hreflang: 'it' },
      { url: '/lang/fr', target: '/lang/it', hreflang: 'it' },
    ],
    'site-hreflang-to-not-indexable': [
      { url: '/lang/es', target: '/lang/pt', hreflang: 'pt', reason: 'noindex' },
    ],
    'site-noindex-linked': [{ url: '/lang/pt', sources: hubSources('/lang/pt') }],
  },
}

/** A page whose texts are those of all variants with this name. */
const variant = (path: string, name: string, head = '') =>
  page(path, {
    ...{ title: `Title ${name}`, description: `Description ${name}`, h1: `Heading ${name}` },
    ...{ text: proseOf(name, 100), head },
  })
const WWW_PAGE = `${WWW}/variant/www`
const pairs = {
  case: ['/variant/Case', '/variant/case'],
  slash: ['/variant/slash', '/variant/slash/'],
  www: ['/variant/www', WWW_PAGE],
}
const pairsWith = (text: string) =>
  Object.entries(pairs).map(([name, urls]) => ({ value: `${text} ${name}`, urls }))

const variants: Plant = {
  pages: [
    variant('/variant/slash', 'slash'),
    variant('/variant/slash/', 'slash'),
    variant('/variant/Case', 'case'),
    variant('/variant/case', 'case'),
    variant('/variant/www', 'www'),
    variant(WWW_PAGE, 'www'),
    // One that names the other as its canonical, and two that differ.
    variant('/variant/named', 'named'),
    variant('/variant/named/', 'named', canonical('/variant/named')),
    page('/variant/other'),
    page('/variant/other/'),
  ],
  listed: [
    ...['/variant/slash', '/variant/slash/', '/variant/Case', '/variant/case', '/variant/www', WWW_PAGE],
    ...['/variant/named', '/variant/other', '/variant/other/'],
  ],
  finds: {
    'site-mixed-variants': Object.values(pairs).map((urls) => ({ urls })),
    'site-duplicate-content': Object.values(pairs).map((urls) => ({ urls })),
    'site-duplicate-title': pairsWith('Title'),
    'site-duplicate-description': pairsWith('Description'),
    'site-duplicate-h1': pairsWith('Heading'),
  },
}

const robots: Plant = {
  pages: [page('/robots/links', { links: [{ to: '/blocked/1', text: 'blocked' }] })],
  finds: {
    'site-robots-blocked-linked': [
      { url: '/blocked/1', sources: [{ url: '/robots/links', text: 'blocked' }] },
    ],
  },
}

const ids: Plant = {
  pages: [
    page('/id/1', { head: node('#it', 'A') + node(`${SITE}/things/1`, 'Lamp') }),
    page('/id/2', { head: node('#it', 'B') + node(`${SITE}/things/1`, 'Chair') }),
    page('/id/3', { head: node(`${SITE}/things/2`, 'Table') }),
    page('/id/4', { head: node(`${SITE}/things/2`, 'Table') }),
  ],
  finds: { 'site-duplicate-structured-id': [{ value: `${SITE}/things/1`, urls: ['/id/1', '/id/2'] }] },
}

export const plants: readonly Plant[] = [
  ...[
    titles,
    descriptions,
    headings,
    contents,
    links,
    redirects,
    sitemap,
    depths,
    ends,
    canonicals,
    languages,
  ],
  ...[variants, robots, ids],
]
