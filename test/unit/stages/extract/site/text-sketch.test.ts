import { expect } from 'chai'
import { scan } from '#stages/extract/html/scanner.ts'
import { proseOf } from '#test/e2e/site-report/planted-page.ts'

const sketchOf = (html: string) => scan(html, [], { sketchesText: true }).mainText
const words = (count: number, from = 0) => Array.from({ length: count }, (_, at) => `word${from + at}`)
const equalBytes = (one: string, two: string) => {
  const [a, b] = [Buffer.from(one, 'base64'), Buffer.from(two, 'base64')]
  return a.filter((byte, at) => byte === b[at]).length / a.length
}

describe('fingerprint of a main text', () => {
  const text = words(200).join(' ')

  it('is the same for the same words, whatever their case, signs, spaces and elements', () => {
    const other = `<div><b>${words(200).join('</b>, <i>x</i><b>').toUpperCase().replaceAll('<I>X</I>', '')}</b>!</div>`
    expect(sketchOf(`<p>${text}</p>`)).to.deep.equal(sketchOf(other.replaceAll('<B>', '<b>')))
  })

  it('does not depend on where elements within a word or between words begin', () => {
    const { digest } = sketchOf(`<p>${text}</p>`) ?? {}
    const within = text.replace('word7', 'wo<b>r</b>d7')
    const between = words(200).map((word) => `<li>${word}</li>`)
    for (const html of [
      `<p>${within}</p>`,
      `<ul>${between.join('')}</ul>`,
      `<p>${words(200).join('<br>')}</p>`,
    ])
      expect(sketchOf(html)?.digest).to.equal(digest)
  })

  it('differs where a word or the order differs', () => {
    const { digest } = sketchOf(`<p>${text}</p>`) ?? {}
    expect(sketchOf(`<p>${text.replace('word7 ', 'word ')}</p>`)?.digest).to.not.equal(digest)
    expect(sketchOf(`<p>${words(200).toReversed().join(' ')}</p>`)?.digest).to.not.equal(digest)
  })

  it('is null for fewer than 25 words', () => {
    expect(sketchOf(`<p>${words(24).join(' ')}</p>`)).to.equal(null)
    expect(sketchOf(`<p>${words(25).join(' ')}</p>`)).to.be.an('object')
  })

  it('leaves out navigation, header, footer, asides and scripts', () => {
    const frame = ['nav', 'header', 'footer', 'aside', 'script'].map(
      (name) => `<${name}>${words(50, 900).join(' ')}</${name}>`,
    )
    expect(sketchOf(`${frame.join('')}<p>${text}</p>`)).to.deep.equal(sketchOf(`<p>${text}</p>`))
  })

  it('counts each character of scripts without spaces as a word', () => {
    expect(sketchOf(`<p>${'\u65e5\u672c\u8a9e'.repeat(9)}</p>`)).to.be.an('object')
  })

  it('has a share of equal bytes near that of equal sequences of three words', () => {
    const base = proseOf('base', 1000).split(' ')
    for (const [changed, tolerance] of [
      [20, 0.09],
      [100, 0.13],
    ] as const) {
      const other = base.map((word, at) => (at % (1000 / changed) === 3 ? `other${at}` : word))
      // Each changed word changes three of the 998 sequences of a text: the share is (998 - 3c) / (998 + 3c).
      const share = (998 - 3 * changed) / (998 + 3 * changed)
      const [one, two] = [sketchOf(`<p>${base.join(' ')}</p>`), sketchOf(`<p>${other.join(' ')}</p>`)]
      expect(equalBytes(one?.signature ?? '', two?.signature ?? '')).to.be.closeTo(share, tolerance)
    }
    const unrelated = sketchOf(`<p>${proseOf('unrelated', 1000)}</p>`)
    expect(
      equalBytes(sketchOf(`<p>${base.join(' ')}</p>`)?.signature ?? '', unrelated?.signature ?? ''),
    ).to.be.below(0.05)
  })
})
