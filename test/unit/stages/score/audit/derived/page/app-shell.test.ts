import { expect } from 'chai'
import { isAppShell } from '#stages/score/audit/derived/page/app-shell.ts'
import { auditFacts } from '#test/support/audit/audit-page.ts'

const isShell = (html: string) => isAppShell(auditFacts({ html }).document)
const script = '<script src="/app.js"></script>'

describe('an app shell', () => {
  it('has a root, scripts and hardly a word', () => {
    expect(isShell(`<div id="root"></div>${script}`)).to.equal(true)
    expect(isShell(`<div id="__next">Loading</div>${script}`)).to.equal(true)
    expect(isShell('<app-root></app-root><script type="module">1</script>')).to.equal(true)
  })

  it('is no page without scripts or root', () => {
    expect(isShell('<div id="root"></div>')).to.equal(false)
    expect(isShell(`<div class="root"></div>${script}`)).to.equal(false)
  })

  it('is no page with 50 words, whatever scripts hold', () => {
    expect(isShell(`<div id="root">${'word '.repeat(50)}</div>${script}`)).to.equal(false)
    expect(isShell(`<div id="root">${'word '.repeat(49)}</div>${script}`)).to.equal(true)
    expect(isShell(`<div id="root"></div><noscript>${'word '.repeat(50)}</noscript>${script}`)).to.equal(true)
  })

  it('with words of Japanese is none', () => {
    expect(isShell(`<div id="root">${'東京都に住んでいます。'.repeat(8)}</div>${script}`)).to.equal(false)
  })
})
