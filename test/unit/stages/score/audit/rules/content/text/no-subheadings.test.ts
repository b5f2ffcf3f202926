import { noSubheadings } from '#stages/score/audit/rules/content/text/no-subheadings.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(noSubheadings, {
  passes: [{ name: 'a subheading', page: `<h1>A</h1><p>${'word '.repeat(301)}<h2>B</h2>` }],
  fails: [
    {
      name: '301 words',
      page: `<main><p>${'word '.repeat(301)}</main>`,
      message: 'none',
      says: '301 words',
      evidence: 'html > body > main',
    },
    {
      name: 'headings of the footer are those of other things',
      page: `<h1>A</h1><p>${'word '.repeat(301)}</p><footer><h2>B</h2></footer>`,
      message: 'none',
      evidence: 'html > body',
    },
  ],
  notApplicable: [{ name: '300 words', page: `<main><p>${'word '.repeat(300)}</main>` }],
})
