import { expect } from 'chai'
import { blockingScripts, blockingSheets } from '#stages/score/audit/derived/resources/blocking-resources.ts'
import { auditFacts } from '#test/support/audit/audit-page.ts'

const documentOf = (html: string) => auditFacts({ html }).document

describe('what the first paint waits for', () => {
  it('are classic scripts from files in the head, neither async nor defer', () => {
    const document =
      documentOf(`<script src=/a></script><script src=/b async></script><script src=/c defer></script>
      <script src=/d type=module></script><script src=" "></script><script>1</script>
      <script src=/e type=text/javascript></script><body><script src=/f></script>`)
    expect(blockingScripts(document).map(({ src }) => src)).to.deep.equal(['/a', '/e'])
  })

  it('are style sheets for screens in the head', () => {
    const document = documentOf(`<link rel=stylesheet href=/a><link rel=stylesheet href=/b media=" SCREEN ">
      <link rel=stylesheet href=/c media=all><link rel=stylesheet href=/d media=print>
      <link rel=stylesheet href=/e media="(min-width: 9px)"><link rel="alternate stylesheet" href=/f>
      <link rel=stylesheet href=/g disabled><link rel=stylesheet><link rel=preload href=/h>
      <body><link rel=stylesheet href=/i>`)
    expect(blockingSheets(document).map(({ attribs }) => attribs.href)).to.deep.equal(['/a', '/b', '/c'])
  })
})
