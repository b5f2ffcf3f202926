import sharp from 'sharp'
import type { SiteFile } from './serve-site.ts'

interface Product {
  readonly path: string
  readonly name: string
  readonly about: string
  readonly price: string
  /** Colour of its photograph. */
  readonly colour: string
}

const products: readonly Product[] = [
  {
    path: '/coffee/harbour-blend',
    name: 'Harbour Blend',
    about: 'cocoa, hazelnut, plum',
    price: '11.90',
    colour: '#6b4630',
  },
  {
    path: '/coffee/yirgacheffe',
    name: 'Yirgacheffe',
    about: 'bergamot, peach, black tea',
    price: '14.50',
    colour: '#b0703c',
  },
  {
    path: '/coffee/huila',
    name: 'Huila',
    about: 'caramel, red apple, almond',
    price: '13.20',
    colour: '#8a3f2b',
  },
  {
    path: '/coffee/sidamo-decaf',
    name: 'Sidamo Decaf',
    about: 'honey, apricot, malt',
    price: '12.80',
    colour: '#51624a',
  },
  {
    path: '/coffee/espresso-no-4',
    name: 'Espresso No. 4',
    about: 'dark chocolate, molasses, walnut',
    price: '12.40',
    colour: '#3c2a24',
  },
  {
    path: '/coffee/kiambu',
    name: 'Kiambu',
    about: 'blackcurrant, grapefruit, cane sugar',
    price: '15.90',
    colour: '#7a2f45',
  },
]

const guides: readonly (readonly [path: string, title: string])[] = [
  ['/guides/filter', 'How to brew filter coffee'],
  ['/guides/espresso', 'How to pull an espresso'],
  ['/guides/cold-brew', 'How to make cold brew'],
  ['/guides/storage', 'How to store coffee'],
]

const style = `*{box-sizing:border-box}body{margin:0;font:17px/1.6 Georgia,serif;color:#2c211b;background:#fbf7f1}
header{display:flex;gap:28px;align-items:center;padding:18px 6vw;background:#2c211b;color:#fbf7f1}
header a{color:#fbf7f1;text-decoration:none}header b{font-size:21px;margin-right:auto}
main{padding:0 6vw 60px}.hero{display:grid;grid-template-columns:1fr 1fr;gap:40px;align-items:center;padding:44px 0}
h1{font-size:44px;line-height:1.1;margin:0 0 14px}.hero img{width:100%;height:auto;border-radius:14px}
.grid{display:grid;grid-template-columns:repeat(3,1fr);gap:22px}.card{background:#fff;border-radius:12px;overflow:hidden;
box-shadow:0 1px 4px #0002}.card img{width:100%;height:auto;display:block}.card p{margin:10px 16px 16px}
.price{color:#8a3f2b;font-weight:bold}@media(max-width:700px){.hero,.grid{grid-template-columns:1fr}h1{font-size:34px}
header{flex-wrap:wrap;gap:12px}}`

const navigation = `<header><b>Harbour Roastery</b><a href="/">Coffee</a><a href="/guides">Guides</a>
<a href="/about">About</a><a href="/autumn-offers">Offers</a></header>`

interface PageText {
  readonly title: string
  readonly description?: string
  readonly head?: string
}

