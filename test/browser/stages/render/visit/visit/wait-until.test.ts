import { expect } from 'chai'
import { eventually } from '#test/contract/eventually.ts'
import { answer, endlessImage, page, silence } from '#test/site/hostile/pages.ts'
import { visiting } from '../visiting.ts'

const fetches = (count: number) =>
  `<script>for (let i = 0; i < ${count}; i++) fetch('/silence?' + i)</script>`
const frames = (count: number) => '<iframe src="/silence"></iframe>'.repeat(count)
const pixel = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')

describe('visit: waitUntil', () => {
  const { visit, failure, site } = visiting({
    '/silence': silence,
    '/endless-image': endlessImage,
    // It comes when the page has long been parsed.
    '/slow-image': async (_request, response) => {
      await eventually(() => site().hits('/parsed') >= site().hits('/slow-image'))
      response.writeHead(200, { 'content-type': 'image/gif' }).end(pixel)
    },
    '/text': answer(200, { 'content-type': 'text/plain' }, 'late'),
    '/events': (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write('data: 1\n\n')
    },
    '/with-slow-image': page(
      `<img src="/slow-image"><script>document.addEventListener('DOMContentLoaded', () => fetch('/parsed'))</script>`,
    ),
    '/with-endless-image': page('<p>Here<img src="/endless-image">'),
    '/with-slow-frame': page('<iframe src="/with-slow-image"></iframe>'),
    '/late': page(
      `<script>setTimeout(async () => { document.title = await (await fetch('/text')).text() }, 100)</script>`,
    ),
    '/later': page(`<script>setTimeout(() => { document.title = 'later' }, 100)</script>`),
    '/one': page(fetches(1)),
    '/two': page(fetches(2)),
    '/three': page(fetches(3)),
    '/two-frames': page(frames(2)),
    '/three-frames': page(frames(3)),
    '/two-and-frame': page(fetches(2) + frames(1)),
    '/frame-gone': page(
      `${frames(3)}<script>setTimeout(() => document.body.replaceChildren(), 200)</script>`,
    ),
    '/socket': page(`<script>new WebSocket('ws://' + location.host + '/silence')</script>`),
    '/event-source': page(`<script>new EventSource('/events')</script>`),
    '/data': page(`<img src="data:image/gif;base64,${pixel.toString('base64')}">`),
    '/worker': page(
      `<script>new Worker(URL.createObjectURL(new Blob(['setInterval(() => {}, 9)'])))</script>`,
    ),
    '/poll': page(`<script>setInterval(() => fetch('/text?' + Math.random()), 100)</script>`),
    '/leaves': page(`${fetches(3)}<script>setTimeout(() => { location = '/plain' }, 200)</script>`),
  })
  const timeout = 1500
  const timedOut = (path: string) => ({
    code: 'TIMEOUT',
    details: { url: site().url(path), timeout_ms: timeout },
  })

  it('load waits for images, including those of frames', async () => {
    const { evaluate } = await visit('/with-slow-image')
    expect(await evaluate('document.images[0].complete')).to.equal(true)
    const outer = await visit('/with-slow-frame')
    expect(await outer.evaluate('frames[0].document.images[0].complete')).to.equal(true)
  })

  it('domcontentloaded does not', async () => {
    const { evaluate } = await visit('/with-endless-image', { waitUntil: 'domcontentloaded' })
    expect(await evaluate('document.readyState')).to.equal('interactive')
  })

  it('load times out when an image never ends', async () => {
    expect(await failure('/with-endless-image', { timeout })).to.deep.equal(timedOut('/with-endless-image'))
  })

  it('a target that never answers times out', async () => {
    expect(await failure('/silence', { timeout })).to.deep.equal(timedOut('/silence'))
  })

  for (const path of ['/plain', '/data', '/socket', '/worker', '/frame-gone', '/leaves']) {
    it(`networkidle0 is reached on ${path}`, async () => {
      expect((await visit(path, { waitUntil: 'networkidle0' })).status).to.equal(200)
    })
  }
  for (const path of ['/one', '/event-source', '/two-frames']) {
    it(`networkidle0 is not reached on ${path}`, async () => {
      expect(await failure(path, { timeout, waitUntil: 'networkidle0' })).to.deep.equal(timedOut(path))
    })
  }
  for (const path of ['/two', '/two-frames', '/with-endless-image', '/event-source', '/poll']) {
    it(`networkidle2 is reached on ${path}`, async () => {
      expect((await visit(path, { waitUntil: 'networkidle2' })).status).to.equal(200)
    })
  }
  for (const path of ['/three', '/three-frames', '/two-and-frame']) {
    it(`networkidle2 is not reached on ${path}`, async () => {
      expect(await failure(path, { timeout, waitUntil: 'networkidle2' })).to.deep.equal(timedOut(path))
    })
  }

  it('networkidle0 waits for requests that begin within half a second', async () => {
    const { evaluate } = await visit('/late', { waitUntil: 'networkidle0' })
    expect(await evaluate('document.title')).to.equal('late')
  })

  it('waitFor gives a page more time, which does not count as load time', async () => {
    const began = performance.now()
    const { evaluate, pageLoadMs } = await visit('/later', { waitFor: 1000 })
    // A timer may be due a millisecond early.
    const loadedMs = performance.now() - began - 999
    expect(await evaluate('document.title')).to.equal('later')
    expect(pageLoadMs).to.be.within(0, loadedMs)
  })
})
