import { redirectChain } from '#stages/score/audit/rules/technical/redirects/redirect-chain.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

const hop = (from: string, to: string) => ({
  url: `https://www.example.com/${from}`,
  status: 301,
  location: `https://www.example.com/${to}`,
})

ruleTester(redirectChain, {
  passes: [{ name: 'one redirect', page: { redirects: [hop('old', 'page')] } }],
  fails: [
    {
      name: 'two redirects',
      page: { redirects: [hop('old', 'older'), hop('older', 'page')] },
      message: 'chain',
      says: '2 redirects',
      evidence: 'https://www.example.com/old → https://www.example.com/older (301)',
    },
  ],
  notApplicable: [{ name: 'none', page: '<title>A</title>' }],
})
