import { expect } from 'chai'
import { readNewKey } from '#gateway/cli/new-key.ts'
import { UsageError } from '#gateway/cli/options.ts'

function problemsOf(...args: string[]): string[] {
  try {
    readNewKey(args)
  } catch (error) {
    if (error instanceof UsageError) return error.message.split('\n')
    throw error
  }
  throw new Error('was accepted')
}

describe('arguments of keys create', () => {
  it('give a free key with all operations by default', () => {
    expect(readNewKey([])).to.deep.equal({
      plan: 'free',
      scopes: ['snapshot', 'metadata', 'performance', 'seo-audit'],
      limits: {},
      metadataTtlSeconds: null,
      label: '',
    })
  })

  it('set what the key may do', () => {
    const args = [
      '--plan',
      'pro',
      '--scopes=batch, metadata,batch',
      '--limit',
      'metadata=0',
      '--label',
      'a b',
    ]
    expect(readNewKey([...args, '--limit=seo-audit=999999999', '--metadata-ttl', '0'])).to.deep.equal({
      plan: 'pro',
      scopes: ['batch', 'metadata'],
      limits: { metadata: 0, 'seo-audit': 999_999_999 },
      metadataTtlSeconds: 0,
      label: 'a b',
    })
  })

  it('limit thumbnails, which need no scope', () => {
    expect(readNewKey(['--limit', 'thumbnail=5']).limits).to.deep.equal({ thumbnail: 5 })
    expect(problemsOf('--scopes', 'thumbnail')).to.have.length(1)
  })

  it('set the owner', () => {
    expect(readNewKey(['--owner', 'shop@example.com'])).to.include({ owner: 'shop@example.com' })
  })

  it('add the scope admin', () => {
    expect(readNewKey(['--admin']).scopes).to.deep.equal([
      'snapshot',
      'metadata',
      'performance',
      'seo-audit',
      'admin',
    ])
  })

  it('add the scope unthrottled', () => {
    expect(readNewKey(['--scopes', 'batch', '--unthrottled']).scopes).to.deep.equal(['batch', 'unthrottled'])
  })

  for (const [args, word] of [
    [['--plan', 'gold'], 'gold'],
    [['--plan='], '--plan'],
    [['--plan', 'free', '--plan', 'pro'], '--plan'],
    [['--scopes', ''], '--scopes'],
    [['--scopes', 'metadata,admin'], 'admin'],
    [['--limit', 'metadata=1.5'], 'metadata=1.5'],
    [['--limit', 'events=1'], 'events'],
    [['--limit', '__proto__=1'], '__proto__'],
    [['--limit', 'metadata=1', '--limit', 'metadata=2'], '--limit'],
    [['--metadata-ttl=-1'], '-1'],
    [['--label', 'a\tb'], '--label'],
    [['--label', '--plan'], '--label'],
    [['--label', 'x'.repeat(201)], '--label'],
    [['--owner', 'a b'], '--owner'],
    [['--admin=no'], '--admin'],
    [['--owner', 'x'.repeat(65)], '--owner'],
    [['free'], 'free'],
  ] as [string[], string][]) {
    it(`are rejected: ${JSON.stringify(args.join(' '))}`, () => {
      const problems = problemsOf(...args)
      expect(problems).to.have.length(1)
      expect(problems[0]).to.include(word)
    })
  }

  it('are all checked at once', () => {
    const wrong = [
      '--plan=x',
      '--scopes=x',
      '--limit=x',
      '--limit=y=1',
      '--metadata-ttl=x',
      '--label=\n',
      '--z',
    ]
    expect(problemsOf(...wrong, 'word')).to.have.length(8)
  })
})
