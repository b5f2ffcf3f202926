import { expect } from 'chai'
import { shardOfUrl } from '#shared/messages/shard-placement.ts'
import type { NewItem } from '#stages/batch/frontier/frontier.ts'
import type { Answer, Command } from '#stages/batch/shards/commands.ts'
import { addItems } from '#stages/batch/shards/frontier/add-items.ts'
import { makeSubmissions } from '#stages/batch/shards/frontier/submissions.ts'
import { batchNamed, page } from '#test/contract/frontier/batch-scene.ts'

const COUNT = 4

describe('addItems', () => {
  it('answers for each item what its shard says, and remembers the last position of each shard and the new pages', async () => {
    const sent: { shard: number; urls: string[] }[] = []
    const shards = {
      count: COUNT,
      async send(shard: number, command: Command): Promise<Answer> {
        const items: readonly NewItem[] = command.kind === 'add' ? command.items : []
        const urls = items.map(({ parameters }) => parameters.url)
        sent.push({ shard, urls })
        const position = 10 * sent.filter((one) => one.shard === shard).length
        return { position, isKnown: true, wasAdded: urls.map((url) => !url.endsWith('/known')) }
      },
    }
    const submissions = makeSubmissions(() => undefined)
    const long = 'x'.repeat(200_000)
    const urls = [
      'http://a.example/1',
      'http://b.example/known',
      `http://a.example/${long}`,
      `http://a.example/2${long}`,
    ]
    const items = [...urls.map((url) => page(url)), page('http://b.example/links', { role: 'discovery' })]
    expect(await addItems({ shards, submissions }, batchNamed('b1'), items)).to.deep.equal([
      ...[true, false, true, true],
      true,
    ])
    const ofHost = (host: string) => shardOfUrl(`http://${host}/`, COUNT)
    const ofA = sent.filter(
      ({ shard, urls: some }) => shard === ofHost('a.example') && some[0]?.includes('a.example'),
    )
    expect(ofA.map(({ urls: some }) => some)).to.deep.equal([[urls[0], urls[2]], [urls[3]]])
    expect(submissions.of('b1')).to.deep.equal({
      positions: { [ofHost('a.example')]: 20, [ofHost('b.example')]: 10 },
      pages: 3,
    })
  })
})
