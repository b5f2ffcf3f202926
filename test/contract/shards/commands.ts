import type { Command } from '#stages/batch/shards/commands.ts'
import { batchNamed, crawlRules, page } from '../frontier/batch-scene.ts'

const rejected = [{ line: 3, reason: 'no URL' }]
const added = { 0: 12, 63: 2 ** 40 }
const batch = batchNamed('b', {
  parameters: { fields: 'basic', deep: { list: [1, null, 'ü\ud800'] } },
  crawl: { ...crawlRules, maxDepth: 3, maxMinutes: 1.5, include: ['*/a'], exclude: ['*/b'] },
  sitemaps: ['http://x.example/sitemap.xml'],
  owner: 'o',
  quota: { key: 'k', limit: 100 },
})
const place = { topic: 'inspection.deferred', partition: 2, offset: 9, timestamp: 1_700_000_000_000 }

/** Every kind of command, with every member that it may have. */
export const commands: readonly Command[] = [
  { kind: 'create', batch },
  { kind: 'create', batch: batchNamed('c') },
  { kind: 'keep', batch: 'b' },
  { kind: 'reject', batch: 'b', lines: rejected },
  { kind: 'start', batch: 'b', isOpen: true, added },
  { kind: 'close', batch: 'b', rejected, more: 4, added: {} },
  { kind: 'discard', batch: 'b' },
  { kind: 'set', batch: 'b', state: 'paused' },
  {
    kind: 'report',
    report: {
      ...{ batch: 'b', shard: 3, position: 17, version: 2, isGone: false, open: 5, lines: 6 },
      counts: { accepted: 9, waiting: 1, running: 2, done: 3, failed: 3 },
    },
  },
  { kind: 'segment', segment: { batch: 'b', shard: 3, first: 1, count: 6, object: 'results/b/3/1' } },
  {
    kind: 'add',
    batch,
    items: [
      page('http://x.example/'),
      page('http://x.example/1', { depth: 1, from: 'http://x.example/', scope: 's', role: 'discovery' }),
    ],
  },
  { kind: 'phase', batch: 'b', phase: 'cancelled', version: 3 },
  { kind: 'expire', batch: 'b', inFlight: [67, 131] },
  {
    kind: 'defer',
    records: [
      { ...place, key: Buffer.from('x.example'), value: Buffer.from([0, 255, 128]), headers: {} },
      { ...place, key: null, value: null, headers: { ce_id: Buffer.from([254, 0]), 'x-é': Buffer.alloc(0) } },
    ],
  },
  { kind: 'endings', before: 200 },
  { kind: 'tick' },
]
