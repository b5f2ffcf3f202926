import { join } from 'node:path'
import { expect } from 'chai'
import { root, type Sandbox, sandbox } from '#test/support/sandbox.ts'

const LIST = 'infra/tools/test-clocks/exceptions.json'
const sleeping = `import { setTimeout as sleep } from 'node:timers/promises'\nit('sleeps', () => sleep(50))\n`
const entry = (path: string, reason: string) => ({ path, name: 'sleeps', reason })

describe('the check of clocks', () => {
  let box: Sandbox

  beforeEach(async () => {
    box = await sandbox()
    await box.write('test/unit/a.test.ts', sleeping)
  })
  afterEach(() => box.remove())

  const check = () => box.run(process.execPath, [join(root, 'infra/tools/test-clocks.ts')])
  const except = (...entries: object[]) => box.write(LIST, JSON.stringify(entries))

  it('fails with each violation', async () => {
    await except()
    const { code, stdout } = await check()
    expect(code).to.equal(1)
    expect(stdout).to.equal(
      'test/unit/a.test.ts:2: sleeps: sleeps for a fixed time\n1 violations, 0 exceptions\n',
    )
  })

  it('passes with exceptions, and counts them', async () => {
    await box.write('test/unit/b.test.ts', sleeping)
    await except(
      entry('test/unit/a.test.ts', 'its server counts real seconds'),
      entry('test/unit/b.test.ts', 'a reason'),
    )
    const { code, stdout } = await check()
    expect(code).to.equal(0)
    expect(stdout).to.equal('0 violations, 2 exceptions\n')
  })

  it('leaves out faults, benches and the sites that tests visit', async () => {
    await box.write('test/faults/b.test.ts', sleeping)
    await box.write('test/bench/b.ts', sleeping)
    await box.write('test/site/b.ts', sleeping)
    await except(entry('test/unit/a.test.ts', 'a reason'))
    expect((await check()).code).to.equal(0)
  })

  it('fails with an exception that nothing matches', async () => {
    await except(entry('test/unit/a.test.ts', 'a reason'), entry('test/unit/gone.test.ts', 'a reason'))
    const { code, stdout } = await check()
    expect(code).to.equal(1)
    expect(stdout).to.include('test/unit/gone.test.ts: sleeps: an exception that nothing matches\n')
  })
})
