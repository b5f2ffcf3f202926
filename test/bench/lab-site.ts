import { setTimeout as delay } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import sharp from 'sharp'
import { openSite, type Route } from '#test/support/sites/target-site.ts'

/** A constant page: 120 ms of server time, 9 requests, 1.6 MB, scripts of 120, 40 and 60 ms, one late shift. */
const html = `<!doctype html><html lang="en"><head><title>Lab</title>
<meta name="viewport" content="width=device-width"><link rel="stylesheet" href="/style.css"></head><body>
<h1>A page to measure</h1><div id="above"></div><img src="/0.png" width="300" height="300" alt="">
<p>${'Words that fill a paragraph. '.repeat(20)}</p><button type="button">Touch me</button>
${[1, 2, 3].map((i) => `<img src="/${i}.png" width="60" height="60" alt="">`).join('')}
<script src="/120.js"></script><script src="/40.js"></script><script src="/60.js"></script><script>
setTimeout(() => { document.querySelector('#above').style.height = '100px' }, 900)
document.querySelector('button').onclick = ({ target }) => {
  const from = performance.now()
  while (performance.now() - from < 100);
  target.textContent = 'Touched'
}</script></body></html>`

const css = `h1 { font: 30px sans-serif } body { margin: 20px } ${'.unused { color: red } '.repeat(800)}`
const script = (ms: number) => `{ const from = performance.now(); while (performance.now() - from < ${ms}); }`

const send =
  (type: string, body: Buffer, headers: Record<string, string> = {}, ms = 0): Route =>
  async (_request, response) => {
    await delay(ms)
    response.writeHead(200, { 'content-type': type, 'content-length': body.length, ...headers }).end(body)
  }

async function picture(size: number): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const
  return sharp({ create: { width: size, height: size, channels: 3, background: '#888', noise } })
    .png()
    .toBuffer()
}

const scripts = [120, 40, 60].map(
  (ms) => [`/${ms}.js`, send('text/javascript', Buffer.from(script(ms)))] as const,
)
const pictures = await Promise.all(
  [600, 240, 240, 240].map(async (size, i) => [`/${i}.png`, send('image/png', await picture(size))] as const),
)
const site = await openSite({
  routes: {
    '/': send('text/html; charset=utf-8', gzipSync(html), { 'content-encoding': 'gzip' }, 120),
    '/style.css': send('text/css', Buffer.from(css)),
    ...Object.fromEntries([...scripts, ...pictures]),
  },
})
console.log(`site on port ${new URL(site.url('/')).port}`)
