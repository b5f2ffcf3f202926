import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { openProfiles } from '#stages/render/adapters/browsers/launch/profiles.ts'

describe('browser profiles', () => {
  let folder: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'profiles-'))
  })
  afterEach(() => rm(folder, { recursive: true }))

  const leave = async (name: string) => {
    await mkdir(join(folder, name, '1'), { recursive: true })
    await writeFile(join(folder, name, '1', 'Cookies'), 'x')
  }

  it('are empty folders of their own, readable for nobody else, and gone in the end', async () => {
    const profiles = await openProfiles(join(folder, 'new', 'browsers'))
    const [one, two] = [await profiles.create(), await profiles.create()]
    expect(one).not.to.equal(two)
    for (const profile of [one, two]) expect(await readdir(profile)).to.deep.equal([])
    await profiles.remove(one)
    await profiles.close()
    expect(await readdir(join(folder, 'new', 'browsers'))).to.deep.equal([])
  })

  it('left by a process that is gone, or had the same id, are removed', async () => {
    const child = spawn('true')
    await once(child, 'exit')
    await leave(`${hostname()}.${child.pid}`)
    await leave(`${hostname()}.${process.pid}`)
    await openProfiles(folder)
    expect(await readdir(folder)).to.deep.equal([])
  })

  it('of a process that runs, and what is none, are left alone', async () => {
    const names = [`${hostname()}.${process.ppid}`, 'notes', 'other.host.x']
    for (const name of names) await leave(name)
    await openProfiles(folder)
    expect(await readdir(folder)).to.have.members(names)
  })

  it('of another machine are left alone for a day', async () => {
    const dayAndHour = 25 * 3600
    const old = Date.now() / 1000 - dayAndHour
    await leave('elsewhere.1')
    await leave('elsewhere.2')
    await utimes(join(folder, 'elsewhere.2'), old, old)
    await openProfiles(folder)
    expect(await readdir(folder)).to.deep.equal(['elsewhere.1'])
  })
})
