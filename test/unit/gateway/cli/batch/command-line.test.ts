import { expect } from 'chai'
import { readCommandLine } from '#gateway/cli/batch/command-line.ts'
import { UsageError } from '#gateway/cli/options.ts'

const form = {
  texts: ['operation'],
  numbers: ['max-pages'],
  lists: ['include'],
  flags: ['wait'],
  hasParameters: true,
  positionalName: 'the file',
  maxPositionals: 1,
}
const read = (...args: string[]) => readCommandLine(args, form)

describe('command line of batches', () => {
  it('separates options from positional arguments', () => {
    const line = read(
      '--wait',
      'urls.txt',
      '--operation',
      'metadata',
      '--max-pages=5',
      '--include',
      'a',
      '--include=b',
    )
    expect(line.positionals).to.deep.equal(['urls.txt'])
    expect([line.text('operation'), line.number('max-pages'), line.has('wait')]).to.deep.equal([
      'metadata',
      5,
      true,
    ])
    expect(line.list('include')).to.deep.equal(['a', 'b'])
    expect(line.parameters).to.deep.equal({})
  })

  it('has nothing for options that were not given', () => {
    const line = read('urls.txt')
    expect([line.text('operation'), line.number('max-pages'), line.has('wait')]).to.deep.equal([
      null,
      null,
      false,
    ])
    expect(line.list('include')).to.deep.equal([])
  })

  it('treats a word after a boolean parameter as positional', () => {
    const line = read('--full-page', 'urls.txt')
    expect([line.positionals, line.parameters]).to.deep.equal([['urls.txt'], { fullPage: 'true' }])
    expect(read('--compare', 'false', 'urls.txt').parameters).to.deep.equal({ compare: 'false' })
  })

  for (const [spelling, name] of [
    ['max-links', 'max_links'],
    ['max_links', 'max_links'],
    ['maxLinks', 'max_links'],
    ['wait-for', 'waitFor'],
    ['waitfor', 'waitFor'],
    ['unknown-one', 'unknown_one'],
    ['__proto__', '__proto__'],
  ] as const) {
    it(`knows the parameter ${spelling}`, () => {
      const { parameters } = read('urls.txt', `--${spelling}`, '5')
      expect(Object.entries(parameters)).to.deep.equal([[name, '5']])
    })
  }

  for (const [what, args] of [
    ['the file', []],
    ['"b"', ['a', 'b']],
    ['--max-pages', ['a', '--max-pages', '1.5']],
    ['--max-pages', ['a', '--max-pages=-1']],
    ['--operation', ['a', '--operation=x', '--operation=y']],
    ['--maxLinks', ['a', '--max-links=1', '--maxLinks=2']],
    ['--fields', ['a', '--fields', '--wait']],
    ['--wait', ['a', '--wait=yes']],
    ['--viewport', ['a', '--viewport', '800x600']],
    ['-x', ['a', '-x']],
  ] as const) {
    it(`rejects: ${args.join(' ')}`, () => {
      expect(() => read(...args)).to.throw(UsageError, what)
    })
  }

  it('names all problems at once', () => {
    const wrong = ['--max-pages', 'many', '--operation', 'x', '--operation', 'y', '--fields']
    expect(() => read(...wrong))
      .to.throw(UsageError)
      .with.property('message')
      .that.includes('the file')
      .and.includes('--max-pages')
      .and.includes('--operation')
      .and.includes('--fields')
  })

  it('rejects parameters where a command accepts none', () => {
    expect(() =>
      readCommandLine(['a', '--fields', 'x'], { positionalName: 'x', maxPositionals: 1 }),
    ).to.throw('no option --fields')
  })
})
