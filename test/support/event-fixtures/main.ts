import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { fixtureObjects, fixturesFolder, objectFile, recordOf } from './event-fixture.ts'
import { meaningOf } from './event-meaning.ts'
import { recordFixtures } from './record-fixtures.ts'

/** Fixtures of a version are never overwritten: only versions without fixtures get them. */
const { fixtures, objects } = await recordFixtures()
const versions = new Set([...fixtures.keys()].map(dirname))
const fresh = [...versions].filter((version) => !existsSync(join(fixturesFolder, version)))
for (const version of [...fresh, 'objects']) mkdirSync(join(fixturesFolder, version), { recursive: true })
for (const [name, fixture] of fixtures) {
  if (!fresh.includes(dirname(name))) continue
  for (const object of fixture.objects) writeFileSync(objectFile(object), gzipSync(objects.get(object) ?? ''))
  const meaning = await meaningOf(recordOf(fixture), fixtureObjects)
  writeFileSync(join(fixturesFolder, `${name}.json`), `${JSON.stringify({ ...fixture, meaning }, null, 2)}\n`)
}
execFileSync('node_modules/.bin/biome', ['format', '--write', fixturesFolder], { stdio: 'inherit' })
process.exit(0)
