import { expect } from 'chai'
import { makeChecks } from '#infra/image/test-stack.ts'

describe('checks of the image', () => {
  it('print a line each, and count', async () => {
    const lines: string[] = []
    const checks = makeChecks((line) => lines.push(line.replace(/\(.*? s\)/, '()')))
    await checks.check('good', async () => undefined)
    await checks.check('bad', async () => {
      throw new Error('it is broken')
    })
    expect(lines).to.deep.equal(['ok    good ()\n', 'FAIL  bad (): it is broken\n'])
    expect([checks.passed(), checks.failed()]).to.deep.equal([1, 1])
  })
})
