import { robotsTxtHtml } from '#stages/score/audit/rules/technical/robots-txt/robots-txt-html.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(robotsTxtHtml, {
  passes: [
    { name: 'text', page: { robotsTxt: 'User-agent: *\nDisallow:' } },
    {
      name: 'text of a wrong type',
      page: { robotsTxt: 'User-agent: *\nDisallow:', robots: { contentType: 'text/html' } },
    },
  ],
  fails: [
    {
      name: 'a page',
      page: { robotsTxt: '\n<!DOCTYPE html><title>Shop</title>' },
      message: 'html',
      evidence: '<!DOCTYPE html><title>Shop</title>',
    },
  ],
  notApplicable: [{ name: 'no file', page: '<title>A</title>' }],
})
