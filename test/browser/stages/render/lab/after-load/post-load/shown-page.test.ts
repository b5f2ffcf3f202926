import { expect } from 'chai'
import { measuring } from '../../measuring.ts'

describe('the page as it is shown', () => {
  const { measure, measureAll, site } = measuring()

  it('is described by its images, its document and its context', async () => {
    const { images, document, environment, missing } = await measureAll('/image-500')
    expect(images).to.have.length(1)
    expect(images[0]).to.include({ url: site().url('/picture-500'), shownWidth: 300, isLcp: true })
    expect(document?.elements).to.be.above(1)
    expect(environment).to.include({ timezone: 'UTC', language: 'en-US', cookiesEnabled: true })
    expect(missing).to.deep.equal({})
  })

  it('has the context of its browser when it is too busy to be asked', async () => {
    const { images, document, environment, missing } = await measure('/loop-after-load', { timeout: 3000 })
    expect(images).to.deep.equal([])
    expect(document).to.equal(null)
    expect(environment).to.include({ timezone: 'UTC', language: 'en-US', cookiesEnabled: true })
    expect(missing).to.include({ page_context: 'page_busy', preconnects: 'page_busy' })
  })
})
