import { readFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import sharp from 'sharp'
import { openSite, type Route, type TargetSite } from '#test/support/sites/target-site.ts'

/** The host of the site (`siteNames.clean`). Its pages name it without the port, which is added when they are sent. */
const CLEAN_HOST = 'www.clean.example'

/** A page of each kind, by path. */
export const cleanPages: Readonly<Record<string, string>> = {
  '/': 'home.html',
  '/journal/descale-a-kettle': 'article.html',
  '/ja/journal/descale-a-kettle': 'article-ja.html',
  '/shop/blue-kettle': 'product.html',
}

const ORIGIN = `http://${CLEAN_HOST}`
const YEAR = 'public, max-age=31536000, immutable'

const robotsTxt = `User-agent: *
Disallow: /cart
Disallow: /search

Sitemap: ${ORIGIN}/sitemap.xml
`
const sitemap = `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${Object.keys(cleanPages).map((path) => `<url><loc>${ORIGIN}${path}</loc><lastmod>2026-03-09</lastmod></url>`).join('\n')}
</urlset>
`
const style = `body { margin: 0 auto; max-width: 50rem; font: 1.125rem/1.6 sans-serif; color: #111; background: #fff }
img { display: block; max-width: 100%; height: auto }
.skip { position: absolute; left: -999rem }
.skip:focus { left: 0 }
`
const script = `document.documentElement.classList.add('is-live')\n`

/** Security headers of every answer. */
const safe = {
  'content-security-policy': "default-src 'self'; frame-ancestors 'self'",
  'x-content-type-options': 'nosniff',
}

/** A text, compressed for clients that accept it, with the port in every address of the site. */
function text(type: string, cacheControl: string, body: string): Route {
  return (request, response) => {
    const whole = body.replaceAll(ORIGIN, originOf(request))
    const isPacked = /\bgzip\b/.test(request.headers['accept-encoding'] ?? '')
    const sent = isPacked ? gzipSync(whole) : Buffer.from(whole)
    response.writeHead(200, {
      ...safe,
      'content-type': type,
      'content-length': sent.length,
      'cache-control': cacheControl,
      vary: 'Accept-Encoding',
      ...(isPacked && { 'content-encoding': 'gzip' }),
    })
    response.end(sent)
  }
}

function originOf({ headers }: IncomingMessage): string {
  return `http://${headers.host}`
}

async function picture(format: 'webp' | 'png', width: number, height: number, background: string): Promise<Route> {
  const body = await sharp({ create: { width, height, channels: 3, background } }).toFormat(format).toBuffer()
  const headers = { ...safe, 'content-type': `image/${format}`, 'cache-control': YEAR, 'content-length': body.length }
  return (_request, response) => void response.writeHead(200, headers).end(body)
}

function pageRoutes(): Record<string, Route> {
  const route = (file: string) => {
    const html = readFileSync(join(import.meta.dirname, 'pages', file), 'utf8')
    return text('text/html; charset=utf-8', 'public, max-age=300', html)
  }
  return Object.fromEntries(Object.entries(cleanPages).map(([path, file]) => [path, route(file)]))
}

/**
 * Opens a site of four pages without any SEO issue, with everything that belongs to them; `more` adds routes or
 * replaces them.
 */
export async function openCleanSite(more: Readonly<Record<string, Route>> = {}): Promise<TargetSite> {
  const site = await openSite({
    routes: {
      ...pageRoutes(),
      '/robots.txt': text('text/plain; charset=utf-8', 'public, max-age=300', robotsTxt),
      '/sitemap.xml': text('application/xml', 'public, max-age=300', sitemap),
      '/style.css': text('text/css; charset=utf-8', YEAR, style),
      '/app.js': text('text/javascript; charset=utf-8', YEAR, script),
      '/icon.png': await picture('png', 192, 192, '#1a4f8b'),
      '/images/workshop.webp': await picture('webp', 800, 450, '#88aacc'),
      '/images/kettle.webp': await picture('webp', 800, 450, '#1a4f8b'),
      '/images/lemons.webp': await picture('webp', 800, 450, '#eedd44'),
      '/images/cloth.webp': await picture('webp', 640, 360, '#888888'),
      '/llms.txt': (_request, response) => void response.writeHead(404, safe).end(),
      '/favicon.ico': (_request, response) => void response.writeHead(404, safe).end(),
      ...more,
    },
  })
  const named = new URL(site.url('/'))
  named.hostname = CLEAN_HOST
  return { ...site, url: (path) => new URL(path, named).href }
}
