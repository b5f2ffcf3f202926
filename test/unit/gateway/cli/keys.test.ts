import { join } from 'node:path'
import { expect } from 'chai'
import { makeApiKeys } from '#gateway/access/api-keys.ts'
import { openDatabase } from '#shared/adapters/sqlite/database.ts'
import { sqliteResultStore } from '#shared/adapters/sqlite/store/result-store.ts'
import { type Outcome, root, type Sandbox, sandbox } from '#test/support/sandbox.ts'

const PROGRAM = join(root, 'gateway/cli/keys.ts')

describe('keys command', function () {
  this.timeout(90_000)
  let box: Sandbox
  beforeEach(async () => {
    box = await sandbox()
  })
  afterEach(() => box.remove())

  function run(...args: string[]): Promise<Outcome> {
    const { NODE_V8_COVERAGE: coverage } = process.env
    const env = { DATA_DIR: join(box.folder, 'data'), ...(coverage && { NODE_V8_COVERAGE: coverage }) }
    return box.run(process.execPath, [PROGRAM, ...args], env)
  }

  it('prints on lines what a command says, and works while the service has the store open', async () => {
    const first = await run('create', '--label', 'first')
    expect([first.code, first.stderr]).to.deep.equal([0, ''])
    expect(first.stdout).to.match(/^pp_\w{8}_\w{32}\n$/)
    const database = openDatabase(join(box.folder, 'data', 'pageprobe.db'))
    const store = sqliteResultStore({ database })
    try {
      const second = await run('create')
      expect(await makeApiKeys(store).find(second.stdout.trim())).to.include({ label: '' })
      const { code, stdout } = await run('list')
      const ids = [first, second].map((made) => made.stdout.slice(3, 11))
      expect([code, stdout.split('\n').map((line) => line.slice(0, 8))]).to.deep.equal([0, [...ids, '']])
    } finally {
      await store.close()
      database.close()
    }
  })

  it('prints its usage', async () => {
    const { code, stdout } = await run()
    expect(code).to.equal(0)
    expect(stdout).to.match(/^npm run -s keys -- <command>\n/)
  })

  it('ends with 1 and the usage when it is called wrongly, without a stack', async () => {
    const { code, stdout, stderr } = await run('destroy')
    expect([code, stdout]).to.deep.equal([1, ''])
    expect(stderr)
      .to.match(/^Unknown command: destroy\n\nnpm run -s keys -- <command>\n/)
      .and.not.match(/\n\s+at /)
  })

  it('names wrong settings, without a stack', async () => {
    const { code, stdout, stderr } = await box.run(process.execPath, [PROGRAM, 'list'], {
      PORT: 'x',
      REDIS_URL: 'y',
    })
    expect([code, stdout]).to.deep.equal([1, ''])
    expect(stderr)
      .to.include('PORT')
      .and.include('REDIS_URL')
      .and.not.match(/\n\s+at /)
  })
})
