import { dataUriHeavy } from '#stages/score/audit/rules/performance/inline-code/data-uri-heavy.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

const uri = (chars: number) => `data:image/png;base64,${'A'.repeat(chars)}`

ruleTester(dataUriHeavy, {
  passes: [
    { name: 'an icon', page: `<img src="${uri(1000)}" alt="">` },
    { name: 'in a text they are none', page: `<p>${uri(60_000)}</p><img src="${uri(10)}" alt="">` },
  ],
  fails: [
    {
      name: 'an image',
      page: `<img src="${uri(60_000)}" alt="">`,
      message: 'heavy',
      evidence: 'html > body > img',
      says: '60 KB',
    },
    {
      name: 'a style element, a style attribute and a srcset together',
      page: `<style>p { background: url("${uri(20_500)}") }</style><p style="background:url('${uri(20_000)}')"><img srcset="${uri(20_000)} 1x" alt="">`,
      message: 'heavy',
      evidence: 'html > head > style',
      says: '61 KB',
    },
  ],
  notApplicable: [{ name: 'none', page: '<img src="a.png" alt="">' }],
})
