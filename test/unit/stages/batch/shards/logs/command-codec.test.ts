import { expect } from 'chai'
import type { Command } from '#stages/batch/shards/commands.ts'
import { decodeCommand, encodeCommand } from '#stages/batch/shards/logs/command-codec.ts'
import { batchNamed, page } from '#test/contract/frontier/batch-scene.ts'
import { commands } from '#test/contract/shards/commands.ts'

const decode = (value: unknown) => decodeCommand(Buffer.from(JSON.stringify(value)))

/** Members with any members of their own, and one that may be absent. */
const FREE = ['parameters', 'added', 'headers']
const OPTIONAL = 'quota'

/** The values that differ from this one by one member that is absent or has another type, at any depth. */
function* withoutMember(value: unknown): Generator<unknown> {
  if (typeof value !== 'object' || value === null) return
  for (const [name, inner] of Object.entries(value)) {
    const replace = (other: unknown) =>
      Array.isArray(value) ? value.with(Number(name), other) : { ...value, [name]: other }
    if (!Array.isArray(value) && name !== OPTIONAL) yield replace(undefined)
    yield replace(typeof inner === 'boolean' ? 'no' : true)
    if (FREE.includes(name)) continue
    for (const other of withoutMember(inner)) yield replace(other)
  }
}

describe('commands as values of records', () => {
  for (const command of commands)
    it(`are read as they were written: ${command.kind}`, () => {
      expect(decodeCommand(Buffer.from(encodeCommand(command)))).to.deep.equal(command)
    })

  it('are read with the manners of a batch and the start pages of a crawl', () => {
    const rules = {
      scope: 'host',
      maxDepth: null,
      maxPages: 5,
      maxMinutes: null,
      include: [],
      exclude: [],
    } as const
    const polite = {
      ...batchNamed('b'),
      crawl: { ...rules, seeds: ['http://a.example/'] },
      politeness: { delayMs: 500, concurrency: null, isUnthrottled: false },
    }
    const create: Command = { kind: 'create', batch: polite }
    expect(decodeCommand(Buffer.from(encodeCommand(create)))).to.deep.equal(create)
  })

  it('are read without members that a later version adds', () => {
    expect(decode({ kind: 'keep', batch: 'b', more: { of: 'it' } })).to.deep.equal({
      kind: 'keep',
      batch: 'b',
    })
  })

  for (const [title, value] of Object.entries({
    'no text': null,
    'an empty text': '',
    'text that is not JSON': '{"kind":"tick"',
    'bytes that are not UTF-8': Buffer.from([0xff, 0xfe]),
    'a list': '[]',
    'an unknown kind': '{"kind":"tock"}',
    'no kind': '{"batch":"b"}',
    'the name of a member of all objects as kind': '{"kind":"constructor"}',
    'deep nesting': `${'{"kind":'.repeat(100_000)}1${'}'.repeat(100_000)}`,
  }))
    it(`are not read from ${title}`, () => {
      expect(decodeCommand(value === null ? null : Buffer.from(value))).to.equal(null)
    })

  it('are not read when a member is missing or has another type', () => {
    const read: Command[] = []
    let tried = 0
    for (const command of commands) {
      const whole = JSON.parse(encodeCommand(command))
      for (const part of withoutMember(whole)) {
        tried += 1
        const found = decode(part)
        if (found !== null) read.push(found)
      }
    }
    expect(tried).to.be.above(200)
    expect(read).to.deep.equal([])
  })

  for (const [title, value] of Object.entries({
    'a negative position': { kind: 'endings', before: -1 },
    'a position that is no integer': { kind: 'endings', before: 1.5 },
    'an item without a URL': {
      kind: 'add',
      batch: batchNamed('b'),
      items: [{ ...page(''), parameters: {} }],
    },
    'a header that is no text': {
      kind: 'defer',
      records: [
        { topic: 't', partition: 0, offset: 1, timestamp: 1, key: null, value: null, headers: { a: 1 } },
      ],
    },
    'a shard without a number': { kind: 'start', batch: 'b', isOpen: false, added: { x: 1 } },
    'an unknown phase': { kind: 'phase', batch: 'b', phase: 'resting', version: 1 },
    'a state that nobody sets': { kind: 'set', batch: 'b', state: 'finished' },
  }))
    it(`are not read with ${title}`, () => {
      expect(decode(value)).to.equal(null)
    })
})
