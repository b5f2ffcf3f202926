import { execFileSync } from 'node:child_process'
import { readlinkSync } from 'node:fs'
import { expect } from 'chai'
import { findIsolation } from '#shared/adapters/processes/isolation.ts'

describe('findIsolation', () => {
  it('finds a command that runs a program in a network of its own, or says why there is none', async () => {
    const { command, problem } = await findIsolation()
    if (problem !== null) return expect([command, problem.length > 0]).to.deep.equal([[], true])
    const [program = '', ...args] = command
    const inside = execFileSync(program, [...args, 'readlink', '/proc/self/ns/net'], { encoding: 'utf8' })
    expect(inside.trim())
      .to.match(/^net:\[\d+\]$/)
      .and.not.equal(readlinkSync('/proc/self/ns/net'))
  })

  it('asks the system once', () => expect(findIsolation()).to.equal(findIsolation()))
})
