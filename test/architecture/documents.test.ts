import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { root, type Sandbox, sandbox } from '#test/support/sandbox.ts'
import {
  anchorsOf,
  broken,
  citationsOf,
  citingFiles,
  documentFiles,
  linksOf,
  makeResolver,
  pathsOf,
} from '#test/support/source/document-links.ts'

/** What comments cited before the documents were in the repository. */
const OUTSIDE = /decisions,? (?:sections? )?\d|architecture,? rule \d|\bservice\.md|seo-[r]ules/i

/** It plants references that lead nowhere. */
const SELF = 'test/architecture/documents.test.ts'

const textOf = (folder: string) => (path: string) => readFileSync(join(folder, path), 'utf8')

function brokenCitations(folder: string): string[] {
  const read = textOf(folder)
  const files = citingFiles(folder).filter((path) => path !== SELF)
  return broken(files, (path) => citationsOf(read(path)), makeResolver(folder).isCitation)
}

function brokenLinks(folder: string): string[] {
  const read = textOf(folder)
  return broken(documentFiles(folder), (path) => linksOf(read(path)), makeResolver(folder).isLink)
}

function brokenPaths(folder: string): string[] {
  const read = textOf(folder)
  const { isPath } = makeResolver(folder)
  return broken(
    documentFiles(folder),
    (path) => pathsOf(read(path)),
    ({ to }) => isPath(to),
  )
}

function citingOutside(folder: string): string[] {
  const read = textOf(folder)
  return citingFiles(folder).filter((path) => OUTSIDE.test(read(path)))
}

describe('documents', () => {
  it('resolve each citation of the code', () => {
    expect(brokenCitations(root)).to.deep.equal([])
  })

  it('link only to pages and anchors that exist', () => {
    expect(brokenLinks(root)).to.deep.equal([])
  })

  it('name only paths and files that exist', () => {
    expect(brokenPaths(root)).to.deep.equal([])
  })

  it('are the only documents that code cites', () => {
    expect(citingOutside(root)).to.deep.equal([])
  })

  it('are all linked from an index', () => {
    const listed = ['infra/docs/README.md', 'infra/docs/decisions/README.md'].flatMap((index) =>
      linksOf(textOf(root)(index)).map((target) => join(index, '..', target)),
    )
    const pages = documentFiles(root).filter((path) => path.startsWith('infra/docs/'))
    const indexes = ['infra/docs/README.md', 'infra/docs/decisions/README.md']
    expect(pages.filter((page) => !listed.includes(page) && !indexes.includes(page))).to.deep.equal([])
  })

  it('name every top-level folder in the architecture', () => {
    const page = textOf(root)('infra/docs/architecture.md')
    for (const folder of ['gateway/', 'stages/', 'shared/', 'infra/', 'test/', 'proto/']) {
      expect(page).to.include(`\`${folder}`)
    }
  })

  it('are linked from the README, all but single decisions', () => {
    const links = linksOf(textOf(root)('README.md')).map((link) => link.split('#')[0])
    const pages = documentFiles(root).filter((path) => /^infra\/docs\/[\w-]+\.md$/.test(path))
    const wanted = [
      ...pages.filter((page) => page !== 'infra/docs/README.md'),
      'infra/docs/decisions/README.md',
    ]
    expect(wanted.filter((page) => !links.includes(page))).to.deep.equal([])
  })
})

describe('references of documents', () => {
  let box: Sandbox
  before(async () => {
    box = await sandbox()
    await box.write(
      'infra/docs/page.md',
      '# A page\n\n<a id="own"></a>\n## Two words: here\n[gone](gone.md)\n',
    )
    await box.write(
      'infra/docs/other.md',
      '[page](page.md#own) [no](page.md#missing) `shared/a.ts` `shared/gone.ts`',
    )
    await box.write('shared/a.ts', '// infra/docs/page.md#own, page.md#two-words-here, infra/docs/gone.md\n')
    await box.write('shared/b.ts', `// page.md#missing; infra/docs/page.md; https://a.example/x.md#y\n`)
    await box.write('shared/c.ts', `// ${'decisions'} section 3\n`)
  })
  after(() => box.remove())

  it('are reported when code cites an anchor or a page that is missing', () => {
    expect(brokenCitations(box.folder)).to.deep.equal([
      'shared/a.ts: infra/docs/gone.md',
      `shared/b.ts: page.md#missing`,
    ])
  })

  it('are reported when a link leads nowhere', () => {
    expect(brokenLinks(box.folder)).to.deep.equal([
      `infra/docs/other.md: page.md#missing`,
      'infra/docs/page.md: gone.md',
    ])
  })

  it('are reported when a file is missing', () => {
    expect(brokenPaths(box.folder)).to.deep.equal(['infra/docs/other.md: shared/gone.ts'])
  })

  it('are reported when code cites a document outside the repository', () => {
    expect(citingOutside(box.folder)).to.deep.equal(['shared/c.ts'])
  })

  it('go to written anchors and to headings as GitHub names them', () => {
    const page = '# Two `words`, here!\n```\n# no heading\n```\n<a id="own"></a>\n'
    expect([...anchorsOf(page)]).to.have.members(['own', 'two-words-here'])
  })
})
