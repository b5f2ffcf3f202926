import { expect } from 'chai'
import { fileNames } from '#stages/render/lab/code/code-probe.ts'
import type { LoggedRequest } from '#stages/render/lab/requests/logged-request.ts'

function hop(id: string, url: string, type: string, answeredBy = url): LoggedRequest {
  return { id, url, type, response: { url: answeredBy } } as unknown as LoggedRequest
}

describe('names of files', () => {
  it('are their URLs after redirects', () => {
    const names = fileNames(
      [
        hop('1', '/a.js', 'Script'),
        hop('2', '/from.js', 'Script'),
        hop('2', '/over.js', 'Script'),
        hop('2', '/to.js', 'Script'),
        hop('3', '/kept.js', 'Script', '/moved.js'),
        hop('4', '/a.css', 'Stylesheet'),
        hop('5', '/', 'Document'),
      ],
      'Script',
    )
    expect(Object.fromEntries(names)).to.deep.equal({
      '/a.js': '/a.js',
      '/from.js': '/to.js',
      '/over.js': '/to.js',
      '/to.js': '/to.js',
      '/kept.js': '/moved.js',
      '/moved.js': '/moved.js',
    })
  })
})
