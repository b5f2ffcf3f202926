import { llmsTxtInvalid } from '#stages/score/audit/rules/metadata/llms-txt/llms-txt-invalid.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

const file = (text: string) => ({ llmsTxt: { status: 200, text } })
const link = '- [FastHTML quick start](https://fastht.ml/docs/quickstart.html.md): an overview'

ruleTester(llmsTxtInvalid, {
  passes: [
    {
      name: 'llmstxt.org: heading and lists of links',
      page: file(`# FastHTML\n\n> A library\n\n## Docs\n\n${link}\n`),
    },
  ],
  fails: [
    {
      name: 'no heading of the first level',
      page: file(`## Docs\n\n${link}\n`),
      evidence: 'https://www.example.com/llms.txt',
      message: 'noHeading',
    },
    {
      name: 'no link',
      page: file(`# FastHTML\n\nIt is a library for hypermedia applications, as there are many.\n`),
      evidence: 'https://www.example.com/llms.txt',
      message: 'noLink',
    },
    {
      name: 'Lighthouse: fewer than 50 characters',
      page: file('# FastHTML'),
      evidence: 'https://www.example.com/llms.txt',
      message: 'short',
      says: '10 characters',
    },
  ],
  notApplicable: [
    { name: 'Lighthouse: 404', page: { llmsTxt: { status: 404 } } },
    {
      name: 'a page of HTML in its place',
      page: file(`<!doctype html><title>Shop</title>${'<p>text'.repeat(20)}`),
    },
  ],
  notDecidable: [{ name: 'a server error', page: { llmsTxt: { status: 500 } }, reason: 'no_answer' }],
})
