import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import sharp from 'sharp'

/**
 * A typical page: a style sheet, a script and two photos, the same for any query. Prints its port; nothing may be
 * cached.
 */
const words = 'Words that a reader reads at leisure, in lines that are set as books set theirs. '
const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A page</title>
<link rel="stylesheet" href="/page.css"></head><body><header><h1>A page</h1><nav id="nav"></nav></header>
<main><img src="/one.jpg" width="600" height="400" alt="one"><img src="/two.jpg" width="600" height="400" alt="two">
${`<article><h2>Part</h2><p>${words.repeat(6)}</p></article>`.repeat(12)}</main><script src="/page.js"></script></body></html>`
const css = `*{box-sizing:border-box}body{margin:0;font:16px/1.5 sans-serif;color:#222;background:#fafafa}
header{padding:16px 32px;background:linear-gradient(90deg,#124,#479);color:#fff}nav a{margin-right:16px;color:#cdf}
main{display:grid;grid-template-columns:1fr 1fr;gap:16px;padding:16px 32px}img{width:100%;height:auto;border-radius:8px}
article{padding:16px;background:#fff;border-radius:8px;box-shadow:0 2px 8px #0003}`
const js = `const nav = document.querySelector('#nav')
for (let i = 0; i < 20; i++) nav.append(Object.assign(document.createElement('a'), { href: '#' + i, textContent: 'Link ' + i }), ' ')`

function photo(hue: number): Promise<Buffer> {
  const size = { width: 600, height: 400 }
  const pixels = Buffer.alloc(size.width * size.height * 3)
  for (let at = 0; at < pixels.length; at++) {
    const [x, y] = [Math.floor(at / 3) % size.width, Math.floor(at / 3 / size.width)]
    pixels[at] = 128 + 100 * Math.sin((x * (1 + (at % 3)) + y * hue) / 40) + ((x * 7 + y * 13) % 23)
  }
  return sharp(pixels, { raw: { ...size, channels: 3 } })
    .jpeg({ quality: 80 })
    .toBuffer()
}

const answers: Readonly<Record<string, readonly [string, string | Buffer]>> = {
  '/': ['text/html; charset=utf-8', html],
  '/page.css': ['text/css', css],
  '/page.js': ['text/javascript', js],
  '/one.jpg': ['image/jpeg', await photo(1)],
  '/two.jpg': ['image/jpeg', await photo(2)],
}

const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
  const [type, body] = answers[request.url?.split('?')[0] ?? ''] ?? []
  if (type === undefined) response.writeHead(404).end()
  else response.writeHead(200, { 'content-type': type, 'cache-control': 'no-store' }).end(body)
})
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`site on port ${(server.address() as AddressInfo).port}\n`)
})
