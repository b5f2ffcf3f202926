import { expect } from 'chai'
import { writtenTags } from '#stages/score/audit/derived/head/head-break.ts'
import { auditFacts } from '#test/support/audit/audit-page.ts'

const tagsOf = (html: string) => writtenTags(auditFacts({ html }).document)

describe('written tags', () => {
  it('are found where they stand', () => {
    expect(tagsOf('<!DOCTYPE html><HTML lang="en"><head ></head><body>')).to.deep.equal({
      doctype: 0,
      html: 15,
      head: 31,
      headEnd: 38,
    })
  })

  it('are null where they are left out', () => {
    expect(tagsOf('<title>A</title><header></header>')).to.deep.equal({
      doctype: null,
      html: null,
      head: null,
      headEnd: null,
    })
  })

  it('within comments, scripts, styles and titles are none', () => {
    const html =
      '<head><!-- </head> --><script>"</head>"</script><style>/*<body>*/</style><title></head></title></head>'
    expect(tagsOf(html).headEnd).to.equal(html.lastIndexOf('</head>'))
  })

  it('are looked for once through a hostile page', () => {
    expect(tagsOf('<script>'.repeat(20_000)).headEnd).to.equal(null)
    expect(tagsOf('<!--'.repeat(20_000)).headEnd).to.equal(null)
    expect(tagsOf('<style></style>'.repeat(10_000)).headEnd).to.equal(null)
  })
})
