import { createHash } from 'node:crypto'
import { expect } from 'chai'
import { type Sandbox, sandbox } from '#test/support/sandbox.ts'

const platform = `${process.platform}-${process.arch}`

describe('the Node.js that set-up accepts', () => {
  let box: Sandbox
  beforeEach(async () => {
    box = await sandbox()
    await box.copy('infra/setup/node-program.mjs')
    await box.write('node_modules/.bin/node', 'the program')
  })
  afterEach(() => box.remove())

  /** What verifying says; empty when it accepts. */
  async function verify(sha256: Readonly<Record<string, string>>): Promise<string> {
    await box.write('infra/setup/node-digests.json', JSON.stringify({ sha256 }))
    const source = `
      import { verifyNodeProgram } from './infra/setup/node-program.mjs'
      try { verifyNodeProgram(${JSON.stringify(box.folder)}) } catch (error) { console.log(error.message) }`
    return (await box.run(process.execPath, ['--input-type=module', '--eval', source])).stdout
  }

  it('is the known program of this platform alone', async () => {
    const digest = createHash('sha256').update('the program').digest('hex')
    expect(await verify({ [platform]: digest })).to.equal('')
    await box.write('node_modules/.bin/node', 'another program')
    expect(await verify({ [platform]: digest })).to.match(
      /is not the Node\.js of infra\/setup\/node-digests\.json/,
    )
    expect(await verify({ other: digest })).to.include(`has no Node.js for ${platform}`)
  })
})
