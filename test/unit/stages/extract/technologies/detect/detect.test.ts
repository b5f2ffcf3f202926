import { expect } from 'chai'
import { metadataFor } from '../../pages.ts'
import type { Example } from '../example.ts'
import { frontEnd } from '../examples/front-end.data.ts'
import { measurement } from '../examples/measurement.data.ts'
import { servers } from '../examples/servers.data.ts'
import { services } from '../examples/services.data.ts'
import { systems } from '../examples/systems.data.ts'

const examples = { systems, servers, frontEnd, measurement, services }
const all: readonly Example[] = Object.values(examples).flat()

function technologiesOf({ html = '', headers = {}, url }: Omit<Example, 'shows'>): string[] | undefined {
  const lines = Object.entries(headers).map(([name, value]) => [name, [value].flat()])
  return metadataFor(html, {
    groups: ['tier3'],
    headers: { 'content-type': ['text/html; charset=utf-8'], ...Object.fromEntries(lines) },
    ...(url === undefined ? {} : { url }),
  }).tech_stack
}

const titleOf = ({ html, headers, url }: Example) =>
  [url, JSON.stringify(headers), html].find((part) => part !== undefined)?.slice(0, 90)

for (const [kind, list] of Object.entries(examples)) {
  describe(`technologies, ${kind}`, () => {
    for (const example of list)
      it(`${example.shows.join(', ')} by ${titleOf(example)}`, () => {
        expect(technologiesOf(example)).to.deep.equal(example.shows)
      })
  })
}

describe('technologies, examples', () => {
  it('are of at least 120 technologies, each page once', () => {
    expect(new Set(all.flatMap(({ shows }) => shows)).size).to.be.at.least(120)
    expect(new Set(all.map((example) => JSON.stringify(example))).size).to.equal(all.length)
  })
})

// Pages that look like a technology without being one. The result is empty for each.
const nothing: readonly (readonly [why: string, page: Omit<Example, 'shows'>])[] = [
  ['no trace at all', { html: '<title>x</title><p>y' }],
  [
    'names in visible text',
    { html: '<h1>React, WordPress and Shopify</h1><p>Next.js, jQuery, nginx, PHP</p>' },
  ],
  ['names in the title', { html: '<title>WordPress or Drupal 10? Powered by Shopify</title>' }],
  [
    'names in description and keywords',
    { html: '<meta name=description content="WordPress 6.4"><meta name=keywords content="Hugo 0.1">' },
  ],
  [
    'a snippet shown as text',
    { html: '<pre>&lt;script src="https://js.stripe.com/v3/">&lt;/script> _paq.push([])</pre>' },
  ],
  ['a comment', { html: '<!-- <script src="/wp-includes/js/jquery/jquery.min.js"></script> -->' }],
  ['a template', { html: '<template><script src="https://js.stripe.com/v3/"></script></template>' }],
  [
    'data that names them',
    { html: '<script type="application/json">{"a":"_paq.push([","b":"Shopify.shop ="}</script>' },
  ],
  [
    'a structured data block',
    { html: '<script type="application/ld+json">{"url":"https://static.hotjar.com/c/hotjar-"}</script>' },
  ],
  [
    'links to their sites',
    {
      html: '<a href="https://wordpress.org/wp-content/themes/x/">WordPress</a><a href="https://www.shopify.com/">S</a>',
    },
  ],
  [
    'canonical, alternate and dns-prefetch links',
    {
      html: '<link rel=canonical href="https://x.myshopify.com/cdn/shop/t/1/"><link rel=alternate href="https://www.youtube.com/embed/a"><link rel=dns-prefetch href="//fonts.googleapis.com/css">',
    },
  ],
  [
    'an image from a shop',
    {
      html: '<img src="https://cdn.shopify.com/s/files/1/2/a.jpg"><img src="https://x.test/wp-content/plugins/a.png">',
    },
  ],
  [
    'a longer host that begins alike',
    { html: '<script src="https://www.google-analytics.com.evil.test/analytics.js"></script>' },
  ],
  [
    'a longer host that ends alike',
    { html: '<script src="https://notgoogle-analytics.com/analytics.js"></script>' },
  ],
  ['both', { html: '<script src="https://notgoogle-analytics.com.evil.test/a.js"></script>' }],
  ['a host as user name', { html: '<script src="https://js.stripe.com@evil.test/v3/"></script>' }],
  ['a host before a backslash', { html: '<script src="https://evil.test\\.js.stripe.com/v3/"></script>' }],
  [
    'a host in the query',
    { html: '<script src="https://x.test/p.js?u=https://js.stripe.com/v3/"></script>' },
  ],
  ['a path in the query', { html: '<script src="/p.js?next=/wp-includes/js/a.js"></script>' }],
  ['a path in the fragment', { html: '<script src="/p.js#/wp-includes/js/a.js"></script>' }],
  ['a host of another path', { html: '<script src="https://www.google.com/xjs/_/js/a.js"></script>' }],
  [
    'folders that are named by accident',
    {
      html: '<script src="/react/app.js"></script><script src="/jquery/page.js"></script><link rel=stylesheet href="/vue/bootstrap/site.css"><script src="/static/assets/app.js"></script>',
    },
  ],
  [
    'files that begin alike',
    {
      html: '<script src="/js/jquery-31.js"></script><script src="/js/jquery.json"></script><script src="/js/vue.json"></script><script src="/react-domains.js"></script>',
    },
  ],
  [
    'files that end alike',
    { html: '<script src="/js/myjquery.min.js"></script><script src="/js/notvue.js"></script>' },
  ],
  [
    'a package that begins alike',
    {
      html: '<script src="https://x.test/npm/react-tiny@1/a.js"></script><script src="https://x.test/npm/vue-demi@0/b.js"></script>',
    },
  ],
  ['the bootstrap of something else', { html: '<script src="/prod/bootstrap.js"></script>' }],
  [
    'names in attributes of elements',
    { html: '<div class="wordpress shopify react" data-x="wp-content"><img alt="Wix.com"></div>' },
  ],
  [
    'identifiers of another spelling',
    { html: '<div id="__NEXT"></div><div id="fb_root"></div><div id="ALLRECORDS"></div>' },
  ],
  ['classes that are not of html or body', { html: '<div class="mediawiki woocommerce-page"></div>' }],
  [
    'a generator that only contains a name',
    {
      html: '<meta name=generator content="Made without WordPress"><meta name=generator content="Hugolike 1">',
    },
  ],
  ['header values that begin alike', { headers: { server: 'nginxy', 'x-powered-by': 'PHPish, Expression' } }],
  ['header values that end alike', { headers: { server: 'my-nginx', 'x-generator': 'notdrupal' } }],
  ['other headers with such values', { headers: { 'x-note': 'cloudflare nginx PHP/8', etag: '"drupal"' } }],
  ['cookies of longer names', { headers: { 'set-cookie': ['my_phpsessid=1', 'xlaravel_session=1'] } }],
  ['cookies of such values', { headers: { 'set-cookie': 'platform=laravel_session=1' } }],
  ['a site that begins alike', { url: 'https://github.io.example.com/' }],
  ['a site whose name ends alike', { url: 'https://notvercel.app/' }],
  [
    'frames and scripts without an address',
    {
      html: '<iframe></iframe><iframe src="about:blank"></iframe><script src=""></script><script src="javascript:void 0"></script>',
    },
  ],
]

