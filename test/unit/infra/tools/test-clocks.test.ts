import { readFile } from 'node:fs/promises'
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

  const check = (...args: string[]) =>
    box.run(process.execPath, [join(root, 'infra/tools/test-clocks.ts'), ...args])
  const except = (...entries: object[]) => box.write(LIST, JSON.stringify(entries))

  it('fails with each violation', async () => {
    await except()
    const { code, stdout } = await check()
    expect(code).to.equal(1)
    expect(stdout).to.equal(
      'test/unit/a.test.ts:2: sleeps: sleeps for a fixed time\n1 violations; 0 exceptions, 0 of them not yet driven\n',
    )
  })

  it('passes with exceptions, and counts them', async () => {
    await box.write('test/unit/b.test.ts', sleeping)
    await except(entry('test/unit/a.test.ts', 'not yet driven'), entry('test/unit/b.test.ts', 'a reason'))
    const { code, stdout } = await check()
    expect(code).to.equal(0)
    expect(stdout).to.equal('0 violations; 2 exceptions, 1 of them not yet driven\n')
  })

  it('leaves out faults, benches and the sites that tests visit', async () => {
    await box.write('test/faults/b.test.ts', sleeping)
    await box.write('test/bench/b.ts', sleeping)
    await box.write('test/site/b.ts', sleeping)
    await except(entry('test/unit/a.test.ts', 'a reason'))
    expect((await check()).code).to.equal(0)
  })

  it('fails with an exception that nothing matches, until it is pruned', async () => {
    const [used, gone] = [
      entry('test/unit/a.test.ts', 'not yet driven'),
      entry('test/unit/gone.test.ts', 'not yet driven'),
    ]
    await except(used, gone)
    const { code, stdout } = await check()
    expect(code).to.equal(1)
    expect(stdout).to.include('test/unit/gone.test.ts: sleeps: an exception that nothing matches\n')
    expect((await check('--prune')).code).to.equal(0)
    expect(JSON.parse(await readFile(join(box.folder, LIST), 'utf8'))).to.deep.equal([used])
  })
})
