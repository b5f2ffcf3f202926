import { expect } from 'chai'
import { accessibilityRules } from '#stages/score/audit/rules/accessibility/index.ts'
import { auditFacts } from '#test/support/audit/audit-page.ts'

describe('rules of accessibility', () => {
  it('find no fault in a flawless page', () => {
    const { document } = auditFacts({
      html: `<!doctype html><html lang="en"><head><title>Cats</title><meta name="viewport" content="width=device-width, initial-scale=1">
        </head><body><a href="#main">Skip to content</a><header><nav aria-label="Main"><ul><li><a href="/">Home</a></li>
        <li><a href="/cats" aria-current="page">Cats</a></li></ul></nav></header><main id="main"><h1>Cats</h1>
        <p><img src="/cat.jpg" alt="A cat asleep"> <img src="/line.png" alt=""></p><h2>Prices</h2>
        <table><caption>Prices</caption><thead><tr><th scope="col">Cat</th><th scope="col">Price</th></tr></thead>
        <tbody><tr><th scope="row">Tom</th><td>5</td></tr></tbody></table>
        <form><label for="q">Search</label><input id="q" name="q" autocomplete="off"><button>Go</button></form>
        <details><summary>More</summary><dl><dt>A</dt><dd>B</dd></dl></details></main><footer>© 2026</footer></body></html>`,
    })
    const failed = accessibilityRules.filter((rule) => rule.check({ document } as never).kind === 'fail')
    expect(failed.map(({ id }) => id)).to.deep.equal([])
  })

  it('judge hostile pages to the end', () => {
    const deep = '<div role="list" aria-labelledby="y"><button><a href="/"><ul><div>'.repeat(150)
    const wide = '<a href="#x" id="y"></a><td><img><li aria-controls="y">'.repeat(500)
    for (const html of [deep, wide, `${deep}${wide}`, `<label>${'<input id="y">'.repeat(500)}`, '']) {
      const { document } = auditFacts({ html })
      for (const rule of accessibilityRules)
        expect(rule.check({ document } as never), rule.id).to.have.property('kind')
    }
  })
})
