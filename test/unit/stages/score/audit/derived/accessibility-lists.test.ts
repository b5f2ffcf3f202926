import { expect } from 'chai'
import {
  exposedFrames,
  exposedMains,
  exposedWidgets,
  exposedWithRole,
} from '#stages/score/audit/derived/aria/exposed.ts'
import { hasOpenModal } from '#stages/score/audit/derived/aria/focus.ts'
import { formFields, isNamedField } from '#stages/score/audit/derived/names/form-fields.ts'
import {
  evaluateAuthorNames,
  evaluateNames,
  exposedImages,
  holdersOfNamelessImages,
  isNamelessImage,
  isWithinNameless,
} from '#stages/score/audit/derived/names/nameless.ts'
import { isKnownLanguage, primaryLanguage } from '#stages/score/audit/derived/page/language.ts'
import { zoomLimits } from '#stages/score/audit/derived/page/zoom-limits.ts'
import { headingLevels } from '#stages/score/audit/derived/text/headings.ts'
import { allowsRole } from '#stages/score/audit/rules/accessibility/aria/allowed-roles.ts'
import { isAutofill } from '#stages/score/audit/rules/accessibility/forms/autofill.ts'
import { accessibilityRules } from '#stages/score/audit/rules/accessibility/index.ts'
import { auditFacts } from '#test/support/audit/audit-page.ts'

const documentOf = (html: string) => auditFacts({ html }).document

describe('what assistive technology is told of', () => {
  const html = `<main>A</main><main hidden>B</main><div role="main">C</div>
    <iframe src="/a"></iframe><iframe src="/b" width="1" height="1"></iframe>
    <h1>A</h1><div role="heading">B</div><h3 aria-level="5">C</h3><h4 hidden>D</h4>
    <div role="img"></div><img src="a"><img src="b" alt=""><a href="/"><img src="c"></a>
    <input type="hidden"><input id="named" title="A"><input type="submit"><div role="textbox"></div>`
  const document = documentOf(html)

  it('are main parts, frames and images that are shown', () => {
    expect(exposedMains(document)).to.have.length(2)
    expect(exposedFrames(document)).to.have.length(1)
    expect(exposedImages(document)).to.have.length(3)
    expect(exposedImages(document).map((image) => isNamelessImage(document, image))).to.deep.equal([
      true,
      false,
      true,
    ])
    expect([...holdersOfNamelessImages(document)].map(({ name }) => name)).to.include('a')
  })
  it('are headings with their levels', () => {
    expect(headingLevels(document).map(({ level }) => level)).to.deep.equal([1, 2, 5])
  })
  it('are fields and widgets', () => {
    expect(formFields(document).map((field) => isNamedField(document, field))).to.deep.equal([true])
    expect(exposedWithRole(document, 'img')).to.have.length(1)
    expect(exposedWidgets(document, 'textbox')).to.have.length(1)
    expect(evaluateNames(document, 'button').kind).to.equal('not_applicable')
    expect(evaluateAuthorNames(document, 'textbox').kind).to.equal('fail')
  })
  it('are drawings in controls without a name', () => {
    const inner = documentOf('<a href="/"><b></b></a><a href="/">A <i></i></a>')
    expect(inner.byTag('b', 'i').map((element) => isWithinNameless(inner, element))).to.deep.equal([
      true,
      false,
    ])
  })
  it('is a dialog over the page', () => {
    expect(hasOpenModal(document)).to.equal(false)
    expect(hasOpenModal(documentOf('<div role="dialog" aria-modal="true">A</div>'))).to.equal(true)
    expect(
      hasOpenModal(documentOf('<div hidden role="dialog" aria-modal="true">A</div><dialog>B</dialog>')),
    ).to.equal(false)
  })
})

describe('lists of standards', () => {
  it('know the languages of the IANA registry', () => {
    expect(primaryLanguage(' EN_gb ')).to.equal('en')
    for (const tag of ['de', 'zh-Hant-TW', 'gsw', 'qtz']) expect(isKnownLanguage(tag), tag).to.equal(true)
    for (const tag of ['', 'english', 'xx', 'constructor']) expect(isKnownLanguage(tag), tag).to.equal(false)
  })
  it('know the tokens of autocomplete', () => {
    for (const value of ['on', 'section-a billing home tel', 'cc-exp', 'webauthn']) {
      expect(isAutofill(value), value).to.equal(value !== 'webauthn')
    }
  })
  it('know the roles that HTML allows', () => {
    const document = documentOf('<nav></nav><constructor></constructor>')
    const [nav] = document.byTag('nav')
    expect(nav !== undefined && allowsRole(document, nav, 'menu')).to.equal(true)
    expect(nav !== undefined && allowsRole(document, nav, 'list')).to.equal(false)
    expect(document.byTag('constructor').every((element) => allowsRole(document, element, 'list'))).to.equal(
      true,
    )
  })
  it('know the limits of a viewport', () => {
    const limits = (content: string) =>
      zoomLimits(documentOf(`<meta name="viewport" content="${content}">`))[0]?.scale
    expect(limits('maximum-scale=3,user-scalable=yes')).to.equal(3)
    expect(limits('user-scalable=no')).to.equal(1)
    expect(limits('width=device-width')).to.equal(Number.POSITIVE_INFINITY)
    expect(limits('maximum-scale')).to.equal(Number.POSITIVE_INFINITY)
  })
})

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
