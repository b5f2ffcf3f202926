import { expect } from 'chai'
import {
  contentSection,
  mediaSection,
  metricsOf,
  structuredSection,
} from '#stages/score/audit/result/sections/content.ts'
import { auditFacts } from '#test/support/audit/audit-page.ts'

const html = `<!doctype html><html lang=en><title>Twelve chars</title><meta name=description content=" A  page ">
<h1>One</h1><h2>Two</h2><h2>Three</h2>
<a href=/in>in</a><a href=https://blog.example.com/>same site</a><a href=https://other.test/>out</a>
<a href="#top">top</a><a href=mailto:a@b.example>mail</a><a>none</a>
<img src=a.png alt=""><img src=b.png alt="B"><img src=c.png>`

describe('metrics of an audit', () => {
  const metrics = metricsOf(auditFacts({ html, probes: { 'https://www.example.com/in': 404 } }))

  it('counts characters of title and meta description', () => {
    expect(metrics.title_length).to.equal(12)
    expect(metrics.description_length).to.equal(6)
  })

  it('counts headings, each level and all', () => {
    expect(metrics.headings).to.deep.equal({ h1: 1, h2: 2, h3: 0, h4: 0, h5: 0, h6: 0, total: 3 })
  })

  it('tells internal from external links by registrable domain, and knows those that are gone', () => {
    expect(metrics.links).to.deep.equal({ internal: 2, external: 1, broken: 1, total: 5 })
  })

  it('counts an alt attribute, also an empty one', () => {
    expect(metrics.images).to.deep.equal({ total: 3, with_alt: 2, without_alt: 1 })
  })

  it('counts the bytes of the text', () => {
    const text = 'One Two Three insame siteouttopmailnone'
    const { body_text_bytes } = metricsOf(auditFacts({ html: html.replaceAll('\n', '') }))
    expect(body_text_bytes).to.equal(text.length)
  })

  it('takes for broken what is gone or fails, not what is refused to programs', () => {
    const url = 'https://www.example.com/in'
    const brokenBy = (status: number | null) =>
      metricsOf(auditFacts({ html, probes: { [url]: { url, status } } })).links.broken
    expect([400, 404, 410, 500, 503].map(brokenBy)).to.deep.equal([1, 1, 1, 1, 1])
    expect([200, 301, 401, 403, 405, 429, 501, 999, null].filter(brokenBy)).to.deep.equal([])
  })

  it('has no description length where the page names no description', () => {
    expect(
      metricsOf(auditFacts({ html: '<p>Much text that could stand for one.' })).description_length,
    ).to.equal(0)
  })
})

describe('media of an audit', () => {
  const url = 'https://www.example.com/a.png'
  const image = (status: number) =>
    mediaSection(auditFacts({ html: '<img src=/a.png alt="">', probes: { [url]: status } })).images[0]

  it('tells whether an image is broken; null where the answer leaves it open', () => {
    expect([200, 404, 400, 403, 301].map((status) => image(status)?.is_broken)).to.deep.equal([
      false,
      true,
      true,
      null,
      null,
    ])
  })

  it('shows no more than the start of long texts', () => {
    const html = `<base href="https://www.example.com/${'b'.repeat(8_000)}/"><img src=a alt="${'x'.repeat(100_000)}">`
    const { images } = mediaSection(auditFacts({ html }))
    expect(images[0]?.alt).to.equal(`${'x'.repeat(500)}…`)
    expect(images[0]?.url).to.have.lengthOf(2_049)
  })
})

describe('an image that stands in the page as a data: URL', () => {
  it('is shown by its first 60 characters', () => {
    const src = `data:image/gif;base64,${'A'.repeat(100)}`
    const { images } = mediaSection(auditFacts({ html: `<img src="${src}" alt="">` }))
    expect(images[0]?.url).to.equal(`${src.slice(0, 60)}…`)
  })
})

describe('headings of an audit', () => {
  it('are told with their texts and levels', () => {
    const html = '<h1>A <b>great</b>\n page</h1><h2>More<script>x</script></h2>'
    expect(contentSection(auditFacts({ html })).headings).to.deep.equal([
      { tag: 'h1', text: 'A great page', level: 1 },
      { tag: 'h2', text: 'More', level: 2 },
    ])
  })

  it('within each other are told with the start of their texts', () => {
    const html = `${'<h1><span>'.repeat(3)}${'word '.repeat(1_000)}`
    const { headings } = contentSection(auditFacts({ html }))
    expect(headings.map(({ text }) => text)).to.deep.equal(Array(3).fill(`${'word '.repeat(60)}…`))
  })
})

describe('structured data of an audit', () => {
  const finding = { rule: 'sd-required-missing', type: 'Product', path: '', message: 'm', offset: 0 }
  const section = (severity: 'error' | 'warning', count: number) =>
    structuredSection(auditFacts({ structured: { findings: Array(count).fill({ ...finding, severity }) } }))

  it('says when not all of it is shown', () => {
    expect(section('warning', 100)).to.include({ valid: true, truncated: false })
    expect(section('warning', 101)).to.include({ valid: true, truncated: true })
    expect(section('error', 101)).to.include({ valid: false, truncated: true })
  })
})
