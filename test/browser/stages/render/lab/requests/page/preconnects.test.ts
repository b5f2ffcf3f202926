import { expect } from 'chai'
import { readPreconnects } from '#stages/render/lab/requests/page/preconnects.ts'
import { html } from '#test/site/lab-resources/pages.ts'
import { labPages } from '../../lab-pages.ts'

describe('readPreconnects', () => {
  const { open } = labPages({ '/hinted': html('<link rel=preconnect href="https://a.example">') })

  it('does not trust the scripts of the page', async () => {
    const page = await open()
    await page.load('/hinted')
    await page.evaluate(`Document.prototype.getElementsByTagName = () => { throw new Error('changed') };
      URL.parse = () => null; true`)
    expect(await readPreconnects(page.tab)).to.deep.equal(['https://a.example'])
  })
})
