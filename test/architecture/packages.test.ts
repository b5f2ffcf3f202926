import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { root } from '#test/support/sandbox.ts'

interface LockEntry {
  readonly license?: string
  readonly dev?: boolean
  readonly integrity?: string
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

const read = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8'))
const manifest = read('package.json')
const lock: Record<string, LockEntry> = read('package-lock.json').packages

/** Licences that ask for no more than naming the authors. */
const PERMISSIVE = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'Python-2.0',
  'Unlicense',
  'Zlib',
])

/** Others, with the reason why they are allowed. */
const allowed: { path: RegExp; license: RegExp; because: string }[] = [
  {
    path: /\/@img\/sharp-(libvips-)?[a-z0-9-]+$/,
    license: /^(Apache-2\.0 AND )?LGPL-3\.0-or-later( AND MIT)?$/,
    because:
      'libvips is linked dynamically and comes unchanged in a package of its own, which anyone may replace',
  },
  {
    path: /\/@duckduckgo\/autoconsent$/,
    license: /^MPL-2\.0$/,
    because: 'it comes unchanged; the licence asks for the source of its own files alone, and they are there',
  },
]

/** `A OR B` leaves the choice, `A AND B` asks for both (SPDX licence expressions). */
function isPermissive(license: string): boolean {
  const alternatives = license.replace(/[()]/g, '').split(' OR ')
  return alternatives.some((all) => all.split(' AND ').every((one) => PERMISSIVE.has(one)))
}

function isAllowed(path: string, license: string): boolean {
  return (
    isPermissive(license) ||
    allowed.some((exception) => exception.path.test(path) && exception.license.test(license))
  )
}

/** Of all packages that the product is delivered with, on any platform. */
function productLicenses(): [path: string, license: string][] {
  return Object.entries(lock)
    .filter(([path, { dev }]) => path !== '' && !dev)
    .map(([path, { license }]) => [path, license ?? read(join(path, 'package.json')).license ?? 'none'])
}

describe('packages', () => {
  it('of the product have permissive licences', () => {
    const licenses = productLicenses()
    expect(licenses.filter(([path, license]) => !isAllowed(path, license))).to.deep.equal([])
    expect(licenses.map(([path]) => path)).to.include.members(
      Object.keys(manifest.dependencies).map((name) => `node_modules/${name}`),
    )
  })

  for (const license of [
    'GPL-3.0-only',
    'AGPL-3.0-or-later',
    'CC-BY-NC-4.0',
    'MIT AND GPL-2.0-only',
    'SSPL-1.0',
    'none',
  ]) {
    it(`with ${license} would not be allowed`, () =>
      expect(isAllowed('node_modules/a', license)).to.equal(false))
  }

  it('are pinned exactly', () => {
    const wanted = Object.entries<string>({ ...manifest.dependencies, ...manifest.devDependencies })
    expect(wanted.filter(([, version]) => !/^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/.test(version))).to.deep.equal(
      [],
    )
  })

  it('are locked by content, not by where they were downloaded', () => {
    expect(readFileSync(join(root, 'package-lock.json'), 'utf8')).not.to.match(
      /"resolved"|https?:\/\/[^"]*\.tgz/,
    )
    const unlocked = Object.entries(lock).filter(
      ([path, { integrity = '' }]) => path !== '' && !/^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity),
    )
    expect(unlocked.map(([path]) => path)).to.deep.equal([])
    expect(Object.keys(lock).length).to.be.above(900)
  })

  it('include the program of Node.js by its digest', () => {
    const { version, sha256 } = read('infra/setup/node-digests.json')
    expect(version).to.equal(manifest.devDependencies.node)
    const digest = createHash('sha256')
      .update(readFileSync(join(root, 'node_modules/.bin/node')))
      .digest('hex')
    expect(digest).to.equal(sha256[`${process.platform}-${process.arch}`])
  })

  it('are all locked, those for other platforms too: else `npm ci` installs nothing at all', () => {
    const missing = Object.entries(lock).flatMap(([path, { dependencies, optionalDependencies }]) =>
      Object.keys({ ...dependencies, ...optionalDependencies }).filter((name) => !isFound(path, name)),
    )
    expect(missing).to.deep.equal([])
  })

  it('run no install script that nobody decided about', () => {
    const scripted = Object.entries<LockEntry & { hasInstallScript?: boolean }>(lock).filter(
      ([, { hasInstallScript }]) => hasInstallScript,
    )
    const names = scripted.map(([path]) =>
      path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
    )
    expect(manifest.allowScripts).to.include.all.keys(names)
  })
})

/** Looked up as Node.js does: in the package's own node_modules, then in those of the folders above. */
function isFound(path: string, name: string): boolean {
  for (let folder = path; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    if (join(folder, 'node_modules', name) in lock) return true
    if (folder === '') return false
  }
}
