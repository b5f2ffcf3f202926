import { contentThin } from '#stages/score/audit/rules/content/text/content-thin.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

const words = (count: number) => 'word '.repeat(count)

ruleTester(contentThin, {
  passes: [
    { name: '50 words', page: `<main>${words(50)}</main>` },
    {
      name: 'pitfall 10: Japanese words are parted by no blanks',
      page: `<p>${'東京都に住んでいます。'.repeat(8)}`,
    },
  ],
  fails: [
    {
      name: '49 words',
      page: `<main>${words(49)}</main>`,
      message: 'thin',
      evidence: 'html > body > main',
      says: '49 words',
    },
    {
      name: 'navigation and footer are no content',
      page: `<nav>${words(60)}</nav><p>Hello</p><footer>${words(60)}</footer>`,
      message: 'thin',
      evidence: 'html > body',
      says: '1 word.',
    },
    {
      name: 'hidden text is none',
      page: `<main>Hello<p hidden>${words(60)}</main>`,
      message: 'thin',
      evidence: 'html > body > main',
    },
  ],
  notApplicable: [
    {
      name: 'pitfall 22: the page is not to be found',
      page: '<meta name="robots" content="noindex"><p>Thanks!',
    },
    { name: 'an error page', page: { html: '<p>Not found', status: 404 } },
  ],
  notDecidable: [
    {
      name: 'pitfall 23: scripts fill in the page',
      page: '<div id="root"></div><script src="/app.js"></script>',
      reason: 'app_shell',
    },
  ],
})
