import { createHash } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'chai'
import { type Outcome, type Sandbox, sandbox } from '#test/support/sandbox.ts'

/**
 * npm's record of an install has the same entries as the lock file, without the optional ones that do not fit this
 * machine.
 */
const lock = (version: string) => ({
  packages: {
    '': { name: 'app' },
    'node_modules/a': { version, integrity: `sha512-${version}` },
    'node_modules/a-windows': { version: '1.0.0', optional: true },
  },
})
const installed = (version: string) => ({
  packages: { 'node_modules/a': { version, integrity: `sha512-${version}` } },
})

/** A fake npm that does what set-up relies on: creates node_modules/.bin/node and the record. */
const NPM = `echo npm "$@" on "$PATH"
/bin/mkdir -p node_modules/.bin
echo '${JSON.stringify(installed('1.0.0'))}' > node_modules/.package-lock.json
printf 'the program' > node_modules/.bin/node`

/** The digest of the fake program. */
const digests = (sha256: string) =>
  JSON.stringify({ sha256: { [`${process.platform}-${process.arch}`]: sha256 } })
const DIGEST = createHash('sha256').update('the program').digest('hex')

describe('set-up: npm packages', () => {
  let box: Sandbox
  const setUp = (env = {}): Promise<Outcome> => box.run(process.execPath, ['infra/setup/tools.mjs'], env)

  beforeEach(async () => {
    box = await sandbox()
    await box.copy('infra/setup')
    await box.write('infra/setup/node-digests.json', digests(DIGEST))
    await box.write('package-lock.json', JSON.stringify(lock('1.0.0')))
    await box.program('npm', NPM)
  })
  afterEach(() => box.remove())

  it('installs the packages of the lock file when nothing is installed, and says so on stderr only', async () => {
    const { code, stdout, stderr } = await setUp()
    expect(code).to.equal(0)
    expect(stdout).to.equal('')
    expect(stderr).to.match(/npm packages …\nnpm ci .*\n.*done in \d+\.\d s\n$/)
  })

  it('is silent and does not run npm the second time', async () => {
    await setUp()
    await box.program('npm', 'exit 9')
    expect(await setUp()).to.deep.equal({ code: 0, stdout: '', stderr: '' })
  })

  it('installs again when the lock file has another version', async () => {
    await setUp()
    await box.write('package-lock.json', JSON.stringify(lock('1.0.1')))
    expect((await setUp()).stderr).to.include('npm ci')
  })

  it('installs again after an interrupted install', async () => {
    await setUp()
    await rm(join(box.folder, 'node_modules/.package-lock.json'))
    expect((await setUp()).stderr).to.include('npm ci')
  })

  it('keeps npm off the Node.js that it is about to replace', async () => {
    const { stderr } = await setUp({ PATH: `${box.folder}/node_modules/.bin:${box.bin}` })
    expect(stderr).to.include(` on ${box.bin}\n`)
  })

  it('fails with the output of npm when npm fails', async () => {
    await box.program('npm', 'echo no such version >&2; exit 3')
    const { code, stderr } = await setUp()
    expect(code).to.equal(1)
    expect(stderr)
      .to.include('no such version')
      .and.include('could not be installed: npm ci exited with code 3')
  })

  it('fails with a reason when there is no npm', async () => {
    await rm(join(box.bin, 'npm'))
    const { code, stderr } = await setUp()
    expect(code).to.equal(1)
    expect(stderr).to.include('npm is not on the PATH')
  })

  it('fails with a reason when npm ran no install scripts', async () => {
    await box.program('npm', NPM.replace(/printf .*/, ''))
    const { code, stderr } = await setUp()
    expect(code).to.equal(1)
    expect(stderr).to.include('ignore-scripts')
  })

  it('fails when the installed Node.js is another program, at the next start too', async () => {
    await box.write('infra/setup/node-digests.json', digests('0'.repeat(64)))
    for (let start = 0; start < 2; start++) {
      const { code, stderr } = await setUp()
      expect(code).to.equal(1)
      expect(stderr).to.include('is not the Node.js of infra/setup/node-digests.json').and.include(DIGEST)
    }
  })

  it('fails on a platform whose Node.js is unknown', async () => {
    await box.write('infra/setup/node-digests.json', '{ "sha256": {} }')
    const { code, stderr } = await setUp()
    expect(code).to.equal(1)
    expect(stderr).to.include(`has no Node.js for ${process.platform}-${process.arch}`)
  })

  it('refuses a Node.js below 18', async () => {
    const old = `data:text/javascript,Object.defineProperty(process.versions,'node',{value:'16.20.2'})`
    const { code, stderr } = await box.run(process.execPath, ['--import', old, 'infra/setup/tools.mjs'])
    expect(code).to.equal(1)
    expect(stderr).to.include('Node.js 18 or newer')
  })
})
