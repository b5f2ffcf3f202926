import { expect } from 'chai'
import { eventually } from '#test/contract/eventually.ts'
import { bearablePages, hostilePages, hostileParts } from '#test/site/hostile/pages.ts'
import { visiting } from '../visiting.ts'

const timeout = 800
const timeless = ['/alert-loop', '/endless-script', '/refresh-loop', '/reload-loop', '/trickle']

describe('visit: hostile pages', () => {
  const { visit, failure, site } = visiting({ ...bearablePages, ...hostilePages, ...hostileParts })

  for (const path of timeless) {
    it(`${path} is too late, and the next page is not`, async () => {
      const details = { url: site().url(path), timeout_ms: timeout }
      expect(await failure(path, { timeout, waitUntil: 'networkidle2' })).to.deep.equal({
        code: 'TIMEOUT',
        details,
      })
      expect((await visit('/next')).status).to.equal(200)
    })
  }

  for (const path of [...Object.keys(bearablePages), '/recursive-frame']) {
    for (const waitUntil of ['load', 'networkidle2'] as const) {
      it(`${path} is shown with ${waitUntil}`, async () => {
        const { finalUrl, evaluate } = await visit(path, { waitUntil })
        expect(finalUrl).to.equal(site().url(path))
        expect(await evaluate('document.body.innerText')).to.match(/^Here/)
      })
    }
  }

  it('closes windows that the page opens', async () => {
    const { opened } = await visit('/popups')
    const context = opened.tab.page.browserContext()
    await eventually(() => context.targets().length === 1)
    expect(context.targets().map((target) => target.url())).to.deep.equal([site().url('/popups')])
  })

  it('dismisses dialogs', async () => {
    const { evaluate } = await visit('/dialogs')
    expect(await evaluate('[confirm(1), prompt(2)]')).to.deep.equal([false, null])
  })
})
