import { expect } from 'chai'
import { composeOf, inForeground, mustRun } from '#infra/image/engine.ts'
import { rejectionOf } from '#test/contract/eventually.ts'

const engine = {
  name: 'podman',
  compose: ['podman-compose'],
  files: ['compose.yaml', 'image/podman.compose.yaml'],
  env: {},
} as const

describe('the engine of images', () => {
  it('gives the compose program the files of the engine, then the others', () => {
    expect(composeOf(engine, 'test.yaml')).to.deep.equal([
      'podman-compose',
      ...['-f', 'compose.yaml', '-f', 'image/podman.compose.yaml', '-f', 'test.yaml'],
    ])
  })

  it('tells the exit code of a program, and fails where it must be 0', async () => {
    const exit3 = [process.execPath, '-e', 'process.exit(Number(process.env.CODE))'] as const
    expect(await inForeground(exit3, { env: { CODE: '3' } })).to.equal(3)
    await mustRun(exit3, { env: { CODE: '0' } })
    expect(String(await rejectionOf(mustRun(exit3, { env: { CODE: '3' } })))).to.include('ended with 3')
  })
})
