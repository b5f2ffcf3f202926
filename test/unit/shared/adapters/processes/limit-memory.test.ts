import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect } from 'chai'
import { root } from '#test/support/sandbox.ts'

const MIB = 1024 * 1024

describe('limitMemory', () => {
  /** Runs a program that may take 64 MiB more than it has, and takes as much as told. */
  function taking(bytes: number) {
    const source = `
      const { limitMemory } = await import(${JSON.stringify(join(root, 'shared/adapters/processes/limit-memory.ts'))})
      console.log(limitMemory(${64 * MIB}))
      Buffer.alloc(${bytes}, 1)
      console.log('taken')`
    const args = ['--input-type=module', '--eval', source]
    return spawnSync(process.execPath, args, { encoding: 'utf8' })
  }

  it('lets a process take so much more, and ends it beyond', () => {
    expect(taking(32 * MIB).stdout).to.equal('null\ntaken\n')
    const { stdout, status } = taking(128 * MIB)
    expect(stdout).to.equal('null\n')
    expect(status).to.not.equal(0)
  })
})
