import { expect } from 'chai'
import { runProgram } from '../run-program.ts'

describe('infra/image/main.ts', () => {
  it('prints its commands', async () => {
    const unknown = await runProgram('infra/image/main.ts', ['fly'])
    expect([unknown.code, unknown.said.trim()]).to.deep.equal([1, 'image -- build|run|up|test'])
  })

  it('names the missing programs and how to install them, without docker and podman', async () => {
    const missing = await runProgram('infra/image/main.ts', ['build'], '/nowhere')
    expect(missing.code).to.equal(1)
    expect(missing.said).to.match(
      /missing: buildah, podman, runc, podman-compose\.\n.*docker.*\n.*apt-get install/,
    )
  })
})