describe('technologies that are not there', () => {
  for (const [why, page] of nothing) it(why, () => expect(technologiesOf(page)).to.deep.equal([]))
})

describe('technologies, whole answers', () => {
  it('come once each, in alphabetical order whatever their case', () => {
    const headers = { server: 'nginx', 'x-powered-by': 'PHP/8.1', 'cf-ray': '1-FRA' }
    const html = `<meta name=generator content="WordPress 6.4"><div id=__next></div>
      <script src="/wp-includes/js/jquery/jquery.min.js"></script><script src="https://giscus.app/client.js"></script>`
    const expected = ['Cloudflare', 'giscus', 'jQuery', 'Next.js', 'nginx', 'PHP', 'React', 'WordPress']
    expect(technologiesOf({ html, headers })).to.deep.equal(expected)
  })

  it('tell what implied ones imply', () => {
    expect(technologiesOf({ html: '<meta name=generator content="Seomatic">' })).to.deep.equal([
      'Craft CMS',
      'PHP',
      'SEOmatic',
    ])
  })

  it('see scripts in upper case, with spaces around, by port and without scheme', () => {
    for (const src of [
      'HTTPS://JS.STRIPE.COM/V3/',
      ' https://js.stripe.com/v3/\n',
      'https://js.stripe.com:443/v3',
      '//js.stripe.com?x',
    ])
      expect(technologiesOf({ html: `<script src="${src}"></script>` }), src).to.deep.equal(['Stripe'])
  })

  it('see scripts that wait for consent, and inline programs of all types', () => {
    for (const type of [
      '',
      ' type=module',
      ' type="text/javascript"',
      ' type="text/plain"',
      ' type="0f3b-text/javascript"',
    ])
      expect(technologiesOf({ html: `<script${type}>var _iub = [];</script>` }), type).to.deep.equal([
        'iubenda',
      ])
  })

  it('take references in addresses for the characters they stand for', () => {
    const html = '<script src="https://www.googletagmanager.com/gtag/js?l=a&amp;id=G-1"></script>'
    expect(technologiesOf({ html: html.replace('l=a&amp;', '') })).to.deep.equal(['Google Analytics'])
    expect(
      technologiesOf({ html: '<script src="https:&#x2F;&#x2F;js.stripe.com/v3/"></script>' }),
    ).to.deep.equal(['Stripe'])
  })

  it('leave a data: address unread, however long', () => {
    const html = `<script src="data:text/javascript;base64,${'healcode.com/wp-includes/'.repeat(2_500)}"></script>
      <link rel=icon href="data:image/png;base64,${'x.shopify.com/wp-includes/'.repeat(2_500)}">`
    expect(technologiesOf({ html })).to.deep.equal([])
  })

  it('read 2,048 characters of an address and 253 of a host', () => {
    const far = `/${'x'.repeat(2_048)}/wp-includes/a.js`
    const deep = `https://${'a.'.repeat(130)}js.stripe.com/v3/`
    expect(
      technologiesOf({ html: `<script src="${far}"></script><script src="${deep}"></script>` }),
    ).to.deep.equal([])
  })
})
