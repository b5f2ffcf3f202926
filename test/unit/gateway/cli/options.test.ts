import { expect } from 'chai'
import { readOptions, UsageError } from '#gateway/cli/options.ts'

describe('command options', () => {
  it('are read as two words or one, in their order', () => {
    const { options, positionals, problems } = readOptions(
      ['--a', '1', 'x', '--b=2', '--a=3', 'y'],
      ['a', 'b'],
    )
    expect(Object.fromEntries(options)).to.deep.equal({ a: ['1', '3'], b: ['2'] })
    expect(positionals).to.deep.equal(['x', 'y'])
    expect(problems).to.deep.equal([])
  })

  it('may have a value that begins with a dash, or an empty one, after the equals sign', () => {
    const { options, problems } = readOptions(['--a=-1', '--b='], ['a', 'b'])
    expect(Object.fromEntries(options)).to.deep.equal({ a: ['-1'], b: [''] })
    expect(problems).to.deep.equal([])
  })

  it('end at --', () => {
    expect(readOptions(['--', '--a'], ['a']).positionals).to.deep.equal(['--a'])
  })

  for (const args of [['--a'], ['--a', '--b', '1'], ['--c'], ['--c=1'], ['-a'], ['--constructor']]) {
    it(`are rejected: ${args.join(' ')}`, () => {
      const { options, problems } = readOptions(args, ['a', 'b'])
      expect(problems[0]).to.include(args[0]?.split('=')[0])
      expect(options.has('a')).to.equal(false)
    })
  }

  it('are reported together', () => {
    expect(readOptions(['--c', '--d', '--a'], ['a']).problems).to.have.length(3)
    expect(new UsageError(['one', 'two']).message).to.equal('one\ntwo')
  })
})
