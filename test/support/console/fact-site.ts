import type { ServerResponse } from 'node:http'
import sharp from 'sharp'
import type { Route } from '#test/support/sites/target-site.ts'

/** Longer than any list of search results shows. */
export const DESCRIPTION = 'A description that no list of search results has the room for. '.repeat(8).trim()

/** Pictures are twice as wide as high. */
const picture = await sharp({ create: { width: 600, height: 300, channels: 3, background: '#0088cc' } })
  .png()
  .toBuffer()

const page =
  (head: string, body: string): Route =>
  (_, response) =>
    send(
      response,
      'text/html; charset=utf-8',
      `<!doctype html><html lang="en"><head>${head}</head><body>${body}</body></html>`,
    )

function send(response: ServerResponse, type: string, body: string | Buffer): void {
  response.writeHead(200, { 'content-type': type })
  response.end(body)
}

const shown: Route = (_, response) => send(response, 'image/png', picture)

const facts = page(
  `<title>A page of facts</title><meta name="description" content="${DESCRIPTION}">
   <meta property="og:title" content="Facts to share"><meta property="og:image" content="/picture.png">
   <meta name="twitter:card" content="summary_large_image">`,
  `<h1>Facts</h1><a href="/one">One</a> <a href="/two">Two</a> <a href="https://other.example/">Other</a>
   <a href="mailto:someone@site.example">Mail</a>
   <img src="/picture.png" alt="A blue field" width="60" height="30"><img src="/second.png" alt="">`,
)

const loading = page(
  '<title>A page that loads</title><link rel="stylesheet" href="/style.css"><script src="/script.js" defer></script><link rel="icon" href="data:,">',
  '<h1>Loads</h1><p>Some words.</p><img src="/left.png" alt="A blue field" width="600" height="300"><img src="/right.png" alt="Another" width="600" height="300">',
)

/** Paths that the page of `/loading` consists of. */
export const loadingParts = ['/loading', '/style.css', '/script.js', '/left.png', '/right.png'] as const

/** A page with two faults, of which the second can be mended. */
const faulty = (isMended: boolean) =>
  page(
    '<title>A page with known faults</title>',
    `<main><h1>Faults</h1><p>Some words.</p><img src="/picture.png" id="bare">
     <button id="nameless">${isMended ? 'Send' : ''}</button></main>`,
  )

/**
 * Pages whose facts a test knows: `/facts` for metadata, `/loading` for performance, `/faulty` for audits, and
 * `/see-through`, which paints no background. `isMended` says whether the second fault is mended.
 */
export function factRoutes(isMended: () => boolean): Readonly<Record<string, Route>> {
  const pictures = ['/picture.png', '/second.png', '/left.png', '/right.png']
  return {
    '/facts': facts,
    '/loading': loading,
    '/faulty': (request, response) => faulty(isMended())(request, response),
    '/see-through': page('<title>Nothing behind it</title>', '<h1>Text</h1>'),
    '/style.css': (_, response) => send(response, 'text/css', 'h1 { color: navy }'),
    '/script.js': (_, response) => send(response, 'text/javascript', 'document.title += "."'),
    ...Object.fromEntries(pictures.map((path) => [path, shown])),
  }
}
