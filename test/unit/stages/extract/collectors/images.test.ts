import { expect } from 'chai'
import { metadataFor } from '../pages.ts'

const origin = 'https://www.example.com'
const images = (html: string) => metadataFor(html, { groups: ['media'] }).images
const urls = (html: string) => images(html)?.map(({ url }) => url)

const sources: readonly (readonly [why: string, html: string, urls: readonly string[]])[] = [
  ['src, relative to the base', '<base href=/img/><img src=" a.png ">', ['/img/a.png']],
  ['lazy address before a placeholder', '<img src="/blank.gif" data-src="/a.jpg">', ['/a.jpg']],
  [
    'lazy address beside a data: placeholder',
    '<img src="data:image/gif;base64,R0" data-original=/a.jpg>',
    ['/a.jpg'],
  ],
  ['srcset where there is no src', '<img srcset="/s.jpg 480w, /l.jpg 1200w, /m.jpg 800w">', ['/l.jpg']],
  ['densities', '<img srcset="/1.jpg, /2.jpg 2x">', ['/2.jpg']],
  ['src before srcset', '<img src=/a.jpg srcset="/b.jpg 2x">', ['/a.jpg']],
  [
    'source of a picture without src',
    '<picture><source srcset="/p.webp 1x"><img alt=x></picture>',
    ['/p.webp'],
  ],
  ['source of audio is no image', '<audio><source src=/a.mp3></audio>', []],
  ['data: only', '<img src="data:image/png;base64,AA">', []],
  ['the same twice', '<img src=/a.png><img src=/a.png alt=again>', ['/a.png']],
  ['inside template', '<template><img src=/t.png></template>', []],
  ['copy in noscript', '<img data-src=/a.png><noscript><img src=/a.png></noscript>', ['/a.png']],
  ['tracking pixel in noscript', '<noscript><img width=1 height=1 src=/pixel></noscript>', []],
  ['image is img', '<image src=/i.png>', ['/i.png']],
  ['neither src nor srcset', '<img alt=x><img src="">', []],
]

describe('image collector', () => {
  for (const [why, html, expected] of sources)
    it(why, () => expect(urls(html)).to.deep.equal(expected.map((path) => origin + path)))

  it('alt as written, null when absent; sizes are numbers of pixels', () => {
    const html =
      '<img src=/1 alt="A &amp; B" width=300 height=200><img src=/2 alt=""><img src=/3 width="100%" height=auto><img src=/4 width="12.5px">'
    expect(images(html)).to.deep.equal([
      { url: `${origin}/1`, alt: 'A & B', width: 300, height: 200 },
      { url: `${origin}/2`, alt: '' },
      { url: `${origin}/3`, alt: null },
      { url: `${origin}/4`, alt: null, width: 12 },
    ])
  })
})
