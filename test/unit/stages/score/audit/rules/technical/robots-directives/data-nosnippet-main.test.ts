import { dataNosnippetMain } from '#stages/score/audit/rules/technical/robots-directives/data-nosnippet-main.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(dataNosnippetMain, {
  passes: [
    {
      name: 'Google: a part of the text',
      page: '<h1>Title</h1><p>This text can be shown in a snippet <span data-nosnippet>and this not</span>.</p>',
    },
  ],
  fails: [
    {
      name: 'the main heading',
      page: '<div data-nosnippet><h1>Title</h1></div><p>Text that may be shown, and more of it</p>',
      evidence: 'html > body > div',
      message: 'heading',
    },
    // 10 of 14 characters.
    {
      name: 'most of the text',
      page: '<main><p>abc</p><div data-nosnippet>defghijklm</div></main>',
      evidence: 'html > body > main > div',
      message: 'mostText',
      says: '71 %',
    },
    {
      name: 'Google: span, div and section only',
      page: '<p data-nosnippet>Text</p><p>More text than that</p>',
      evidence: 'html > body > p:nth-of-type(1)',
      message: 'unsupported',
      affected: 1,
      total: 1,
    },
  ],
  notApplicable: [{ name: 'none', page: '<p>Text</p>' }],
})
