import { expect } from 'chai'
import type { WaitUntil } from '#shared/operations/snapshot.ts'
import { loadRepeatView } from '#stages/render/lab/requests/repeat-view.ts'
import { endlessImage, silence, to } from '#test/site/hostile/pages.ts'
import { cachePages, file, html, script } from '#test/site/lab-resources/pages.ts'
import { type LabPage, labPages } from '../lab-pages.ts'

/** Far beyond the time that a test may take, in milliseconds: a view that waits for what hangs fails its test. */
const BUDGET_MS = 600_000

describe('loadRepeatView', () => {
  const { site, open } = labPages({
    ...cachePages,
    '/redirected': html('<script src=/kept.js></script><script src=/asked.js></script>'),
    '/kept.js': (_request, response) => {
      response.writeHead(301, { location: '/end.js', 'cache-control': 'max-age=3600' }).end()
    },
    '/asked.js': to('/fresh.js'),
    '/end.js': script('1', { 'cache-control': 'max-age=3600' }),
    '/fresh.js': script('1', { 'cache-control': 'max-age=3600' }),
    '/silence': silence,
    '/silent-image': html('<img src=/silence>'),
    '/silent-later': html('<script>onload = () => fetch("/silence")</script>'),
    '/hanging-image': html('<img src=/endless-image><img src=/silence><script src=/lib.js></script>'),
    '/endless-image': endlessImage,
    // More than the browser's connections to one host.
    '/hanging-images': html(Array.from({ length: 7 }, (_, at) => `<img src=/silence?${at}>`).join('')),
    '/worked': html(`<script>
      navigator.serviceWorker.register('/worker.js').then(() => navigator.serviceWorker.ready)
    </script><img src=/from-worker.png>`),
    '/worker.js': script(`
      onactivate = (event) => event.waitUntil(clients.claim())
      onfetch = (event) => { if (event.request.url.includes('from-worker')) event.respondWith(new Response('x')) }`),
    '/from-worker.png': file('image/png', 'x'),
  })

  async function again(path: string, budgetMs = 5000): Promise<Record<string, string> | string> {
    const page = await open()
    await page.load(path)
    return view(page, path, budgetMs)
  }
  /** A view of `path` after a first one that goes on loading. */
  async function againUnloaded(path: string, budgetMs: number, waitUntil: WaitUntil) {
    const page = await open()
    const { cdp } = page.tab
    const parsed = new Promise((resolve) => cdp.once('Page.domContentEventFired', resolve))
    await cdp.send('Page.navigate', { url: site().url(path) })
    await parsed
    return view(page, path, budgetMs, waitUntil)
  }
  async function view({ tab }: LabPage, path: string, budgetMs: number, waitUntil: WaitUntil = 'load') {
    const seen = await loadRepeatView(tab, { url: site().url(path), waitUntil, budgetMs })
    if ('missing' in seen) return seen.missing
    return Object.fromEntries([...seen.byUrl].map(([url, taken]) => [new URL(url).pathname, taken]))
  }

  it('serves fresh responses from the cache: five of eight resources', async () => {
    expect(await again('/cached')).to.deep.equal({
      '/cached': 'network',
      '/style.css': 'network',
      '/lib.js': 'cache',
      '/app.js': 'cache',
      '/hero.png': 'cache',
      '/i1.png': 'revalidated',
      '/i2.png': 'cache',
      '/i3.png': 'cache',
      '/i4.png': 'network',
    })
  })

  it('reports redirects and their targets', async () => {
    expect(await again('/redirected')).to.deep.equal({
      '/redirected': 'network',
      '/kept.js': 'cache',
      '/end.js': 'cache',
      '/asked.js': 'network',
      '/fresh.js': 'cache',
    })
  })

  it('counts responses of the service worker as cached', async () => {
    const page = await open()
    await page.load('/worked')
    await page.evaluate('navigator.serviceWorker.ready.then(() => true)')
    expect(await view(page, '/worked', 5000)).to.include({
      '/worked': 'network',
      '/from-worker.png': 'cache',
    })
  })

  it('leaves out requests without a response in time', async () => {
    expect(await again('/silent-later', BUDGET_MS)).to.deep.equal({ '/silent-later': 'network' })
  })

  it('reports that the page did not load in time', async () => {
    const page = await open()
    await page.load('/cached')
    expect(await view(page, '/silence', 600)).to.equal('out_of_time')
  })

  it('reports what was served when the load event does not come in time', async () => {
    const page = await open()
    await page.load('/cached')
    // All of the time passes: enough for a busy machine to load the document in it.
    expect(await view(page, '/silent-image', 4000)).to.deep.equal({ '/silent-image': 'network' })
  })

  for (const waitUntil of ['domcontentloaded', 'networkidle2'] as const) {
    it(`does not wait for requests that hang: ${waitUntil}`, async () => {
      expect(await againUnloaded('/hanging-image', BUDGET_MS, waitUntil)).to.deep.equal({
        ...{ '/hanging-image': 'network', '/endless-image': 'network', '/lib.js': 'cache' },
      })
    })
  }

  it('is not held up by requests of the first view that hang', async () => {
    expect(await againUnloaded('/hanging-images', BUDGET_MS, 'domcontentloaded')).to.deep.equal({
      '/hanging-images': 'network',
    })
  })

  it('reports that the page did not load', async () => {
    const page = await open()
    await page.load('/cached')
    const seen = await loadRepeatView(page.tab, {
      ...{ url: 'http://127.0.0.2:1/', waitUntil: 'load', budgetMs: 2000 },
    })
    expect(seen).to.deep.equal({ missing: 'load_failed' })
  })

  it('does not wait for a page that is busy forever', async () => {
    const page = await open()
    await page.load('/cached')
    page.hang()
    expect(await view(page, '/cached', 600)).to.equal('out_of_time')
  })
})
