import { expect } from 'chai'
import { describeDocument } from '#stages/render/lab/document/describe-document.ts'
import { html } from '#test/site/lab-resources/pages.ts'
import { labPages } from '../lab-pages.ts'

describe('the document of a page', () => {
  const { open } = labPages({
    '/names':
      html(`<form id=f><input name=classList><input name=childElementCount><input name=shadowRoot></form>
      <img name=body><img name=fonts><img name=styleSheets><img name=documentElement>`),
  })

  it('is described whatever its elements are named', async () => {
    const opened = await open()
    await opened.load('/names')
    expect(await describeDocument(opened.tab)).to.deep.include({
      ...{ elements: 9, isCutOff: false, depth: 3, mostChildren: 5, mostChildrenOf: 'html>body' },
      ...{ viewport: null, layoutWidth: 800, touchAction: 'auto', fonts: [] },
    })
  })
})
