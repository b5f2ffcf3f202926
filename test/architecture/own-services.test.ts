import { expect } from 'chai'
import { readSource, sourceFiles } from '#test/support/source/source-files.ts'

/** How a file starts something that the files of a worker share otherwise. */
const starts: Readonly<Record<string, RegExp>> = {
  service:
    /\b(startParts|runToEnd|openEmbeddedService|openRealService|openPartsFixture|onBothSides|openTopology)\(/,
  browser: /\b(openTestBrowser|openTestTab|openTestTabs)\(/,
}

/** What the first line says: `// own service: <reason>`, `// own service, own browser: <reason>`. */
function declared(source: string): string[] {
  const [, things = ''] = /^\/\/ ((?:own (?:service|browser)(?:, )?)+): \S/.exec(source) ?? []
  return things.split(', ').flatMap((one) => one.replace('own ', '') || [])
}

function started(source: string): string[] {
  const code = source.replaceAll(/^import .*$/gm, '')
  return Object.keys(starts).filter((thing) => starts[thing]?.test(code))
}

describe('a file that starts a service or a browser of its own', () => {
  it('says so in its first line, with the reason', () => {
    const files = sourceFiles(['test/browser', 'test/contract', 'test/e2e'])
    const tests = files
      .filter((path) => path.endsWith('.test.ts'))
      .map((path) => [path, readSource(path)] as const)
    const silent = tests.flatMap(([path, source]) =>
      started(source)
        .filter((thing) => !declared(source).includes(thing))
        .map((thing) => `${path}: ${thing}`),
    )
    expect(silent).to.deep.equal([])
    expect(tests.filter(([, source]) => declared(source).length > 0).length).to.be.above(10)
  })

  it('is found by what it calls, and declares one thing or both', () => {
    expect(started("import { startParts } from 'x'\nawait startParts([])")).to.deep.equal(['service'])
    expect(started('openTestTabs({})')).to.deep.equal(['browser'])
    expect(declared('// own service, own browser: it kills both\n')).to.deep.equal(['service', 'browser'])
    expect(declared('// own browser:\n')).to.deep.equal([])
  })
})
