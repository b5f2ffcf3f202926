import { expect } from 'chai'
import type { LabDocument } from '#shared/messages/payloads/measurement.ts'
import { describeDocument } from '#stages/render/lab/document/describe-document.ts'
import { html } from '#test/site/lab-resources/pages.ts'
import { labPages } from '../../lab-pages.ts'

describe('the viewport of a page', () => {
  const { open } = labPages({
    '/plain': html('<p>Text'),
    '/viewport': html(
      '<meta name=viewport content="width=100"><meta name=Viewport content="width=device-width"><style>body { touch-action: manipulation }</style>',
    ),
    '/long': html(`<meta name=viewport content="${'x'.repeat(5000)}">`),
  })

  async function described(path: string): Promise<LabDocument> {
    const opened = await open()
    await opened.load(path)
    return describeDocument(opened.tab)
  }

  it('has a viewport, the last one, and its touch action', async () => {
    expect(await described('/plain')).to.include({ viewport: null, touchAction: 'auto', layoutWidth: 800 })
    const given = await described('/viewport')
    expect(given).to.include({ viewport: 'width=device-width', touchAction: 'manipulation' })
    expect((await described('/long')).viewport).to.have.length(200)
  })
})
