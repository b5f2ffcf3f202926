import { contentStuffing } from '#stages/score/audit/rules/content/text/content-stuffing.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

const cities = Array.from({ length: 15 }, (_, index) => `Town${index}`)

/** A paragraph with that many words; one word repeats, each other word occurs once. */
function paragraphs(word: string, times: number, count = 200): string {
  const others = Array.from({ length: count - times }, (_, index) => `other${index}`)
  return `<p>${[...Array(times).fill(word), ...others].join(' ')}`
}

ruleTester(contentStuffing, {
  passes: [
    { name: '12 of 200 words are 6 %', page: paragraphs('plumber', 12) },
    { name: 'short words are those of every sentence', page: paragraphs('the', 60) },
    {
      name: 'rows of a list repeat their words',
      page: `<ul>${'<li>Add to cart now</li>'.repeat(50)}</ul>${paragraphs('cup', 1)}`,
    },
  ],
  fails: [
    {
      name: '13 of 200 words',
      page: paragraphs('plumber', 13),
      evidence: null,
      message: 'word',
      says: '"plumber" makes up 7 %',
    },
    {
      name: 'Google: lists of cities',
      page: `<p>${cities.map((city) => `plumber ${city}`).join(', ')}`,
      evidence: 'html > body > p',
      message: 'list',
      says: '15 phrases',
    },
  ],
  notApplicable: [
    { name: '199 words', page: paragraphs('plumber', 13, 199) },
    { name: 'a list of cities alone', page: `<p>${cities.join(', ')}` },
  ],
  notDecidable: [
    {
      name: 'pitfall 23: scripts make the page',
      page: '<div id="root"></div><script src="/app.js"></script>',
      reason: 'app_shell',
    },
  ],
})
