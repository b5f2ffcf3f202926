import { contentRepeatedBlock } from '#stages/score/audit/rules/content/text/content-repeated-block.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

const block = 'word '.repeat(20)

ruleTester(contentRepeatedBlock, {
  passes: [
    { name: 'twice', page: `<p>${block}</p>`.repeat(2) },
    { name: 'short ones', page: `${`<p>Add to cart</p>`.repeat(5)}<p>${block}</p>` },
  ],
  fails: [
    {
      name: 'three times',
      page: `${`<p>${block}</p>`.repeat(3)}<p>Other ${block}</p>`,
      message: 'repeated',
      affected: 3,
      total: 4,
      says: '3 times',
      evidence: 'html > body > p:nth-of-type(1)',
    },
    {
      name: 'of any element',
      page: `<div>${block}</div><p>${block}</p><section>${block}</section>`,
      message: 'repeated',
      evidence: 'html > body > div',
    },
  ],
  notApplicable: [{ name: '19 words', page: `<p>${'word '.repeat(19)}</p>`.repeat(3) }],
})
