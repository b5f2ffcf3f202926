import { expect } from 'chai'
import { criticalOf } from '#stages/score/audit/vitals/critical.ts'
import { auditFacts } from '#test/support/audit/audit-page.ts'

const bytes = (length: number) => ({ status: 200, headers: { 'content-length': String(length) } })

const html = `<!doctype html><title>t</title>
<link rel=stylesheet href=/a.css><link rel=stylesheet href=/print.css media=print>
<script src=/sync.js></script><script src=/late.js defer></script><script src=https://cdn.other.test/x.js></script>
<body><img src=/logo.png width=40 height=40><img src=/hero.jpg loading=lazy><iframe src=/f></iframe>`

const critical = criticalOf(
  auditFacts({
    html,
    probes: {
      'https://www.example.com/a.css': bytes(20_971),
      'https://www.example.com/sync.js': bytes(41_943),
      'https://cdn.other.test/x.js': bytes(31_457),
      'https://www.example.com/late.js': bytes(100_000),
      'https://www.example.com/hero.jpg': bytes(209_715),
    },
  }),
)

describe('critical files', () => {
  it('are sync scripts of the head and style sheets for screens', () => {
    expect(critical.scripts.map(({ url }) => url)).to.deep.equal([
      'https://www.example.com/sync.js',
      'https://cdn.other.test/x.js',
    ])
    expect(critical.styles.map(({ url }) => url)).to.deep.equal(['https://www.example.com/a.css'])
    expect(critical.origins).to.deep.equal(['https://cdn.other.test'])
  })

  it('the likely hero is no small image', () => {
    expect(critical.hero).to.deep.include({
      url: 'https://www.example.com/hero.jpg',
      bytes: 209_715,
      isLazy: true,
      isPreloaded: false,
    })
  })

  it('count elements without a declared size', () => {
    expect(critical.unsized).to.equal(2)
  })

  it('have the bytes that the server tells, and none else', () => {
    const { styles, scripts } = criticalOf(auditFacts({ html }))
    expect([...styles, ...scripts].map(({ bytes: size }) => size)).to.deep.equal([null, null, null])
    expect(critical.styles).to.deep.equal([{ url: 'https://www.example.com/a.css', bytes: 20_971 }])
  })

  it('know a hero image that is preloaded', () => {
    const preloaded = '<link rel=preload as=image href=/hero.jpg><img src=/hero.jpg width=900 height=600>'
    expect(criticalOf(auditFacts({ html: preloaded })).hero).to.include({ isLazy: false, isPreloaded: true })
  })
})
