import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'chai'
import { root } from '#test/support/sandbox.ts'

interface Rule {
  readonly names: string[]
  readonly action: string
  readonly args?: { readonly index: number; readonly value: number; readonly op: string }[]
}

const folder = join(root, 'infra/image')

function read(name: string): Promise<string> {
  return readFile(join(folder, name), 'utf8')
}

describe('seccomp.json', () => {
  /** Flags of namespaces (clone(2)): CLONE_NEWNS, CLONE_NEWCGROUP, CLONE_NEWUTS and CLONE_NEWIPC. */
  const forbidden = 0x00020000 + 0x02000000 + 0x04000000 + 0x08000000

  it("adds three rules to docker's profile, for the namespaces of users, processes and networks", async () => {
    const original = JSON.parse(await read('docker-default.json'))
    const profile = JSON.parse(await read('seccomp.json'))
    const known = original.syscalls.length
    expect({ ...profile, syscalls: profile.syscalls.slice(0, known) }).to.deep.equal(original)
    const added: Rule[] = profile.syscalls.slice(known)
    expect(added.map(({ names }) => names)).to.deep.equal([['chroot'], ['clone', 'unshare'], ['setns']])
    const masks = added.slice(1).map(({ args }) => args?.map(({ value, op }) => [value, op]))
    expect(masks).to.deep.equal(Array(2).fill([[forbidden, 'SCMP_CMP_MASKED_EQ']]))
  })
})
