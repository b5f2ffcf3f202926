import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { fixtureObjects, fixturesFolder, objectFile, recordOf } from './event-fixture.ts'
import { meaningOf } from './event-meaning.ts'
import { recordFixtures } from './record-fixtures.ts'

/** A fixture is never overwritten: only kinds of records without one get it. */
const { fixtures, objects } = await recordFixtures()
mkdirSync(join(fixturesFolder, 'objects'), { recursive: true })
for (const [name, fixture] of fixtures) {
  if (existsSync(join(fixturesFolder, `${name}.json`))) continue
  mkdirSync(join(fixturesFolder, dirname(name)), { recursive: true })
  for (const object of fixture.objects) writeFileSync(objectFile(object), gzipSync(objects.get(object) ?? ''))
  const meaning = await meaningOf(recordOf(fixture), fixtureObjects)
  writeFileSync(join(fixturesFolder, `${name}.json`), `${JSON.stringify({ ...fixture, meaning }, null, 2)}\n`)
}
execFileSync('node_modules/.bin/biome', ['format', '--write', fixturesFolder], { stdio: 'inherit' })
process.exit(0)
