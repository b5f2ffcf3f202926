import { setTimeout as delay } from 'node:timers/promises'
import sharp from 'sharp'
import { openSite, type Route } from '#test/support/sites/target-site.ts'

/** Eight pages of different kinds, as `/heading`, `/picture` and so on, on a port that is printed. */
const words = 'Words that fill a paragraph of a page. '

function page(body: string, head = ''): string {
  return `<!doctype html><html lang="en"><head><title>Lab</title>
<meta name="viewport" content="width=device-width">${head}</head><body><h1>A heading</h1>${body}</body></html>`
}

const send =
  (type: string, body: string | Buffer, ms = 0): Route =>
  async (_request, response) => {
    await delay(ms)
    response.writeHead(200, { 'content-type': type, 'content-length': Buffer.byteLength(body) }).end(body)
  }

const html = (body: string, head?: string, ms?: number) =>
  send('text/html; charset=utf-8', page(body, head), ms)
const script = (text: string) => send('text/javascript', text)

const busy = (ms: number) => `{ const from = performance.now(); while (performance.now() - from < ${ms}); }`
const shift = `setTimeout(() => { document.querySelector('#above').style.height = '120px' }, 700)`
const paragraph = (_: unknown, at: number) =>
  `<section><h2>Part ${at}</h2><p>${words.repeat(8)}</p><ul><li>one<li>two<li>three</ul></section>`
const list = `fetch('/items.json').then((answer) => answer.json()).then((items) => {
  const main = document.querySelector('main')
  for (const item of items) main.append(Object.assign(document.createElement('p'), { textContent: item }))
})`
const items = Array.from({ length: 300 }, (_, at) => `${words.repeat(3)}${at}`)

const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const
const picture = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#888', noise } })
  .jpeg({ quality: 50 })
  .toBuffer()
const css = `h1 { font: 30px sans-serif } body { margin: 20px } ${'.unused { color: red } '.repeat(2000)}`

const site = await openSite({
  routes: {
    '/heading': html(''),
    '/picture': html('<img src="/noise.jpg" width="300" height="200" alt="">'),
    '/styled': html(`<p>${words.repeat(10)}</p>`, '<link rel="stylesheet" href="/style.css">'),
    '/shifting': html(`<div id="above"></div><p>${words.repeat(20)}</p><script>${shift}</script>`),
    '/scripts': html(
      `<p>${words.repeat(10)}</p>${[120, 40, 60].map((ms) => `<script src="/${ms}.js"></script>`).join('')}`,
    ),
    '/article': html(Array.from({ length: 400 }, paragraph).join('\n')),
    '/slow': html(`<p>${words.repeat(10)}</p>`, '', 800),
    '/scripted': html('<main></main><script src="/list.js" defer></script>'),
    '/style.css': send('text/css', css),
    '/noise.jpg': send('image/jpeg', picture),
    '/items.json': send('application/json', JSON.stringify(items)),
    '/list.js': script(list),
    ...Object.fromEntries([120, 40, 60].map((ms) => [`/${ms}.js`, script(busy(ms))])),
  },
})
console.log(`site on port ${new URL(site.url('/')).port}`)
