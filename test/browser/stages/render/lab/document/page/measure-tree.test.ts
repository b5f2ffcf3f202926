import { expect } from 'chai'
import type { LabDocument } from '#shared/messages/payloads/measurement.ts'
import { describeDocument } from '#stages/render/lab/document/describe-document.ts'
import { html } from '#test/site/lab-resources/pages.ts'
import { labPages } from '../../lab-pages.ts'

describe('the elements of a page', () => {
  const { open } = labPages({
    '/tree': html('<main id=m><ul><li>1<li>2<li>3</ul><p><b><i>x</i></b></p></main>'),
    '/shadow': html(`<div id=host></div><script>
        const shadow = document.querySelector('#host').attachShadow({ mode: 'open' })
        shadow.innerHTML = '<p><b></b></p>'
        document.scripts[0].remove()</script>`),
    '/many': html('<p></p>'.repeat(20_100)),
  })

  async function described(path: string): Promise<LabDocument> {
    const opened = await open()
    await opened.load(path)
    return describeDocument(opened.tab)
  }

  it('has elements, the deepest of them, and the one with most children', async () => {
    expect(await described('/tree')).to.deep.include({
      ...{
        elements: 9,
        isCutOff: false,
        depth: 5,
        deepest: '#m>p>b>i',
        mostChildren: 3,
        mostChildrenOf: '#m>ul',
      },
    })
  })

  it('has the elements of open shadow roots', async () => {
    expect(await described('/shadow')).to.deep.include({ elements: 4, depth: 4, deepest: '#host >>> p>b' })
  })

  it('is counted up to a limit', async () => {
    const { elements, isCutOff, mostChildren } = await described('/many')
    expect(isCutOff).to.equal(true)
    expect(elements).to.be.within(100, 20_000)
    expect(mostChildren).to.equal(20_100)
  })
})
