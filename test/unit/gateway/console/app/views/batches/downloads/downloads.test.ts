import { expect } from 'chai'
import { curlOf, fileNameOf, pagesFile } from '#gateway/console/app/views/batches/downloads/downloads.ts'

describe('downloads', () => {
  it('a file has the name of its batch, with nothing that a path could be', () => {
    expect(fileNameOf('a3274c45-6337-4d4a-b7c2-d13425246026', pagesFile)).to.equal('batch-a3274c45-pages.csv')
    expect(fileNameOf('../../x', pagesFile)).to.equal('batch-x-pages.csv')
  })

  it('the command leaves the key to a variable', () => {
    expect(curlOf("http://a.example/b'c/batches/1/pages", 'text/csv', 'pages.csv')).to.equal(
      `curl --fail --compressed -H "X-API-Key: $PAGEPROBE_API_KEY" -H 'Accept: text/csv' \\
  -o pages.csv 'http://a.example/b%27c/batches/1/pages'`,
    )
  })
})
