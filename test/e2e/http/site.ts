import type { ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import sharp from 'sharp'
import { htmlPage, openSite, type Route, type TargetSite } from '#test/support/sites/target-site.ts'

/** Limit of a target's body, decompressed: 50 MB (infra/docs/clients.md#limits). */
export const LARGEST_BYTES = 52_428_800
/** Numbers of images and links of `/many`. */
export const MANY = { images: 120, links: 520 } as const

const HTML = { 'content-type': 'text/html; charset=utf-8' }

/** A page with a value for every field of the metadata result. */
const fullPage = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>  Blue
  kettle </title>
<meta name="description" content="An enamel kettle.">
<meta name="keywords" content="kettle, enamel">
<meta name="author" content="Ada Example">
<meta name="publisher" content="Example Press">
<meta name="viewport" content="width=device-width">
<meta name="theme-color" content="#123456">
<meta name="generator" content="Handmade 1.0">
<meta name="robots" content="index, follow">
<link rel="canonical" href="/full">
<link rel="manifest" href="/app.webmanifest">
<link rel="icon" href="/icon.png" sizes="32x32" type="image/png">
<meta property="og:title" content="The kettle">
<meta property="og:description" content="For tea.">
<meta property="og:image" content="/red.png">
<meta property="og:url" content="/full">
<meta property="og:type" content="product">
<meta property="og:site_name" content="Example Shop">
<meta name="twitter:card" content="summary">
<meta name="twitter:title" content="Kettle!">
<meta name="twitter:description" content="Tea.">
<meta name="twitter:image" content="/red.png">
<meta name="twitter:site" content="@ExampleShop">
<script type="application/ld+json">{"@context":"https://schema.org","@type":"WebSite","name":"Example Shop",
"url":"https://shop.example/"}</script>
</head>
<body>
<h1>Blue kettle</h1><h2>Use</h2><h2>Care</h2>
<p>one two three</p>
<img src="/red.png" alt="A red square" height="64"><img src="/icon.png">
<a href="/next">Next</a> <a rel="me" href="https://github.com/Example-Shop">We</a> <a href="#top">Top</a>
</body>
</html>`

function sendFull(response: ServerResponse): void {
  response.writeHead(200, { ...HTML, etag: '"v1"', 'cache-control': 'max-age=60' }).end(fullPage)
}

/** A page of this many bytes after decompression; blanks, so that it contains nothing. */
const blank = (bytes: number): Route => {
  const head = '<!doctype html><title>Blank</title>'
  const packed = gzipSync(head.padEnd(bytes), { level: 1 })
  return (_request, response) =>
    void response.writeHead(200, { ...HTML, 'content-encoding': 'gzip' }).end(packed)
}

const send =
  (status: number, type: string, body: string): Route =>
  (_request, response) =>
    void response.writeHead(status, { 'content-type': type }).end(body)

const redirect =
  (status: number, location: string): Route =>
  (_request, response) =>
    void response.writeHead(status, { location }).end()

function repeated(count: number, item: (at: number) => string): string {
  return Array.from({ length: count }, (_, at) => item(at)).join('')
}

const robotsTxt = `user-agent: PageProbeBot
disallow: /kept-out

user-agent: *
disallow: /kept-from-all
`

/** A page for each possible outcome of an inspection. */
export interface ContractSite extends TargetSite {
  /** Holds the answers of the pages whose path begins so, and of no others, until `release`. */
  hold(prefix: string): void
  release(): void
}

export async function openContractSite(): Promise<ContractSite> {
  let held: { readonly prefix: string; readonly released: PromiseWithResolvers<void> } | null = null
  const red = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#ff0000' } })
    .png()
    .toBuffer()
  const routes: Record<string, Route> = {
    '/robots.txt': send(200, 'text/plain', robotsTxt),
    '/full': (_request, response) => sendFull(response),
    '/bare': send(200, 'text/html', '<!doctype html>'),
    '/red.png': (_request, response) =>
      void response.writeHead(200, { 'content-type': 'image/png' }).end(red),
    '/many': (_request, response) =>
      htmlPage(
        response,
        '/many',
        repeated(MANY.images, (at) => `<img src="/i${at}.png">`) +
          repeated(MANY.links - 1, (at) => `<a href="/l${at}">l</a>`),
      ),
    '/titled': ({ url = '' }, response) =>
      void response.writeHead(200, HTML).end(`<title>${'t'.repeat(Number(url.split('?')[1]))}</title>`),
    '/agent': ({ headers }, response) =>
      void response.writeHead(200, HTML).end(`<title>${headers['user-agent']}</title>`),
    '/tall': ({ url = '' }, response) =>
      void response
        .writeHead(200, HTML)
        .end(`<!doctype html><body style="margin:0"><div style="height:${url.split('?')[1]}px">`),
    '/heavy': send(200, 'text/html', `<title>Heavy</title><!--${'x'.repeat(2 * 1024 * 1024)}-->`),
    '/attachment': (_request, response) =>
      void response
        .writeHead(200, { 'content-type': 'application/zip', 'content-disposition': 'attachment' })
        .end('PK'),
    '/pdf': send(200, 'application/pdf', '%PDF-1.7'),
    '/text': send(200, 'text/plain', 'plain'),
    '/wall': send(200, 'text/html', '<title>Just a moment...</title>'),
    '/absent': send(404, 'text/html', '<title>Absent</title>'),
    '/broken': send(500, 'text/html', '<title>Broken</title>'),
    '/moved': redirect(301, '/full'),
    '/to-inside': redirect(302, 'http://127.0.0.1:8080/secret'),
    '/to-other-scheme': redirect(302, 'ftp://shop.example/file'),
    '/round': redirect(302, '/round'),
    '/reset': ({ socket }) => void socket.destroy(),
    '/silent': () => undefined,
    '/largest': blank(LARGEST_BYTES),
    '/too-large': blank(LARGEST_BYTES + 1),
  }
  const before = async (path: string) => {
    if (held !== null && path.startsWith(held.prefix)) await held.released.promise
  }
  const site = await openSite({ routes, before })
  return {
    ...site,
    hold(prefix) {
      held = { prefix, released: Promise.withResolvers() }
    },
    release() {
      held?.released.resolve()
      held = null
    },
  }
}
