import sharp from 'sharp'
import { openSite, type Route, type TargetSite } from '#test/support/sites/target-site.ts'

/** A small shop, which the examples inspect. */
export const SHOP = 'http://shop.example'

/** Removes the port of the shop from a text: no example shows it. */
export function withoutPort(text: string, shopPort: string): string {
  const { host } = new URL(SHOP)
  return text.replaceAll(`${host}:${shopPort}`, host)
}

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Blue kettle – Example Shop</title>
<meta name="description" content="An enamel kettle for a litre and a half of water.">
<meta name="author" content="Ada Example">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="canonical" href="/kettle">
<link rel="icon" href="/icon.png" sizes="32x32" type="image/png">
<meta property="og:title" content="Blue kettle">
<meta property="og:type" content="product">
<meta property="og:image" content="/kettle.png">
<meta property="og:site_name" content="Example Shop">
<meta name="twitter:card" content="summary">
<script type="application/ld+json">{"@context": "https://schema.org", "@type": "Product", "name": "Blue kettle",
"image": "/kettle.png", "offers": {"@type": "Offer", "price": "39.90", "priceCurrency": "EUR"}}</script>
</head>
<body>
<h1>Blue kettle</h1>
<p>Boils a litre and a half in four minutes, on any stove.</p>
<img src="/kettle.png" alt="A blue kettle" width="64" height="64">
<a href="/">All things</a> <a href="https://github.com/example-shop" rel="me">We on GitHub</a>
</body>
</html>`

/** Two screens, and a page taller than any WebP image. */
const catalogue = tallPage(1200)
const endless = tallPage(20_000)

function tallPage(height: number): string {
  return `<!doctype html><title>All things</title><style>*{margin:0}</style><div style="height:${height}px;background:#369"></div>`
}

const html: Route = (_, response) => {
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', etag: '"kettle-1"' }).end(page)
}

const text =
  (type: string, body: string): Route =>
  (_, response) => {
    response.writeHead(200, { 'content-type': type }).end(body)
  }

export interface Shop extends TargetSite {
  /** Releases `/slow` and `/held`: their inspections run until then. */
  release(): void
}

/** Opens the shop on a loopback port. */
export async function openShop(): Promise<Shop> {
  const hurried = Promise.withResolvers<void>()
  const picture = { width: 64, height: 64, channels: 3, background: '#336699' } as const
  const png = await sharp({ create: picture }).png().toBuffer()
  const image: Route = (_, response) => {
    response.writeHead(200, { 'content-type': 'image/png' }).end(png)
  }
  const late: Route = async (request, response) => {
    await hurried.promise
    await html(request, response)
  }
  const site = await openSite({
    routes: {
      '/kettle': html,
      '/kettle.png': image,
      '/icon.png': image,
      '/old-kettle': (_, response) => {
        response.writeHead(301, { location: '/kettle' }).end()
      },
      '/slow': late,
      '/held': late,
      '/catalogue': text('text/html', catalogue),
      '/endless': text('text/html', endless),
      '/gone': (_, response) => {
        response.writeHead(410, { 'content-type': 'text/html' }).end('<title>Gone</title>')
      },
      '/photos.zip': text('application/zip', 'PK'),
      '/manual.pdf': text('application/pdf', '%PDF-1.7'),
      '/robots.txt': text('text/plain', 'User-agent: PageProbeBot\nDisallow: /private\n'),
    },
  })
  return { ...site, release: hurried.resolve }
}
