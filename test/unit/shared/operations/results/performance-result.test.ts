import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import { performanceResult } from '#shared/operations/results/performance-result.ts'

const examples = new URL('../../../../../gateway/documents/examples/answers.json', import.meta.url)

describe('performance result', () => {
  const answers: { name: string; response: { body: Record<string, unknown> } }[] = JSON.parse(
    readFileSync(examples, 'utf8'),
  )
  const answer = (name: string) => answers.find((one) => one.name === name)?.response.body ?? {}

  it('holds for recorded answers, fresh and cached, and keeps all of them', () => {
    for (const name of ['measured', 'measuredAgain'])
      expect(performanceResult.strict().parse(answer(name))).to.deep.equal(answer(name))
  })

  it('has all five metrics, in units that the contract names', () => {
    const vitals = answer('measured').core_web_vitals as Record<string, object>
    for (const name of ['lcp', 'inp', 'cls', 'fcp', 'ttfb']) {
      const { [name]: _, ...others } = vitals
      const without = { ...answer('measured'), core_web_vitals: others }
      expect(performanceResult.safeParse(without).success, name).to.equal(false)
    }
    const cls = { ...vitals, cls: { ...vitals.cls, value: -0.1 } }
    expect(performanceResult.safeParse({ ...answer('measured'), core_web_vitals: cls }).success).to.equal(
      false,
    )
  })

  for (const [name, wrong] of Object.entries({
    'a mode other than lab': { mode: 'field' },
    'a time without date': { created_at: '12:00' },
    'a missing reason that is no text': { missing: { main_thread: null } },
    'a tip of no severity': {
      tips: [{ tip_id: 'x', severity: 'some', message: '', learn_more: 'http://a/' }],
    },
  })) {
    it(`is not: ${name}`, () => {
      expect(performanceResult.safeParse({ ...answer('measured'), ...wrong }).success).to.equal(false)
    })
  }
})
