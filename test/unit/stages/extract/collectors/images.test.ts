import { expect } from 'chai'
import { factsOf, metadataFor } from '../pages.ts'

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
  ['tracking pixel anywhere', '<img width=1 height=1 src=/pixel><img width=0 height=0 src=/p.gif>', []],
  ['program asked by noscript', '<noscript><img src="/count?site=1" alt=""></noscript>', []],
  [
    'image made by a program in noscript',
    '<noscript><img src="/resize?file=a.jpg" alt=""><img src="/chart?id=1" alt="Sales"></noscript>',
    ['/resize?file=a.jpg', '/chart?id=1'],
  ],
  [
    'placeholder without another address',
    '<img src=/img/lazy_placeholder.gif><img src=/blank-9f86d081884c7d65.png>',
    [],
  ],
  ['lazy set beside a placeholder', '<img src=/1x1.gif data-srcset="/s.jpg 1x, /l.jpg 2x">', ['/l.jpg']],
  [
    'source of a picture beside a placeholder',
    '<picture><source data-srcset="/p.webp 1x"><img src=/spacer.gif></picture>',
    ['/p.webp'],
  ],
  [
    'lazy addresses of rarer scripts',
    '<img data-cfsrc=/a.jpg><img src=/blank.gif data-echo=/b.jpg>',
    ['/a.jpg', '/b.jpg'],
  ],
  [
    'names of files that are no placeholder',
    '<img src=/blank-verse.jpg><img src=/loading-bay.jpg><img src=/pixel-9.jpg><img src=/transparent>',
    ['/blank-verse.jpg', '/loading-bay.jpg', '/pixel-9.jpg', '/transparent'],
  ],
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

describe('very many images', () => {
  it('are counted, and the first 2,000 are kept', () => {
    const { items, total } = factsOf(
      Array.from({ length: 2_001 }, (_, at) => `<img src=/${at}>`).join(''),
    ).images
    expect(total).to.equal(2_001)
    expect(items.map(({ src }) => src)).to.deep.equal(Array.from({ length: 2_000 }, (_, at) => `/${at}`))
  })
})

describe('role of an image', () => {
  const roles = (html: string) => factsOf(html).images.items.map(({ role }) => role)

  it('is frame in the header, footer, nav and asides of the page', () => {
    const html = `<header><img src=/1></header><nav><img src=/2></nav><main><header><img src=/3></header><aside><img src=/4>
      </aside></main><footer><img src=/5></footer>`
    expect(roles(html)).to.deep.equal(['frame', 'frame', 'content', 'frame', 'frame'])
  })

  it('is filler for what shows nothing, which is kept for the technologies', () => {
    expect(roles('<img src=/pixel.gif><img src=/count width=1 height=1><img src=/a.jpg>')).to.deep.equal([
      'filler',
      'filler',
      'content',
    ])
  })
})
