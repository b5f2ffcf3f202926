import { expect } from 'chai'
import { describeImages } from '#stages/render/lab/images/images.ts'
import { file, html, pixel } from '#test/site/lab-resources/pages.ts'
import { startImageSizes } from '#test/support/isolated-images.ts'
import { labPages } from '../../lab-pages.ts'

/** Images by what gives them their size; `src` stands for the file. */
const reserved = {
  attributes: '<img src width=30 height=20>',
  'attributes, and the width of the page': '<img src width=30 height=20 style="width: 100%; height: auto">',
  CSS: '<img src style="width: 30px; height: 20px">',
  ratio: '<img src style="width: 30px; aspect-ratio: 3/2">',
  'out of the flow': '<img src style="position: absolute">',
  'alone in a box of a height': '<div style="height: 20px"><a><img src></a></div>',
  'alone in a box of a ratio': '<div style="aspect-ratio: 2"><picture><source><img src></picture></div>',
}
const unreserved = {
  nothing: '<img src>',
  'a width': '<img src width=30>',
  'a width in CSS': '<img src style="width: 100%">',
  'attributes that CSS takes back': '<img src width=30 height=20 style="width: auto; height: auto">',
  'a box with other things': '<div style="height: 400px"><img src><p>Text</p></div>',
  'a share of an unknown height': '<div style="height: 100%"><img src></div>',
}

function page(images: Readonly<Record<string, string>>) {
  const bodies = Object.values(images).map((image, at) => image.replace(' src', ` src="/pixel.png?${at}"`))
  return html(bodies.map((body) => `<section>${body}<br></section>`).join(''))
}

describe('the space of an image', () => {
  const sizes = startImageSizes()
  after(() => sizes.close())
  const { open } = labPages({
    '/reserved': page(reserved),
    '/unreserved': page(unreserved),
    '/twice': html(
      '<p><img src=/pixel.png><br></p><p><img src=/pixel.png width=90 height=90></p><input type=image src="/pixel.png?0">',
    ),
    '/names': html(
      '<form style="height: 20px"><img src=/pixel.png><input name=computedStyleMap hidden></form>',
    ),
    '/pixel.png': file('image/png', pixel),
  })

  async function spaces(path: string) {
    const opened = await open()
    await opened.load(path)
    return (await describeImages(opened.tab, null, sizes)).map(({ hasReservedSpace }) => hasReservedSpace)
  }
  const all = (images: object, value: boolean) => Object.keys(images).map((name) => [name, value])
  const named = async (images: object, path: string) => {
    const found = await spaces(path)
    return Object.keys(images).map((name, at) => [name, found[at]])
  }

  it('is reserved by a size, a ratio, or a box around it', async () => {
    expect(await named(reserved, '/reserved')).to.deep.equal(all(reserved, true))
  })

  it('is not reserved otherwise', async () => {
    expect(await named(unreserved, '/unreserved')).to.deep.equal(all(unreserved, false))
  })

  it('counts as not reserved when one place of several has none; is not judged for other elements', async () => {
    expect(await spaces('/twice')).to.deep.equal([false, undefined])
  })

  it('is found whatever the page’s elements are named', async () => {
    expect(await spaces('/names')).to.deep.equal([false])
  })
})