function page({ title, description, head = '' }: PageText, main: string): SiteFile {
  const about = description === undefined ? '' : `<meta name="description" content="${description}">`
  const body = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>${about}<link rel="stylesheet" href="/site.css"><link rel="icon" href="/icon.png">${head}</head>
<body>${navigation}<main>${main}</main></body></html>`
  return { status: 200, type: 'text/html; charset=utf-8', body }
}

function home(): SiteFile {
  const cards = products.map(
    ({ path, name, about, price }, at) =>
      `<div class="card"><a href="${path}"><img src="/photos${path}.png" width="480" height="320"${at % 2 === 0 ? ` alt="A bag of ${name}"` : ''}></a>
<p><b>${name}</b><br>${about}<br><span class="price">€${price}</span></p></div>`,
  )
  const hero = `<div class="hero"><div><h1>Coffee roasted by the water</h1><p>Six coffees, roasted twice a week in small
drums and sent the same day. Ground for your brewer, or whole beans.</p></div><img src="/photos/roastery.png" width="960" height="640"
alt="Sunrise over the harbour"></div>`
  return page(
    {
      title: 'Harbour Roastery: coffee roasted by the water',
      description:
        'Six coffees from Ethiopia, Colombia and Kenya, roasted twice a week in small drums and sent the same day.',
    },
    `${hero}<div class="grid">${cards.join('\n')}</div>`,
  )
}

function productPage({ path, name, about, price }: Product): SiteFile {
  const data = {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name,
    image: `/photos${path}.png`,
    offers: { '@type': 'Offer', price, priceCurrency: 'EUR' },
  }
  return page(
    {
      title: `${name} | Harbour Roastery`,
      head: `<script type="application/ld+json">${JSON.stringify(data)}</script>`,
    },
    `<h1>${name}</h1><img src="/photos${path}.png" width="480" height="320" alt="A bag of ${name}">
<p>Tastes of ${about}. 250 grams, <span class="price">€${price}</span>.</p><p><a href="/">All coffees</a>
<a href="/guides/filter">How to brew it</a></p>`,
  )
}

function guidePage([path, title]: readonly [string, string]): SiteFile {
  const next = guides
    .filter(([other]) => other !== path)
    .map(([other, name]) => `<li><a href="${other}">${name}</a></li>`)
  return page(
    { title: 'Guide | Harbour Roastery', description: `${title} at home, step by step.` },
    `<h1>${title}</h1><p>Weigh the coffee, heat the water to 94 °C, and take your time. Everything else is practice: change one
thing at a time, taste, and write down what you did.</p><ul>${next.join('')}</ul><p><a href="/old-shop">Where to buy</a></p>`,
  )
}

/** A photograph that is drawn: a sky and water in the colours of the site. */
function photograph(colour: string, width: number, height: number): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 64" width="${width}" height="${height}">
<defs><linearGradient id="sky" x2="0" y2="1"><stop stop-color="#f6d7a8"/><stop offset="1" stop-color="${colour}"/></linearGradient></defs>
<rect width="96" height="64" fill="url(#sky)"/><circle cx="68" cy="22" r="9" fill="#fff3d6"/>
<path d="M0 44 Q12 40 24 44 T48 44 T72 44 T96 44 V64 H0Z" fill="#2c211b" opacity=".75"/>
<path d="M0 52 Q12 48 24 52 T48 52 T72 52 T96 52 V64 H0Z" fill="#2c211b"/></svg>`
  return sharp(Buffer.from(svg)).png({ compressionLevel: 1 }).toBuffer()
}

async function photographs(): Promise<[string, SiteFile][]> {
  const image = async (
    path: string,
    colour: string,
    width: number,
    height: number,
  ): Promise<[string, SiteFile]> => [
    path,
    { status: 200, type: 'image/png', body: await photograph(colour, width, height) },
  ]
  return Promise.all([
    image('/photos/roastery.png', '#c4622f', 2400, 1600),
    image('/icon.png', '#6b4630', 48, 32),
    ...products.map(({ path, colour }) => image(`/photos${path}.png`, colour, 960, 640)),
  ])
}

/**
 * The site that the pictures show: a coffee roastery with faults that real sites have. `isImproved`: as it is after a first round
 * of fixes. By path.
 */
export async function roastery(isImproved: boolean): Promise<ReadonlyMap<string, SiteFile>> {
  const gone = page({ title: 'Not found' }, '<h1>Not found</h1>')
  const offers = page(
    { title: 'Offers | Harbour Roastery', description: 'What is cheaper this autumn.' },
    '<h1>Autumn offers</h1><p>Three bags for the price of two, until the end of November.</p>',
  )
  const list = guides.map(([path, title]) => `<li><a href="${path}">${title}</a></li>`)
  const pages: [string, SiteFile][] = [
    ['/', home()],
    [
      '/about',
      page(
        { title: 'About us', head: '<meta name="robots" content="noindex">' },
        '<h1>About us</h1><p>Two people, one drum, since 2014.</p>',
      ),
    ],
    [
      '/guides',
      page(
        { title: 'Guide | Harbour Roastery', description: 'How to brew coffee at home, step by step.' },
        `<h1>Guides</h1><ul>${list.join('')}</ul>`,
      ),
    ],
    ['/autumn-offers', isImproved ? offers : { ...gone, status: 404 }],
    ['/old-shop', { status: 302, type: 'text/html', body: '', location: '/' }],
    ['/site.css', { status: 200, type: 'text/css', body: style }],
    ['/robots.txt', { status: 200, type: 'text/plain', body: 'User-agent: *\nAllow: /\n' }],
  ]
  return new Map([
    ...pages,
    ...products.map((product): [string, SiteFile] => [product.path, productPage(product)]),
    ...guides.map((guide): [string, SiteFile] => [guide[0], guidePage(guide)]),
    ...(await photographs()),
  ])
}
