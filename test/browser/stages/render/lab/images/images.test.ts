import { expect } from 'chai'
import sharp from 'sharp'
import type { LabImage } from '#shared/messages/payloads/measurement.ts'
import { describeImages } from '#stages/render/lab/images/images.ts'
import { file, html } from '#test/site/lab-resources/pages.ts'
import { startImageSizes } from '#test/support/isolated-images.ts'
import type { Route } from '#test/support/sites/target-site.ts'
import { labPages } from '../lab-pages.ts'

/** A red picture of that size. */
function picture(width: number, height: number): Route {
  const bytes = sharp({ create: { width, height, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  return async (request, response) => file('image/png', await bytes)(request, response)
}

describe('files of the images of a page', () => {
  const sizes = startImageSizes()
  after(() => sizes.close())
  const { open } = labPages({
    '/large.png': picture(300, 200),
    '/small.png': picture(60, 40),
    '/wide.png': picture(500, 10),
    // What nobody else loads is the other candidate: browsers prefer one that they have already.
    '/sizes': html(
      `<img srcset="/large.png 2x, /wide.png 3x"><picture><source srcset="/small.png"><img src=/large.png></picture>`,
    ),
  })

  async function images(path: string, isHanging = false): Promise<LabImage[]> {
    const opened = await open()
    await opened.load(path)
    if (isHanging) opened.hang()
    return describeImages(opened.tab, null, sizes)
  }

  it('have the size of the file when there are several candidates', async () => {
    const found = Object.fromEntries(
      (await images('/sizes')).map((image) => [new URL(image.url).pathname, image]),
    )
    expect(found['/large.png']).to.include({
      naturalWidth: 300,
      naturalHeight: 200,
      shownWidth: 150,
      hasSrcset: true,
    })
    expect(found['/small.png']).to.include({ naturalWidth: 60, naturalHeight: 40, hasSrcset: true })
  })

  it('are empty when the page is too busy', async () => {
    expect(await images('/sizes', true)).to.deep.equal([])
  })
})
