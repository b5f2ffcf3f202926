import { expect } from 'chai'
import sharp from 'sharp'
import { isLogo, LOGO_BYTES, logoUri } from '#gateway/routes/batches/report/logo/logo.ts'

const picture = (width = 2, height = 3) =>
  sharp({ create: { width, height, channels: 3, background: '#123456' } })
const uri = (bytes: Uint8Array, type = 'image/png') =>
  `data:${type};base64,${Buffer.from(bytes).toString('base64')}`
const svg = (inside: string) => `<svg xmlns="http://www.w3.org/2000/svg">${inside}</svg>`

describe('logo of a report', () => {
  it('is a PNG, a JPEG or an SVG, by its bytes', async () => {
    const png = await picture().png().toBuffer()
    const jpeg = await picture().jpeg().toBuffer()
    expect(logoUri(uri(png, 'image/jpeg'))).to.equal(uri(png))
    expect(logoUri(uri(jpeg, 'image/svg+xml'))).to.equal(uri(jpeg, 'image/jpeg'))
    expect(logoUri(uri(Buffer.from(svg('')), 'image/png'))).to.equal(
      uri(Buffer.from(svg('')), 'image/svg+xml'),
    )
  })

  it('is read in base64 and percent-encoded, also where a query lost its plus signs', async () => {
    const encoded = Buffer.from(svg('<title>>>>???</title>')).toString('base64')
    expect(encoded).to.include('+')
    const whole = `data:image/svg+xml;base64,${encoded}`
    expect(logoUri(whole.replaceAll('+', ' ').replace('svg xml', 'svg+xml'))).to.equal(whole)
    expect(isLogo(`data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg(''))}`)).to.equal(true)
    expect(isLogo(`data:image/svg+xml,${svg('')}`)).to.equal(true)
  })

  it('is nothing else', async () => {
    const gif = await picture().gif().toBuffer()
    const webp = await picture().webp().toBuffer()
    const texts = [
      '',
      'data:',
      'data:,',
      'https://a.test/a.png',
      'javascript:alert(1)',
      'data:text/html,<b>x</b>',
    ]
    const wrong = [
      ...texts,
      'data:image/png;base64,',
      'data:image/png;base64,****',
      'data:image/svg+xml,%E0%A4%A',
    ]
    for (const one of [...wrong, uri(gif), uri(webp), uri(Buffer.from('<html></html>'))])
      expect(isLogo(one), one.slice(0, 40)).to.equal(false)
  })

  it('has bounds for its bytes and for its pixels', async () => {
    const filled = (bytes: number) => {
      const empty = svg('<title></title>').length
      return svg(`<title>${'x'.repeat(bytes - empty)}</title>`)
    }
    expect(isLogo(uri(Buffer.from(filled(LOGO_BYTES))))).to.equal(true)
    expect(isLogo(uri(Buffer.from(filled(LOGO_BYTES + 1))))).to.equal(false)
    for (const format of ['png', 'jpeg'] as const) {
      expect(isLogo(uri(await picture(4000, 10).toFormat(format).toBuffer()))).to.equal(true)
      expect(isLogo(uri(await picture(10, 4001).toFormat(format).toBuffer()))).to.equal(false)
    }
  })
})
