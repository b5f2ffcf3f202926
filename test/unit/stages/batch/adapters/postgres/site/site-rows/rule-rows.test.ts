import { expect } from 'chai'
import { insertRules } from '#stages/batch/adapters/postgres/site/site-rows.ts'
import { failedRule } from '../../../sqlite/site/page-facts.ts'
import { databaseOfEachTest } from '../../database-of-test.ts'

describe('insertRules', () => {
  const postgres = databaseOfEachTest()
  const failure = (url: string, seq: number, rule = 7, batch = 1) => ({
    ...{ batch, rule, url, seq },
    failed: failedRule('r', { message: `at ${url}`, snippet: '<b\0>' }),
  })
  const failures = (...seqs: readonly number[]) =>
    seqs.map((seq) => failure(`http://x.example/${String(seq).padStart(3, '0')}`, seq))
  const examples = async (rule = 7) =>
    (
      await postgres.query<{ seq: number }>(
        'SELECT seq FROM site_examples WHERE rule = $1 ORDER BY url, seq',
        [rule],
      )
    ).map(({ seq }) => seq)
  const upTo = (last: number) => Array.from({ length: last }, (_, at) => at + 1)

  it('keeps the examples of the first ten URLs in order, in whichever order they come', async () => {
    await insertRules(postgres, failures(...upTo(40).reverse()))
    expect(await examples()).to.deep.equal(upTo(10))
    const others = failures(500, 501, 502)
    await insertRules(postgres, others)
    expect(await examples()).to.deep.equal(upTo(10))
  })

  it('lets earlier URLs take the place of later ones, write by write', async () => {
    for (const seq of [30, 12, 25, 11]) await insertRules(postgres, failures(seq))
    await insertRules(postgres, failures(...upTo(9), 28))
    expect(await examples()).to.deep.equal([...upTo(9), 11])
  })

  it('orders URLs by their bytes, and items of one URL by their numbers', async () => {
    const urls = ['http://x.example/~', 'http://x.example/A', 'http://x.example/a', 'http://x.example/_']
    await insertRules(
      postgres,
      urls.map((url, at) => failure(url, at + 1)),
    )
    await insertRules(postgres, [failure('http://x.example/A', 9)])
    // By ASCII: A, _, a, ~
    expect(await examples()).to.deep.equal([2, 9, 4, 3, 1])
  })

  it('keeps rules and batches apart, and the first texts of a rule', async () => {
    await insertRules(postgres, [failure('http://x.example/', 1, 7), failure('http://x.example/', 1, 8)])
    await insertRules(postgres, [
      { ...failure('http://x.example/', 2, 7), failed: failedRule('r', { title: 'Another title' }) },
      failure('http://x.example/', 1, 7, 2),
    ])
    const rules = await postgres.query('SELECT batch, rule, title FROM site_rules ORDER BY batch, rule')
    expect(rules).to.deep.equal([
      { batch: 1, rule: 7, title: 'Title of r' },
      { batch: 1, rule: 8, title: 'Title of r' },
      { batch: 2, rule: 7, title: 'Title of r' },
    ])
    const [example] = await postgres.query('SELECT * FROM site_examples WHERE rule = 8')
    expect(example).to.include({ url: 'http://x.example/', selector: null, snippet: '<b\ufffd>' })
    await insertRules(postgres, [])
  })
})
