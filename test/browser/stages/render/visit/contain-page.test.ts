import { expect } from 'chai'
import { eventually } from '#test/contract/eventually.ts'
import { page } from '#test/site/hostile/pages.ts'
import { visiting } from './visiting.ts'

const away = (way: string) => page(`<p>Here</p><script>window.go = () => { ${way} }</script>`)

const ways = {
  '/assign': 'location = "/away"',
  '/reload': 'location.reload()',
  '/refresh': `document.head.insertAdjacentHTML('beforeend', '<meta http-equiv="refresh" content="0;url=/away">')`,
  '/form':
    'const f = document.createElement("form"); f.action = "/away"; document.body.append(f); f.submit()',
  '/link': 'const a = document.createElement("a"); a.href = "/away"; document.body.append(a); a.click()',
}

describe('blockNavigation', () => {
  const routes = Object.entries(ways).map(([path, way]) => [path, away(way)])
  const { visit, site } = visiting({
    ...Object.fromEntries(routes),
    '/frame': page('<p>Here</p><iframe src="/inner"></iframe>'),
  })

  for (const path of Object.keys(ways)) {
    it(`keeps a page that would leave by ${path.slice(1)}`, async () => {
      const { evaluate, opened } = await visit(path)
      const refused = new Promise((resolve) => opened.tab.cdp.once('Network.loadingFailed', resolve))
      await evaluate('window.marked = true; go()')
      await refused
      expect(await evaluate('[marked, location.pathname, document.body.innerText.trim()]')).to.deep.equal([
        true,
        path,
        'Here',
      ])
      expect(site().hits('/away')).to.equal(0)
    })
  }

  it('lets frames navigate', async () => {
    const { evaluate } = await visit('/frame')
    await evaluate('frames[0].location = "/other"')
    await eventually(() => site().hits('/other') > 0)
    expect(await evaluate('location.pathname')).to.equal('/frame')
  })
})
