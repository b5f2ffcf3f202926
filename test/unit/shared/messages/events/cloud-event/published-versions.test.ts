import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { topicSpecs } from '#shared/messages/topic-specs.ts'
import { eventType } from '#shared/messages/topics.ts'
import {
  type EventFixture,
  fixtureObjects,
  fixturesFolder,
  recordOf,
} from '#test/support/event-fixtures/event-fixture.ts'
import { meaningOf } from '#test/support/event-fixtures/event-meaning.ts'

const versions = readdirSync(fixturesFolder).filter((name) => name !== 'objects')

/**
 * Records as versions of the service published them, with what those versions read in them. A fixture is never changed:
 * what was published lies in logs. `npm run event-fixtures` records a version that has none.
 */
describe('events as they were published', () => {
  it('are recorded for every event in its current version', () => {
    const noEvents = ['item.facts', 'host.resting', 'ended.interactive']
    const written = topicSpecs(1)
      .filter(({ topic }) => !noEvents.includes(topic))
      .map(({ topic }) => eventType(topic))
    expect(versions).to.include.members(written)
  })

  it('are recorded for every former version', () => {
    for (const version of versions) {
      const [, name, number] = /^(.+)\.v(\d+)$/.exec(version) ?? []
      for (let older = 1; older < Number(number); older++) expect(versions).to.include(`${name}.v${older}`)
    }
  })

  it('are recorded as they were before outcomes had a sequence, and as they are now', () => {
    const valuesOf = (name: string): unknown =>
      JSON.parse(readFileSync(join(fixturesFolder, 'result.metadata.v1', `${name}.json`), 'utf8')).value
    expect(valuesOf('metadata-interactive-owned-json')).to.equal(null)
    expect(valuesOf('metadata-interactive-owned-json-numbered')).to.have.property('text')
    const outcomes = versions.filter((version) => /^(result|inspection\.failed)/.test(version))
    for (const version of outcomes) {
      const names = readdirSync(join(fixturesFolder, version)).map((file) => file.replace('.json', ''))
      expect(
        names.filter((name) => name.endsWith('-numbered')),
        version,
      ).not.to.deep.equal([])
      expect(
        names.filter((name) => !name.endsWith('-numbered')),
        version,
      ).not.to.deep.equal([])
    }
  })

  for (const version of versions) {
    for (const file of readdirSync(join(fixturesFolder, version))) {
      it(`keep their meaning: ${version}, ${file.replace('.json', '')}`, async () => {
        const fixture: EventFixture = JSON.parse(readFileSync(join(fixturesFolder, version, file), 'utf8'))
        const { ce_type: type } = fixture.headers
        if (type?.startsWith('page.')) expect(type).to.equal(version)
        expect(await meaningOf(recordOf(fixture), fixtureObjects)).to.deep.equal(fixture.meaning)
      })
    }
  }
})
