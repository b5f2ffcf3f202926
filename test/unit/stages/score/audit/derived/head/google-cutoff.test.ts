import { expect } from 'chai'
import {
  elementsBeyondCutoff,
  GOOGLE_CUTOFF,
  indexedElements,
} from '#stages/score/audit/derived/head/google-cutoff.ts'
import { auditFacts } from '#test/support/audit/audit-page.ts'

const beyond = (html: string) => {
  const { document, http } = auditFacts({ html })
  return elementsBeyondCutoff(document, http).map(({ name }) => name)
}

describe('what Googlebot reads of a page', () => {
  it('holds canonical, alternates, robots and structured data', () => {
    const html =
      '<title>A</title><link rel="icon" href="/i"><link rel="canonical" href="/"><link rel="alternate" href="/feed"><link rel="alternate" hreflang="de" href="/de"><meta name="Robots" content="all"><meta name="description" content="A"><script></script><script type="Application/LD+JSON; charset=utf-8">{}</script>'
    expect(indexedElements(auditFacts({ html }).document).map(({ name }) => name)).to.deep.equal([
      'link',
      'link',
      'meta',
      'script',
    ])
  })

  it('ends with byte 2,097,152', () => {
    const behind = (bytes: number) => `<!--${'x'.repeat(bytes - 7)}--><link rel="canonical" href="/">`
    expect(beyond(behind(GOOGLE_CUTOFF - 1))).to.deep.equal([])
    expect(beyond(behind(GOOGLE_CUTOFF))).to.deep.equal(['link'])
  }).timeout(30_000)
})
