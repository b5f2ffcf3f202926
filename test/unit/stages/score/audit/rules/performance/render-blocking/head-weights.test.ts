import { expect } from 'chai'
import { weighedHead } from '#stages/score/audit/rules/performance/render-blocking/head-weights.ts'
import { auditFacts } from '#test/support/audit/audit-page.ts'

/** Elements of the head, each with its weight in the order that capo.js recommends. */
const weights: readonly [html: string, weight: number][] = [
  ['<meta charset=utf-8>', 10],
  ['<meta name=viewport content=x>', 10],
  ['<meta http-equiv=Content-Security-Policy content=x>', 10],
  ['<base href=/>', 10],
  ['<title>A</title>', 9],
  ['<link rel=preconnect href=https://a.example>', 8],
  ['<link rel=preload fetchpriority=high href=/a>', 8],
  ['<script async src=/a></script>', 7],
  ['<style>@import "a.css";</style>', 6],
  ['<script src=/a></script>', 5],
  ['<script>a()</script>', 5],
  ['<script async>a()</script>', 5],
  ['<script defer>a()</script>', 5],
  ['<link rel=stylesheet href=/a>', 4],
  ['<style>p {}</style>', 4],
  ['<link rel=preload href=/a>', 3],
  ['<link rel=modulepreload href=/a>', 3],
  ['<script defer src=/a></script>', 2],
  ['<script type=module src=/a></script>', 2],
  ['<link rel=prefetch href=/a>', 1],
  ['<link rel=dns-prefetch href=//a.example>', 1],
  ['<script type=speculationrules>{}</script>', 1],
  ['<meta name=description content=x>', 0],
  ['<link rel=icon href=/a>', 0],
  ['<link rel=stylesheet media=print href=/a>', 0],
  ['<script type=application/ld+json>{}</script>', 0],
]

const headOf = (html: string) => weighedHead(auditFacts({ html: `<head>${html}</head>` }).document)

describe('weights of the head', () => {
  for (const [html, weight] of weights)
    it(html, () => expect(headOf(html).map((one) => one.weight)).to.deep.equal([weight]))

  it('tell what waits: the parser for a script, scripts for a style sheet', () => {
    const all = headOf(
      '<script src=/a></script><link rel=stylesheet href=/b><script defer src=/c></script><title>d',
    )
    expect(all.map(({ blocks }) => blocks)).to.deep.equal(['all', 'scripts', null, null])
  })
})
