import { expect } from 'chai'
import { readSource, sourceFiles } from '#test/support/source/source-files.ts'

/** Topics that make sense on one side alone. */
const oneSided: Readonly<Record<string, string>> = {
  console: 'it calls the interface, whose own suites run on both sides',
  hostile: 'what a page sends is judged before it reaches an adapter',
  kafka: 'the embedded log has one process and no brokers, external producers or clocks of its own',
  performance:
    'the measurements of a page are made before they reach an adapter; the contract runs on both sides',
}

const REAL = /test\/support\/service\/services\.ts|\bworkerRealService\(/
const BOTH = /test\/support\/service\/both-sides\.ts|\bonBothShared\(|\bonShared\(\['embedded', 'real'/

/** The sides on which the files of each topic run. */
function sidesOf(files: readonly { path: string; source: string }[]): Map<string, Set<'embedded' | 'real'>> {
  const topics = new Map<string, Set<'embedded' | 'real'>>()
  for (const { path, source } of files) {
    const [topic = ''] = path.replace('test/e2e/', '').split('/')
    const sides = topics.get(topic) ?? new Set()
    if (BOTH.test(source) || REAL.test(source)) sides.add('real')
    if (BOTH.test(source) || !REAL.test(source)) sides.add('embedded')
    topics.set(topic, sides)
  }
  return topics
}

const ofOneSide = (topics: ReadonlyMap<string, ReadonlySet<string>>) =>
  [...topics].filter(([, { size }]) => size < 2).map(([topic]) => topic)

describe('each topic of the end-to-end tests', () => {
  it('runs on the embedded adapters and on real services, unless it says why not', () => {
    const files = sourceFiles(['test/e2e']).filter((path) => path.endsWith('.test.ts'))
    const topics = sidesOf(files.map((path) => ({ path, source: readSource(path) })))
    expect(topics.size).to.be.above(10)
    expect(ofOneSide(topics)).to.have.members(Object.keys(oneSided))
  })

  it('is found when it runs on one side', () => {
    const of = (path: string, source: string) => ({ path: `test/e2e/${path}`, source })
    const files = [
      of('a/1.test.ts', ''),
      of('a/2.test.ts', 'const open = workerRealService()'),
      of('b/1.test.ts', "onBothShared('calls', (open) => {})"),
      of('c/1.test.ts', ''),
    ]
    expect(ofOneSide(sidesOf(files))).to.deep.equal(['c'])
  })
})
