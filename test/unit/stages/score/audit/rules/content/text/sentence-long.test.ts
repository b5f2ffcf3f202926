import { sentenceLong } from '#stages/score/audit/rules/content/text/sentence-long.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

const short = 'One two three four five. '
const long = `${'word '.repeat(20)}end. `

ruleTester(sentenceLong, {
  passes: [
    { name: 'one of four is 25 %', page: `<p>${short.repeat(6)}${long.repeat(2)}` },
    { name: 'sentences of 20 words', page: `<p>${`${'word '.repeat(19)}end. `.repeat(5)}` },
  ],
  fails: [
    {
      name: 'two of five',
      page: `<p>${short.repeat(3)}${long.repeat(2)}`,
      message: 'long',
      evidence: 'html > body > p',
      affected: 2,
      total: 5,
      says: '40 %',
    },
  ],
  notApplicable: [
    { name: 'four sentences', page: `<p>${long.repeat(4)}` },
    { name: 'no text', page: '<img src="a.png" alt="">' },
  ],
})
